/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rows of a table by what they belong to, such as a track: all rows of a group stand together, in the order in which the
 * table has them. */

/* Of no group. */
#define WEFT_NO_GROUP G_MAXUINT32

/* The group of a row, or WEFT_NO_GROUP. Is called on several threads at once. */
typedef guint32 (*WeftRowGroupFunction) (gconstpointer data, guint32 row);

typedef struct
{
  guint32 n_rows;
  guint32 n_groups;
  WeftRowGroupFunction get_group;
  gconstpointer data;
  guint32 *groups; /* room for one of each row, for the time of sorting */
  guint32 *rows;   /* filled in: room for all, */
  guint32 *first;  /* n_groups + 1: where in `rows` each group begins, and the end of the last */
} WeftRowGroups;

/* With all processors where there are many rows. */
void weft_row_groups_sort (const WeftRowGroups *self);

/* (transfer full): the parts 0 to `n_parts` − 1, those first whose groups have most rows. Part p has `groups_per_part`
 * groups from p · groups_per_part on. */
guint *weft_row_groups_order (const WeftRowGroups *self, guint n_parts, guint groups_per_part);

G_END_DECLS
