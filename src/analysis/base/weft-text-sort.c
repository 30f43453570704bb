/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-text-sort.h"

#include <string.h>

#include "weft-key-sort.h"

/* Texts are kept and compared as words of eight bytes, of which the last ends with a NUL. */
#define WORD_BYTES sizeof (guint64)
#define BLOCK_SHIFT 16
#define BLOCK_WORDS (1u << BLOCK_SHIFT)

/* Texts that came before are looked for in so many slots, from that of their hash on. Where that many
 * others have come, and more than were known again, they are not looked for any more. */
#define N_SLOTS (1u << 17)
#define N_TRIES 4
#define MANY_OTHERS 16384

/* Fewer texts are merged rather than sorted by digits; of a few each goes to its place. */
#define FEW_TEXTS 768
#define VERY_FEW_TEXTS 12

typedef struct
{
  guint32 hash;
  guint32 text; /* 1 + its number; 0: none */
} Slot;

struct _WeftTextSort
{
  GPtrArray *owned;  /* one or more blocks each */
  GPtrArray *blocks; /* of words, which are counted through all of them */
  guint32 n_used;    /* where the next text begins, */
  guint32 n_room;    /* and how long it may be */
  gsize n_bytes;
  GArray *texts; /* guint32: their first words */

  Slot *slots;     /* N_SLOTS of them; NULL before the first text */
  guint32 n_known; /* how often a text had come before, */
  guint32 n_other; /* and how often it was not one of those in its slots */
};

