/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-noc-writer.h"

G_BEGIN_DECLS

/* The rules of NoC event traces (docs/formats/noc.md, "Rules") that a record can break without being
 * useless: it is read all the same, and what it breaks is said. */

typedef struct _WeftNocRules WeftNocRules;

WeftNocRules *weft_noc_rules_new (void);
void weft_noc_rules_free (WeftNocRules *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocRules, weft_noc_rules_free)

/* Another file begins, whose records have an order of their own. */
void weft_noc_rules_begin_part (WeftNocRules *self);

/* Called for each rule that a record breaks: with the member that it is about (a key of
 * weft-noc-keys.h; -1: the whole record), and a sentence, translated. */
typedef void (*WeftNocSay) (gpointer data, const WeftJsonRecord *record, int key, const char *text);

void weft_noc_rules_check (WeftNocRules *self, const WeftJsonRecord *record, const WeftNocRow *row,
                           WeftNocSay say, gpointer data);

G_END_DECLS
