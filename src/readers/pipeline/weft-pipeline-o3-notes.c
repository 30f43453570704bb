/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-o3-notes.h"

#include "weft-map64.h"

#define NONE G_MAXUINT32

/* Two generations of so many notes each. A block comes some ten thousand ops after its first debug
 * line at the most; this holds for a multiple of that. */
#define GENERATION_SIZE (1u << 19)

typedef struct
{
  WeftO3Note note;
  guint32 next; /* of the same SN; NONE */
} Entry;

typedef struct
{
  guint32 first;
  guint32 last;
} List;

typedef struct
{
  WeftMap64 by_sn; /* to lists */
  GArray *lists;   /* List */
  GArray *entries; /* Entry */
  guint n_live;    /* entries that wait */
} Generation;

struct _WeftPipelineO3Notes
{
  Generation young;
  Generation old;
  guint n_added; /* since the young generation began */
  guint64 n_lost;
};

static void
init_generation (Generation *generation)
{
  generation->lists = g_array_new (FALSE, FALSE, sizeof (List));
  generation->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
}

static void
clear_generation (Generation *generation)
{
  weft_map64_clear (&generation->by_sn);
  g_array_unref (generation->lists);
  g_array_unref (generation->entries);
}

WeftPipelineO3Notes *
weft_pipeline_o3_notes_new (void)
{
  WeftPipelineO3Notes *self = g_new0 (WeftPipelineO3Notes, 1);

  init_generation (&self->young);
  init_generation (&self->old);
  return self;
}

void
weft_pipeline_o3_notes_free (WeftPipelineO3Notes *self)
{
  if (self == NULL)
    return;
  clear_generation (&self->young);
  clear_generation (&self->old);
  g_free (self);
}

/* Forgets the old generation, and begins a young one. */
static void
rotate (WeftPipelineO3Notes *self)
{
  Generation old = self->old;

  self->n_lost += old.n_live;
  weft_map64_clear (&old.by_sn);
  g_array_set_size (old.lists, 0);
  g_array_set_size (old.entries, 0);
  old.n_live = 0;
  self->old = self->young;
  self->young = old;
  self->n_added = 0;
}

static void
append (Generation *generation, guint32 index, const WeftO3Note *note)
{
  Entry entry = { *note, NONE };
  List *list = &g_array_index (generation->lists, List, index);
  guint32 place = generation->entries->len;

  g_array_append_val (generation->entries, entry);
  generation->n_live++;
  if (list->last == NONE)
    list->first = place;
  else
    g_array_index (generation->entries, Entry, list->last).next = place;
  list->last = place;
}

void
weft_pipeline_o3_notes_add (WeftPipelineO3Notes *self, gint64 sn, WeftO3Note note)
{
  Generation *generation = &self->old;
  List empty = { NONE, NONE };
  guint32 list;

  if (++self->n_added > GENERATION_SIZE)
    rotate (self);
  list = weft_map64_get (&generation->by_sn, (guint64) sn);
  if (list == WEFT_MAP64_NONE)
    {
      generation = &self->young;
      list = weft_map64_get (&generation->by_sn, (guint64) sn);
    }
  if (list == WEFT_MAP64_NONE)
    {
      list = generation->lists->len;
      g_array_append_val (generation->lists, empty);
      weft_map64_set (&generation->by_sn, (guint64) sn, list);
    }
  append (generation, list, &note);
}

static gboolean
take_from (Generation *generation, gint64 sn, WeftO3NoteFunc function, gpointer data)
{
  guint32 list = weft_map64_get (&generation->by_sn, (guint64) sn);
  guint32 entry;

  if (list == WEFT_MAP64_NONE)
    return FALSE;
  weft_map64_remove (&generation->by_sn, (guint64) sn);
  entry = g_array_index (generation->lists, List, list).first;
  while (entry != NONE)
    {
      const Entry *item = &g_array_index (generation->entries, Entry, entry);

      generation->n_live--;
      entry = item->next;
      function (&item->note, data);
    }
  return TRUE;
}

void
weft_pipeline_o3_notes_take (WeftPipelineO3Notes *self, gint64 sn, WeftO3NoteFunc function,
                             gpointer data)
{
  if (self->old.by_sn.n_used == 0 && self->young.by_sn.n_used == 0)
    return;
  if (!take_from (&self->old, sn, function, data))
    take_from (&self->young, sn, function, data);
}

guint64
weft_pipeline_o3_notes_get_n_lost (const WeftPipelineO3Notes *self)
{
  return self->n_lost;
}
