/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"
#include "weft-json-scanner.h"
#include "weft-noc-writer.h"

G_BEGIN_DECLS

/* The members of an .npeviz timeline, for the reader of NoC traces: another tool's modelled
 * transfers and link demand (docs/formats/noc.md, ".npeviz files"). */

/* Slots of the document's members. */
enum
{
  WEFT_NPEVIZ_INFO,
  WEFT_NPEVIZ_TRANSFERS,
  WEFT_NPEVIZ_STEPS,
  WEFT_NPEVIZ_SOC,
};

extern const WeftJsonMember weft_npeviz_members[];

/* Whether the object that begins with `head` is such a timeline. */
WeftSniff weft_npeviz_sniff (const char *head, gsize length);

/* Reads one element of a member, or WEFT_NPEVIZ_INFO or WEFT_NPEVIZ_SOC whole. Returns NULL, or what was expected there,
 * translated; `exhausted` is set where the store is. */
const char *weft_npeviz_read (WeftNocWriter *writer, WeftNocTrace *trace, guint slot,
                              const WeftJsonRecord *record, gint64 line, gboolean *exhausted);

G_END_DECLS
