/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-sheet.h"
#include "weft-json-value.h"

G_BEGIN_DECLS

/* JSON as facts: a name and a value for each number and text, those of members within members called
 * "outer · inner", of elements "outer [2]". Far within, a value is shown as it stands in the file. */

/* The member with that name in `text`, which is a JSON object that may have what WEFT_JSON_LOOSE lets
 * through: its members, where it is an object. FALSE where it is not there. */
gboolean weft_fact_json_write_member (WeftFactSection *section, const char *text, const char *name);

/* A JSON object (nullable) as a section with that title; `apart`: each of its members that is an object, and
 * each element that is one, has a section of its own behind it. Nothing where there is none. */
void weft_fact_json_write_block (WeftFactSheet *sheet, const char *title, const char *text,
                                 gboolean apart);

G_END_DECLS
