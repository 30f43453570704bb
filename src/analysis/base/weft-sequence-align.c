/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sequence-align.h"

#include "weft-map64.h"

#include <string.h>

/* A way that leaves out as little as possible is followed until it is a good one. It ends in so
 * many equal elements, and in more of them the more it left out; or it ends in a few, but has
 * gone on for many for each that it left out, as sequences do that differ a little everywhere. */
#define LONG_END 64
#define EDITS_PER_LONGER_END 4
#define SHORT_END 16
#define ADVANCE_PER_EDIT 8
#define ADVANCE_AT_LEAST 256

/* A way leaves out so many elements at most, as the work grows with their square; fewer once so
 * much was done. */
#define MAX_EDITS 2048
#define MAX_EDITS_TIRED 64
#define MUCH_WORK ((guint64) 64 << 20)

/* When that is not enough, the nearest place is taken where so many elements in a row are equal
 * again, however far it is; first it is looked for within a distance, which is then multiplied. */
#define FAR_RUN 24
#define FAR_DISTANCE ((guint64) 16384)
#define DISTANCE_FACTOR 8

/* Of the rolling hash over the elements in a row. */
#define MULTIPLIER 0x9e3779b97f4a7c15u

typedef struct
{
  const guint64 *first;
  const guint64 *second;
  guint32 n_first;
  guint32 n_second;
} Rest;

typedef struct
{
  guint32 first; /* elements of each */
  guint32 second;
} Step;

typedef struct
{
  Rest rest;
  GArray *aligned; /* WeftAligned */
  guint32 first;   /* the next elements, */
  guint32 second;
  Step pending; /* after these, which have no partner */

  gint32 *reach; /* by the edits of a way, then by its diagonal: see find_way() */
  guint32 n_reach;
  GArray *way; /* Step, backwards: equal elements, or one that is left out */
  guint64 work;
  gboolean hopeless; /* no long run is equal in what is left */
} Aligner;

/* --- the result ------------------------------------------------------------------------------- */

static void
append (Aligner *self, guint32 first, guint32 second)
{
  WeftAligned place = { first, second };

  g_array_append_val (self->aligned, place);
}

static void
append_pending (Aligner *self)
{
  for (; self->pending.first > 0; self->pending.first--)
    append (self, self->first++, WEFT_ALIGN_NONE);
  for (; self->pending.second > 0; self->pending.second--)
    append (self, WEFT_ALIGN_NONE, self->second++);
}

static void
advance (Aligner *self, guint32 first, guint32 second)
{
  Rest *rest = &self->rest;

  *rest = (Rest){ rest->first + first, rest->second + second, rest->n_first - first,
                  rest->n_second - second };
}

static void
leave_out (Aligner *self, Step step)
{
  self->pending.first += step.first;
  self->pending.second += step.second;
  advance (self, step.first, step.second);
}

static void
append_pairs (Aligner *self, guint32 n)
{
  if (n > 0)
    append_pending (self);
  for (guint32 i = 0; i < n; i++)
    append (self, self->first++, self->second++);
}

static void
take_pairs (Aligner *self, guint32 n)
{
  append_pairs (self, n);
  advance (self, n, n);
}

/* Elements between two looks at the cancellable. */
#define ELEMENTS_BETWEEN 65536u

/* Takes what is equal from the beginning; FALSE where it was cancelled. */
static gboolean
take_equal (Aligner *self, GCancellable *cancellable, GError **error)
{
  const Rest *rest = &self->rest;
  guint32 n;

  do
    {
      guint32 end = MIN (MIN (rest->n_first, rest->n_second), ELEMENTS_BETWEEN);

      for (n = 0; n < end && rest->first[n] == rest->second[n];)
        n++;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      take_pairs (self, n);
    }
  while (n == ELEMENTS_BETWEEN);
  return TRUE;
}

/* --- the way that leaves out least ---------------------------------------------------------------
 *
 * E. W. Myers, "An O(ND) difference algorithm and its variations", 1986. A way that left out d
 * elements, `diagonal` more of the first sequence than of the second, got farthest when it had
 * passed reach (d, diagonal) elements of the first. */

#define UNREACHED (-1)

static gint32 *
reach_of (const Aligner *self, gint32 edits, gint32 diagonal)
{
  gsize before = (gsize) edits * ((gsize) edits + 1) / 2;

  return &self->reach[before + (gsize) ((diagonal + edits) / 2)];
}

static gint32
get_reach (const Aligner *self, gint32 edits, gint32 diagonal)
{
  if (diagonal < -edits || diagonal > edits)
    return UNREACHED;
  return *reach_of (self, edits, diagonal);
}

/* Where a way with so many edits stands on the diagonal before it passes equal elements: after it
 * left out one of the first sequence (`of_first`) or of the second. */