WeftTextSort *
weft_text_sort_new (void)
{
  WeftTextSort *self = g_new0 (WeftTextSort, 1);

  self->owned = g_ptr_array_new_with_free_func (g_free);
  self->blocks = g_ptr_array_new ();
  self->texts = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
weft_text_sort_free (WeftTextSort *self)
{
  g_clear_pointer (&self->owned, g_ptr_array_unref);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
  g_array_unref (self->texts);
  g_free (self->slots);
  g_free (self);
}

guint32
weft_text_sort_get_n_texts (const WeftTextSort *self)
{
  return self->texts->len;
}

gsize
weft_text_sort_get_n_bytes (const WeftTextSort *self)
{
  return self->n_bytes;
}

/* --- texts as words ----------------------------------------------------------------------------- */

static guint64 *
get_words (const WeftTextSort *self, guint32 place)
{
  return (guint64 *) self->blocks->pdata[place >> BLOCK_SHIFT] + place % BLOCK_WORDS;
}

/* Sees to it that so many words may be written at `n_used`. A text is in blocks that follow one
 * another. */
static void
make_room (WeftTextSort *self, gsize n_words)
{
  gsize n_blocks = (n_words + BLOCK_WORDS - 1) / BLOCK_WORDS;
  guint64 *words;

  if (n_words <= self->n_room)
    return;
  words = g_new (guint64, n_blocks * BLOCK_WORDS);
  g_ptr_array_add (self->owned, words);
  self->n_used = self->blocks->len << BLOCK_SHIFT;
  self->n_room = (guint32) n_blocks << BLOCK_SHIFT;
  for (gsize i = 0; i < n_blocks; i++)
    g_ptr_array_add (self->blocks, words + i * BLOCK_WORDS);
}

static guint32
hash_words (const guint64 *words, gsize n_words)
{
  guint64 hash = n_words;

  for (gsize i = 0; i < n_words; i++)
    {
      hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
  return (guint32) hash;
}

/* Whether it is a text of these words, of which the last is an end. */
static gboolean
is_text (const WeftTextSort *self, guint32 text, const guint64 *words, gsize n_words)
{
  const guint64 *other = get_words (self, g_array_index (self->texts, guint32, text));
  gsize i = 0;

  while (i < n_words && other[i] == words[i])
    i++;
  return i == n_words;
}

/* The slot of the text, or one that has none; NULL where all are others'. */
static Slot *
find_slot (WeftTextSort *self, guint32 hash, const guint64 *words, gsize n_words)
{
  for (guint i = 0; i < N_TRIES; i++)
    {
      Slot *slot = &self->slots[(hash + i) % N_SLOTS];

      if (slot->text == 0 || (slot->hash == hash && is_text (self, slot->text - 1, words, n_words)))
        return slot;
    }
  return NULL;
}

/* Takes the words that were written last. */
static guint32
add_words (WeftTextSort *self, guint32 n_words)
{
  g_array_append_val (self->texts, self->n_used);
  self->n_used += n_words;
  self->n_room -= n_words;
  self->n_bytes += n_words * WORD_BYTES;
  return self->texts->len - 1;
}

/* Likewise, unless they are those of a text that is known. */
static guint32
look_up (WeftTextSort *self, const guint64 *words, guint32 n_words)
{
  guint32 hash = hash_words (words, n_words);
  Slot *slot;

  if (self->slots == NULL)
    self->slots = g_new0 (Slot, N_SLOTS);
  slot = find_slot (self, hash, words, n_words);
  if (slot == NULL)
    {
      self->n_other++;
      return add_words (self, n_words);
    }
  if (slot->text == 0)
    *slot = (Slot){ hash, 1 + add_words (self, n_words) };
  else
    self->n_known++;
  return slot->text - 1;
}

guint32
weft_text_sort_add (WeftTextSort *self, const char *text)
{
  gsize length = strlen (text);
  gsize n_words = length / WORD_BYTES + 1;
  guint64 *words;

  make_room (self, n_words);
  words = get_words (self, self->n_used);
  words[n_words - 1] = 0;
  memcpy (words, text, length);
  if (self->n_other <= MANY_OTHERS || self->n_other <= self->n_known)
    return look_up (self, words, (guint32) n_words);
  return add_words (self, (guint32) n_words);
}

guint32
weft_text_sort_take (WeftTextSort *self, WeftTextSort *other)
{
  guint32 n_texts = self->texts->len;
  guint32 n_words = self->blocks->len << BLOCK_SHIFT;

  for (guint32 i = 0; i < other->texts->len; i++)
    g_array_index (other->texts, guint32, i) += n_words;
  g_array_append_vals (self->texts, other->texts->data, other->texts->len);
  g_ptr_array_extend_and_steal (self->owned, g_steal_pointer (&other->owned));
  g_ptr_array_extend_and_steal (self->blocks, g_steal_pointer (&other->blocks));
  self->n_bytes += other->n_bytes;
  weft_text_sort_free (other);
  return n_texts;
}

/* --- their order -------------------------------------------------------------------------------- */

/* A text that is being sorted, by one of its words. */
typedef struct
{
  guint64 word; /* as a number: its first byte is the highest */
  guint32 text;
  guint32 place; /* of its first word */
} Entry;

typedef struct
{
  const WeftTextSort *texts;
  GCancellable *cancellable;
  Entry *entries;
  Entry *scratch;
  guint32 *ranks;
} Sorter;

/* Whether a text ends with the word. */
static gboolean
is_end (guint64 word)
{
  return (word & 0xff) == 0;
}

static guint64
get_word (const Sorter *self, const Entry *entry, guint32 index)
{
  return GUINT64_FROM_BE (*get_words (self->texts, entry->place + index));
}

/* The texts' words at `index`, which none of them ends before; whether they are all the same. */
static gboolean
read_words (const Sorter *self, Entry *entries, guint32 n, guint32 index)
{
  guint64 first = get_word (self, &entries[0], index), differences = 0;

  for (guint32 i = 0; i < n; i++)
    {
      entries[i].word = get_word (self, &entries[i], index);
      differences |= entries[i].word ^ first;
    }
  return differences == 0;
}

/* The first word from `index` on that is not the same in all texts, or else the last. */
static guint32
find_difference (const Sorter *self, const Entry *entries, guint32 n, guint32 index)
{
  guint32 end = index;

  while (!is_end (get_word (self, &entries[0], end)))
    end++;
  for (guint32 i = 1; i < n && end > index; i++)
    {
      guint32 at = index;

      while (at < end && get_word (self, &entries[i], at) == get_word (self, &entries[0], at))
        at++;
      end = at;
    }
  return end;
}

/* Each goes before those of the ones in front of it that have a higher word. */
static void
sort_very_few (Entry *entries, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    {
      Entry entry = entries[i];
      guint32 place = i;

      for (; place > 0 && entries[place - 1].word > entry.word; place--)
        entries[place] = entries[place - 1];
      entries[place] = entry;
    }
}

/* Sorts the halves, and merges them. */
static void
sort_few (Entry *entries, guint32 n, Entry *scratch)
{
  guint32 middle = n / 2, first = 0, second = middle;

  if (n <= VERY_FEW_TEXTS)
    {
      sort_very_few (entries, n);
      return;
    }
  sort_few (entries, middle, scratch);
  sort_few (entries + middle, n - middle, scratch);
  if (entries[middle - 1].word <= entries[middle].word)
    return;
  memcpy (scratch, entries, middle * sizeof *entries);
  for (guint32 i = 0; first < middle; i++)
    {
      gboolean from_second = second < n && entries[second].word < scratch[first].word;

      entries[i] = from_second ? entries[second] : scratch[first];
      second += (guint32) from_second;
      first += (guint32) !from_second;
    }
}

static gboolean
sort_many (const Sorter *self, Entry *entries, guint32 n, GError **error)
{
  g_autofree guint64 *keys = g_new (guint64, n);
  g_autofree guint32 *places = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      keys[i] = entries[i].word;
      places[i] = i;
    }
  if (!weft_key_sort (keys, places, n, self->cancellable, error))
    return FALSE;
  memcpy (self->scratch, entries, n * sizeof *entries);
  for (guint32 i = 0; i < n; i++)
    entries[i] = self->scratch[places[i]];
  return TRUE;
}

/* Texts that are equal, to all of which the place of the first is given. */
static void
rank_equal (const Sorter *self, const Entry *entries, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    self->ranks[entries[i].text] = (guint32) (entries - self->entries);
}

/* Ranks texts that have the same words before the one at `index`. */
static gboolean
rank_entries (const Sorter *self, Entry *entries, guint32 n, guint32 index, GError **error)
{
  guint32 end;

  while (read_words (self, entries, n, index) && !is_end (entries[0].word))
    index = find_difference (self, entries, n, index + 1);
  if (n < FEW_TEXTS)
    sort_few (entries, n, self->scratch);
  else if (!sort_many (self, entries, n, error))
    return FALSE;
  for (guint32 i = 0; i < n; i = end)
    {
      guint64 word = entries[i].word;

      for (end = i + 1; end < n && entries[end].word == word;)
        end++;
      if (end == i + 1 || is_end (word))
        rank_equal (self, entries + i, end - i);
      else if (!rank_entries (self, entries + i, end - i, index + 1, error))
        return FALSE;
    }
  return TRUE;
}

guint32 *
weft_text_sort_rank (const WeftTextSort *self, GCancellable *cancellable, GError **error)
{
  guint32 n = self->texts->len;
  g_autofree Entry *entries = g_new (Entry, MAX (n, 1));
  g_autofree Entry *scratch = g_new (Entry, MAX (n, 1));
  g_autofree guint32 *ranks = g_new (guint32, MAX (n, 1));
  const Sorter sorter = { self, cancellable, entries, scratch, ranks };

  for (guint32 i = 0; i < n; i++)
    entries[i] = (Entry){ 0, i, g_array_index (self->texts, guint32, i) };
  if (n > 0 && !rank_entries (&sorter, entries, n, 0, error))
    return NULL;
  return g_steal_pointer (&ranks);
}
