/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-buffer-private.h"
#include "weft-api-column.h"
#include "weft-cell.h"

G_BEGIN_DECLS

/* Eight bytes for each row, whatever the type. */
typedef union
{
  gint64 integer;
  double real;
} WeftApiWord;

struct _WeftApiColumn
{
  GObject parent_instance;

  char *name;
  WeftApiColumnType type;
  gsize n_rows;

  /* While it is filled. Of texts, the words are where they begin, and one more where the last ends. */
  WeftApiBuffer words; /* WeftApiWord */
  GString *texts;
  WeftApiBuffer gaps; /* a byte for each row; empty: nothing is missing */
  gsize n_missing;

  /* Texts that rows share: which of `dictionary` they have, −1: not known. */
  WeftApiBuffer places;      /* gint32 */
  gboolean is_shared;        /* FALSE: they lie in `texts` */
  WeftApiColumn *dictionary; /* of texts, no two the same */

  /* Once it is sealed. What is made of others when somebody first asks for it is behind the lock. */
  GMutex lock;
  GBytes *codes; /* nullable */
  GBytes *bytes;
  GBytes *offsets; /* nullable */
  GBytes *missing; /* nullable */
};

/* A column is filled cell by cell, then sealed, and only then handed out. Its type is the narrowest that holds all
 * its cells: whole numbers, real numbers, texts. */
WeftApiColumn *weft_api_column_new (const char *name);
void weft_api_column_add (WeftApiColumn *self, const WeftCell *cell);

/* Whole numbers. `gaps` (nullable) has a byte for each, 1 where it is not known, and then 0. */
void weft_api_column_add_numbers (WeftApiColumn *self, const gint64 *numbers, const guint8 *gaps,
                                  guint n);

/* Real numbers likewise. */
void weft_api_column_add_reals (WeftApiColumn *self, const double *reals, const guint8 *gaps,
                                guint n);

/* Texts that rows share: a text, which is none of those before, and rows that have such texts, by their numbers, from
 * 0, or −1: not known. */
void weft_api_column_add_word (WeftApiColumn *self, const char *text);
void weft_api_column_add_words (WeftApiColumn *self, const gint32 *places, guint n);

/* There are about so many rows in all. Once it has some, that can be said anew. */
void weft_api_column_reserve (WeftApiColumn *self, gsize n_rows);

/* (transfer full): A column that is to follow, and that another thread may fill at the same time. `self` will have about
 * `n_rows` (0: it is not known) of those that it was told there are in all. */
WeftApiColumn *weft_api_column_split (WeftApiColumn *self, gsize n_rows);

/* Adds the rows of `next`, (transfer full). Both are not sealed yet. */
void weft_api_column_join (WeftApiColumn *self, WeftApiColumn *next);

void weft_api_column_seal (WeftApiColumn *self);

/* Bytes that it takes. */
gsize weft_api_column_get_size (const WeftApiColumn *self);

/* --- for those that fill it ----------------------------------------------------------------------- */

static inline WeftApiWord *
weft_api_column_peek_words (const WeftApiColumn *self)
{
  return (WeftApiWord *) (gpointer) self->words.data;
}

static inline gboolean
weft_api_column_is_missing (const WeftApiColumn *self, gsize row)
{
  return self->gaps.size > 0 && self->gaps.data[row] != 0;
}

/* Notes which of `n` rows that follow are not known; `gaps` is nullable. */
void weft_api_column_note_gaps (WeftApiColumn *self, const guint8 *gaps, guint n);

/* Gives each row a text of its own, where rows share them. */
void weft_api_column_unshare (WeftApiColumn *self);

/* A text of a column of texts that is not sealed yet: `length` bytes. */
const char *weft_api_column_get_word (const WeftApiColumn *dictionary, gint32 place, gsize *length);

/* The number of a text among those of the dictionary, which are the keys of `numbers`; it is added where it is new. */
gint32 weft_api_column_number_text (WeftApiColumn *dictionary, GHashTable *numbers,
                                    const char *text);

G_END_DECLS