static gint32
enter_diagonal (const Aligner *self, gint32 edits, gint32 diagonal, gboolean *of_first)
{
  gint32 after_first = get_reach (self, edits - 1, diagonal - 1);
  gint32 after_second = get_reach (self, edits - 1, diagonal + 1);
  gint64 n_first = self->rest.n_first, n_second = self->rest.n_second;

  if (after_first != UNREACHED && ++after_first > n_first)
    after_first = UNREACHED;
  if (after_second != UNREACHED && (gint64) after_second - diagonal > n_second)
    after_second = UNREACHED;
  *of_first = after_first > after_second;
  return MAX (after_first, after_second);
}

static gint32
pass_equal (const Rest *rest, gint32 x, gint32 diagonal)
{
  while ((guint32) x < rest->n_first && (guint32) (x - diagonal) < rest->n_second
         && rest->first[x] == rest->second[x - diagonal])
    x++;
  return x;
}

static gboolean
is_good (const Rest *rest, gint32 edits, gint32 entered, gint32 x, gint32 diagonal)
{
  gint64 advanced = 2 * (gint64) x - diagonal;

  if ((guint32) x == rest->n_first && (guint32) (x - diagonal) == rest->n_second)
    return TRUE;
  if (x - entered >= LONG_END + edits / EDITS_PER_LONGER_END)
    return TRUE;
  return x - entered >= SHORT_END
         && advanced >= ADVANCE_PER_EDIT * (gint64) edits + ADVANCE_AT_LEAST;
}

/* Keeps room for all ways with up to so many edits. */
static void
reserve_reach (Aligner *self, gint32 edits)
{
  guint32 needed = (guint32) (edits + 1) * (guint32) (edits + 2) / 2;

  if (needed <= self->n_reach)
    return;
  self->n_reach = MAX (needed, 2 * self->n_reach);
  self->reach = g_renew (gint32, self->reach, self->n_reach);
}

/* All ways with so many edits: the diagonal of the best good one. FALSE: none is good, and it is
 * that of the one that got farthest. */
static gboolean
go_farther (Aligner *self, gint32 edits, gint32 *best)
{
  const Rest *rest = &self->rest;
  gint64 farthest = G_MININT64;
  gboolean found = FALSE;

  reserve_reach (self, edits);
  for (gint32 diagonal = -edits; diagonal <= edits; diagonal += 2)
    {
      gboolean of_first;
      gint32 entered = edits == 0 ? 0 : enter_diagonal (self, edits, diagonal, &of_first);
      gint32 x = entered != UNREACHED ? pass_equal (rest, entered, diagonal) : UNREACHED;
      gint64 advanced = x != UNREACHED ? 2 * (gint64) x - diagonal : G_MININT64;
      gboolean good = x != UNREACHED && is_good (rest, edits, entered, x, diagonal);

      *reach_of (self, edits, diagonal) = x;
      self->work += 1 + (guint64) (x - entered);
      if (good < found || (good == found && advanced <= farthest))
        continue;
      found = good;
      farthest = advanced;
      *best = diagonal;
    }
  return found;
}

/* Finds a good way. FALSE where it would leave out too much: the one that got farthest. */
static gboolean
find_way (Aligner *self, gint32 *edits, gint32 *diagonal)
{
  gint32 most = self->work < MUCH_WORK ? MAX_EDITS : MAX_EDITS_TIRED;

  for (*edits = 0; !go_farther (self, *edits, diagonal); (*edits)++)
    if (*edits == most)
      return FALSE;
  return TRUE;
}

/* Takes the way, whose steps are found from its end. */
static void
take_way (Aligner *self, gint32 edits, gint32 diagonal)
{
  gint32 x = *reach_of (self, edits, diagonal);

  g_array_set_size (self->way, 0);
  for (; edits > 0; edits--)
    {
      gboolean of_first;
      gint32 entered = enter_diagonal (self, edits, diagonal, &of_first);
      Step equal = { (guint32) (x - entered), (guint32) (x - entered) };
      Step edit = { of_first, !of_first };

      g_array_append_val (self->way, equal);
      g_array_append_val (self->way, edit);
      x = of_first ? entered - 1 : entered;
      diagonal += of_first ? -1 : 1;
    }
  take_pairs (self, (guint32) x);
  for (guint i = self->way->len; i-- > 0;)
    {
      Step step = g_array_index (self->way, Step, i);

      if (step.first == step.second)
        take_pairs (self, step.first);
      else
        leave_out (self, step);
    }
}

/* --- the hashes of all runs of `length` elements ---------------------------------------------- */

typedef struct
{
  const guint64 *elements;
  guint32 length;
  guint32 next;   /* the element behind the run */
  guint64 weight; /* of the element that leaves */
  guint64 hash;
} Roll;

static Roll
roll_begin (const guint64 *elements, guint32 length)
{
  Roll roll = { elements, length, 0, 1, 0 };

  for (; roll.next < length; roll.next++)
    {
      roll.hash = roll.hash * MULTIPLIER + elements[roll.next];
      roll.weight *= MULTIPLIER;
    }
  return roll;
}

static void
roll_on (Roll *roll)
{
  roll->hash = roll->hash * MULTIPLIER + roll->elements[roll->next]
               - roll->weight * roll->elements[roll->next - roll->length];
  roll->next++;
}

