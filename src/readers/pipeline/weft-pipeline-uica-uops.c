/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-uica-uops.h"

#include <string.h>

/* The parts of a round. */
typedef struct
{
  gint64 round;
  GPtrArray *parts; /* WeftUicaPart, owned */
} Round;

struct _WeftUicaUops
{
  GHashTable *parts; /* WeftUicaId in the part → WeftUicaPart */
  GPtrArray *rounds; /* Round, by number */
};

guint
weft_uica_id_hash (gconstpointer id)
{
  const WeftUicaId *self = id;
  guint64 hash = (guint64) self->round;

  for (guint i = 0; i < WEFT_UICA_N_LEVELS; i++)
    hash = (hash ^ (guint64) self->part[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (hash >> 32);
}

gboolean
weft_uica_id_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (WeftUicaId)) == 0;
}

gboolean
weft_uica_id_is_within (const WeftUicaId *part, const WeftUicaId *whole)
{
  if (part->round != whole->round)
    return FALSE;
  for (guint i = 0; i < WEFT_UICA_N_LEVELS && whole->part[i] != WEFT_UICA_NONE; i++)
    if (part->part[i] != whole->part[i])
      return FALSE;
  return TRUE;
}

static void
free_part (gpointer data)
{
  WeftUicaPart *part = data;

  g_clear_pointer (&part->producers, g_array_unref);
  g_string_free (part->detail, TRUE);
  g_free (part);
}

static void
free_round (gpointer data)
{
  Round *round = data;

  g_ptr_array_unref (round->parts);
  g_free (round);
}

WeftUicaUops *
weft_uica_uops_new (void)
{
  WeftUicaUops *self = g_new0 (WeftUicaUops, 1);

  self->parts = g_hash_table_new (weft_uica_id_hash, weft_uica_id_equal);
  self->rounds = g_ptr_array_new_with_free_func (free_round);
  return self;
}

void
weft_uica_uops_free (WeftUicaUops *self)
{
  g_hash_table_unref (self->parts);
  g_ptr_array_unref (self->rounds);
  g_free (self);
}

/* Few are there at a time, and the last is asked for most. */
static Round *
get_round (WeftUicaUops *self, gint64 number)
{
  guint i = self->rounds->len;
  Round *round;

  while (i > 0 && ((Round *) self->rounds->pdata[i - 1])->round > number)
    i--;
  if (i > 0 && ((Round *) self->rounds->pdata[i - 1])->round == number)
    return self->rounds->pdata[i - 1];
  round = g_new0 (Round, 1);
  round->round = number;
  round->parts = g_ptr_array_new_with_free_func (free_part);
  g_ptr_array_insert (self->rounds, (int) i, round);
  return round;
}

WeftUicaPart *
weft_uica_uops_get (WeftUicaUops *self, const WeftUicaId *id)
{
  WeftUicaPart *part = g_hash_table_lookup (self->parts, id);

  if (part != NULL)
    return part;
  part = g_new0 (WeftUicaPart, 1);
  part->id = *id;
  part->detail = g_string_new (NULL);
  for (guint i = 0; i < WEFT_UICA_N_EVENTS; i++)
    part->cycles[i] = WEFT_UICA_NONE;
  g_hash_table_insert (self->parts, &part->id, part);
  g_ptr_array_add (get_round (self, id->round)->parts, part);
  return part;
}

/* --- rounds ------------------------------------------------------------------------------------- */

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const WeftUicaId *x = &(*(WeftUicaPart *const *) a)->id, *y = &(*(WeftUicaPart *const *) b)->id;

  for (guint i = 0; i < WEFT_UICA_N_LEVELS; i++)
    if (x->part[i] != y->part[i])
      return x->part[i] < y->part[i] ? -1 : 1;
  return 0;
}

/* How many of the round's parts are, or were, in the reorder buffer, and how many of them still are. */
static guint
count_buffered (const Round *round, guint *n_inside)
{
  guint n = 0;

  *n_inside = 0;
  for (guint i = 0; i < round->parts->len; i++)
    {
      const WeftUicaPart *part = round->parts->pdata[i];

      n += part->cycles[WEFT_UICA_RB] != WEFT_UICA_NONE;
      *n_inside += part->cycles[WEFT_UICA_RB] != WEFT_UICA_NONE
                   && part->cycles[WEFT_UICA_RETIRED] == WEFT_UICA_NONE;
    }
  return n;
}

static gboolean
is_over (const WeftUicaUops *self)
{
  guint n_inside, n_later;

  if (self->rounds->len < 2)
    return FALSE;
  count_buffered (self->rounds->pdata[0], &n_inside);
  return n_inside == 0 && count_buffered (self->rounds->pdata[1], &n_later) > 0;
}

GPtrArray *
weft_uica_uops_take_round (WeftUicaUops *self, gboolean at_end)
{
  Round *round;
  GPtrArray *parts;

  if (self->rounds->len == 0 || (!at_end && !is_over (self)))
    return NULL;
  round = self->rounds->pdata[0];
  parts = g_ptr_array_ref (round->parts);
  g_ptr_array_sort (parts, compare_parts);
  for (guint i = 0; i < parts->len; i++)
    g_hash_table_remove (self->parts, &((WeftUicaPart *) parts->pdata[i])->id);
  g_ptr_array_remove_index (self->rounds, 0);
  return parts;
}
