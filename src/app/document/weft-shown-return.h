/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document.h"

G_BEGIN_DECLS

/* Results of queries that a document's picture shows are there again where the file is loaded anew, and when the document is
 * open another time. */

/* From now on; before the document has a picture. */
void weft_shown_return_watch (WeftDocument *document);

/* Queries that were shown another time (weft_shown_results_save()), before the document has a picture. */
void weft_shown_return_ask (WeftDocument *document, GVariant *queries);

/* Those that are shown now, or that wait for the picture: (transfer full) (nullable). */
GVariant *weft_shown_return_save (WeftDocument *document);

G_END_DECLS