/* How many runs of that length begin within the distance. */
static guint32
count_runs (guint32 n_elements, guint32 length, guint32 distance)
{
  return n_elements < length ? 0 : MIN (n_elements - length + 1, distance);
}

/* The first place of each run, by its hash. */
static void
index_runs (const guint64 *elements, guint32 length, guint32 n_runs, WeftMap64 *places)
{
  Roll roll;

  if (n_runs == 0)
    return;
  roll = roll_begin (elements, length);
  for (guint32 i = 0; i < n_runs; i++)
    {
      if (weft_map64_get (places, roll.hash) == WEFT_MAP64_NONE)
        weft_map64_set (places, roll.hash, i);
      if (i + 1 < n_runs)
        roll_on (&roll);
    }
}

/* --- the nearest long run that both have ------------------------------------------------------ */

static gboolean
are_equal (const Rest *rest, guint32 first, guint32 second, guint32 length)
{
  for (guint32 i = 0; i < length; i++)
    if (rest->first[first + i] != rest->second[second + i])
      return FALSE;
  return TRUE;
}

/* The nearest place within a distance. FALSE where there is none. */
static gboolean
look (const Rest *rest, guint32 distance, guint32 length, Step *step)
{
  guint32 n_first = count_runs (rest->n_first, length, distance);
  guint32 n_second = count_runs (rest->n_second, length, distance);
  WeftMap64 places = WEFT_MAP64_INIT;
  guint64 best = G_MAXUINT64;
  Roll roll;

  if (n_first == 0 || n_second == 0)
    return FALSE;
  index_runs (rest->second, length, n_second, &places);
  roll = roll_begin (rest->first, length);
  for (guint32 i = 0; i < n_first && i < best; i++)
    {
      guint32 j = weft_map64_get (&places, roll.hash);

      if (j != WEFT_MAP64_NONE && (guint64) i + j < best && are_equal (rest, i, j, length))
        {
          best = (guint64) i + j;
          *step = (Step){ i, j };
        }
      if (i + 1 < n_first)
        roll_on (&roll);
    }
  weft_map64_clear (&places);
  return best < G_MAXUINT64;
}

/* Finds how many to leave out of both until a long run is equal. FALSE where none is. */
static gboolean
find_run (const Rest *rest, Step *step)
{
  guint64 n_most = MAX (rest->n_first, rest->n_second), distance = FAR_DISTANCE;

  while (!look (rest, (guint32) MIN (distance, n_most), FAR_RUN, step))
    {
      if (distance >= n_most)
        return FALSE;
      distance *= DISTANCE_FACTOR;
    }
  return TRUE;
}

/* --- the whole -------------------------------------------------------------------------------- */

static guint32
count_common_end (const Rest *rest)
{
  guint32 n = 0;

  while (n < rest->n_first && n < rest->n_second
         && rest->first[rest->n_first - 1 - n] == rest->second[rest->n_second - 1 - n])
    n++;
  return n;
}

/* The sequences part where the rest begins: goes on behind that. */
static void
pass_difference (Aligner *self)
{
  gint32 edits, diagonal;
  Step step = { 0, 0 };

  if (self->rest.n_first == 0 || self->rest.n_second == 0)
    {
      leave_out (self, (Step){ self->rest.n_first, self->rest.n_second });
      return;
    }
  if (find_way (self, &edits, &diagonal))
    {
      take_way (self, edits, diagonal);
      return;
    }
  self->hopeless = self->hopeless || !find_run (&self->rest, &step);
  if (self->hopeless)
    take_way (self, edits, diagonal);
  else
    leave_out (self, step);
}

guint64
weft_sequence_hash_text (const char *text)
{
  guint64 hash = 0, word;
  gsize length = strlen (text);

  for (; length >= sizeof word; text += sizeof word, length -= sizeof word)
    {
      memcpy (&word, text, sizeof word);
      hash = weft_map64_mix (hash ^ word) + 1;
    }
  word = 0;
  memcpy (&word, text, length);
  hash = weft_map64_mix (hash ^ word ^ (guint64) length << 56);
  return hash != 0 ? hash : 1;
}

gboolean
weft_sequence_align (const guint64 *first, guint32 n_first, const guint64 *second, guint32 n_second,
                     GArray *aligned, GCancellable *cancellable, GError **error)
{
  Aligner self = { .rest = { first, second, n_first, n_second },
                   .aligned = aligned,
                   .way = g_array_new (FALSE, FALSE, sizeof (Step)) };
  gboolean cancelled = !take_equal (&self, cancellable, error);
  guint32 n_end;

  n_end = count_common_end (&self.rest);
  self.rest.n_first -= n_end;
  self.rest.n_second -= n_end;
  while (!cancelled && (self.rest.n_first > 0 || self.rest.n_second > 0))
    {
      pass_difference (&self);
      cancelled = !take_equal (&self, cancellable, error);
    }
  append_pending (&self);
  append_pairs (&self, n_end);
  g_array_unref (self.way);
  g_free (self.reach);
  return !cancelled;
}
