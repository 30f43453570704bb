/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-hub-summary.h"

#include "weft-map64.h"

#define WINDOW_NS 16e6
#define MAX_ENTRIES 4096u

struct _WeftHubSummary
{
  GHashTable *entries; /* of WeftLiveSummaryEntry, by key and from_ticks */
  guint64 window;      /* ticks */
};

static guint
hash_entry (gconstpointer data)
{
  const WeftLiveSummaryEntry *entry = data;

  return (guint) weft_map64_mix (entry->from_ticks ^ (guint64) entry->key << 40);
}

static gboolean
equal_entries (gconstpointer a, gconstpointer b)
{
  const WeftLiveSummaryEntry *left = a, *right = b;

  return left->key == right->key && left->from_ticks == right->from_ticks;
}

WeftHubSummary *
weft_hub_summary_new (double ghz)
{
  WeftHubSummary *self = g_new0 (WeftHubSummary, 1);

  self->entries = g_hash_table_new_full (hash_entry, equal_entries, g_free, NULL);
  self->window = MAX ((guint64) (WINDOW_NS * ghz), 1);
  return self;
}

void
weft_hub_summary_free (WeftHubSummary *self)
{
  g_hash_table_unref (self->entries);
  g_free (self);
}

static void
add_entry (WeftLiveSummaryEntry *into, const WeftLiveSummaryEntry *from)
{
  into->n += from->n;
  into->sum += from->sum;
  into->min = MIN (into->min, from->min);
  into->max = MAX (into->max, from->max);
  for (guint i = 0; i < WEFT_LIVE_HISTOGRAM_BINS; i++)
    into->histogram[i] += from->histogram[i];
}

/* The entry of a program and the window that `ticks` lie in, new or not. */
static WeftLiveSummaryEntry *
find_entry (WeftHubSummary *self, guint32 key, guint64 ticks)
{
  WeftLiveSummaryEntry wanted = { .key = key, .from_ticks = ticks - ticks % self->window };
  WeftLiveSummaryEntry *found = g_hash_table_lookup (self->entries, &wanted);

  if (found != NULL)
    return found;
  found = g_new0 (WeftLiveSummaryEntry, 1);
  found->key = key;
  found->from_ticks = wanted.from_ticks;
  found->min = G_MAXUINT64;
  g_hash_table_add (self->entries, found);
  return found;
}

void
weft_hub_summary_limit (WeftHubSummary *self, guint max_entries)
{
  while (g_hash_table_size (self->entries) > max_entries && self->window <= G_MAXUINT64 / 4)
    {
      g_autoptr (GHashTable) old = self->entries;
      GHashTableIter iter;
      gpointer entry;

      self->entries = g_hash_table_new_full (hash_entry, equal_entries, g_free, NULL);
      self->window *= 2;
      g_hash_table_iter_init (&iter, old);
      while (g_hash_table_iter_next (&iter, &entry, NULL))
        add_entry (find_entry (self, ((WeftLiveSummaryEntry *) entry)->key,
                               ((WeftLiveSummaryEntry *) entry)->from_ticks),
                   entry);
    }
}

void
weft_hub_summary_add (WeftHubSummary *self, const WeftLiveFrame *frame, guint skip)
{
  for (guint i = skip; i < frame->count; i++)
    {
      WeftLiveRecord record;
      WeftLiveSummaryEntry *entry;
      guint64 length;

      weft_live_get_record (frame, i, &record);
      length = record.end - record.start;
      /* totals hold what has a length alone, whoever counts them */
      if (record.kind != WEFT_LIVE_KIND_PROGRAM || record.flags != 0 || (gint64) length < 0)
        continue;
      entry = find_entry (self, record.program_key, record.start);
      entry->n++;
      entry->sum += length;
      entry->min = MIN (entry->min, length);
      entry->max = MAX (entry->max, length);
      entry->histogram[weft_live_bin (length)]++;
    }
  weft_hub_summary_limit (self, MAX_ENTRIES);
}

void
weft_hub_summary_merge (WeftHubSummary *self, const WeftHubSummary *other)
{
  GHashTableIter iter;
  gpointer data;

  g_hash_table_iter_init (&iter, other->entries);
  while (g_hash_table_iter_next (&iter, &data, NULL))
    {
      const WeftLiveSummaryEntry *entry = data;

      add_entry (find_entry (self, entry->key, entry->from_ticks), entry);
    }
  weft_hub_summary_limit (self, MAX_ENTRIES);
}

static void
put_frame (guint32 stream, const WeftLiveSummary *range, const GArray *entries, GQueue *frames)
{
  GByteArray *bytes = g_byte_array_new ();

  weft_live_put_summary (bytes, stream, range, (const WeftLiveSummaryEntry *) entries->data,
                         entries->len);
  g_queue_push_tail (frames, g_byte_array_free_to_bytes (bytes));
}

void
weft_hub_summary_flush (WeftHubSummary *self, guint32 stream, guint64 seq_lo, guint64 seq_hi,
                        guint32 max_frame, GQueue *frames)
{
  guint most = (max_frame - WEFT_LIVE_HEADER_SIZE - 16) / WEFT_LIVE_SUMMARY_ENTRY_SIZE;
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (WeftLiveSummaryEntry));
  WeftLiveSummary range = { seq_lo, seq_hi };
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &entry, NULL))
    {
      g_array_append_vals (entries, entry, 1);
      if (entries->len == most)
        {
          put_frame (stream, &range, entries, frames);
          g_array_set_size (entries, 0);
        }
    }
  if (entries->len > 0)
    put_frame (stream, &range, entries, frames);
  g_hash_table_remove_all (self->entries);
}
