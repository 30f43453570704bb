/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Queries that are kept for each family of traces, in the settings: those that were run last, and those that the
 * user gave a name. */

/* So many of the former. */
#define WEFT_QUERY_SHELF_HISTORY 50

/* The latest first: (transfer full), NULL-terminated. */
char **weft_query_shelf_list_history (GSettings *settings, const char *family);

/* A query that was there comes to the front. */
void weft_query_shelf_add_history (GSettings *settings, const char *family, const char *sql);

/* The names of those that are saved, in their order: (transfer full), NULL-terminated. */
char **weft_query_shelf_list_saved (GSettings *settings, const char *family);

/* (transfer full) (nullable) */
char *weft_query_shelf_get_saved (GSettings *settings, const char *family, const char *name);

/* Saves a query in the place of the one of that name; NULL: forgets that. */
void weft_query_shelf_save (GSettings *settings, const char *family, const char *name,
                            const char *sql);

G_END_DECLS
