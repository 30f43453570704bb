/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-search-results.h"

#include <string.h>

#include "weft-after-frame.h"
#include "weft-runner.h"

/* The results of a state, kept with the object. */
#define RESULTS_KEY "weft-search-results"

/* Bytes of a text that are shown before its match. */
#define LEAD 48

/* Milliseconds between two looks at the hits that came meanwhile, which frames have. */
#define TAKE_INTERVAL 8

/* --- items ------------------------------------------------------------------------------------ */

struct _WeftSearchItem
{
  GObject parent_instance;

  char *name;
  char *markup;
};

G_DEFINE_FINAL_TYPE (WeftSearchItem, weft_search_item, G_TYPE_OBJECT)

static void
weft_search_item_finalize (GObject *object)
{
  g_free (WEFT_SEARCH_ITEM (object)->name);
  g_free (WEFT_SEARCH_ITEM (object)->markup);
  G_OBJECT_CLASS (weft_search_item_parent_class)->finalize (object);
}

static void
weft_search_item_class_init (WeftSearchItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_search_item_finalize;
}

static void
weft_search_item_init (WeftSearchItem *self G_GNUC_UNUSED)
{
}

/* A piece of a text, its newlines as blanks. */
static void
append_piece (GString *markup, const char *text, gsize from, gsize to)
{
  g_autofree char *piece = g_strndup (text + from, to - from);
  g_autofree char *escaped = g_markup_escape_text (g_strdelimit (piece, "\n\t", ' '), -1);

  g_string_append (markup, escaped);
}

/* The match with what stands around it, so that it is in sight at the beginning. */
static char *
make_markup (const char *text, const WeftSearchHit *hit)
{
  g_autoptr (GString) markup = g_string_new (NULL);
  gsize length = strlen (text), to = MIN (hit->to, length), from = MIN (hit->from, to), begin = 0;

  if (from > LEAD)
    {
      begin = (gsize) (g_utf8_find_prev_char (text, text + from - LEAD + 1) - text);
      g_string_append (markup, "…");
    }
  append_piece (markup, text, begin, from);
  g_string_append (markup, "<b>");
  append_piece (markup, text, from, to);
  g_string_append (markup, "</b>");
  append_piece (markup, text, to, length);
  return g_string_free (g_steal_pointer (&markup), FALSE);
}

const char *
weft_search_item_get_name (WeftSearchItem *self)
{
  return self->name;
}

const char *
weft_search_item_get_markup (WeftSearchItem *self)
{
  return self->markup;
}

/* --- results ------------------------------------------------------------------------------------ */

/* Rows that were searched, and what was found in them. */
typedef struct
{
  guint32 first;
  guint32 last;
  GArray *hits;
} Chunk;

/* One search, between the main thread and the worker that has it at the time. */
typedef struct
{
  gatomicrefcount ref_count;
  WeftSearchResults *results; /* main thread only; NULL: not theirs any more */
  const WeftSearchableInterface *iface;
  gpointer search; /* the worker's */
  GMutex mutex;    /* of the rest */
  GArray *chunks;  /* Chunk: found, and not yet taken */
  gboolean told;   /* the main loop is going to take them */
  guint n_hits;    /* of the results, and in the chunks */
  gboolean ended;  /* there are too many */
} Search;

/* A worker is asked to bring the search up to date with the content. */
typedef struct
{
  Search *search;
  gpointer content;
} Question;

typedef struct
{
  guint8 *bins;
  guint n_bins;
  WeftAxis axis;    /* what they were made of */
  WeftFolds *folds; /* the axis's, held; nullable */
} Marks;

struct _WeftSearchResults
{
  GObject parent_instance;

  WeftSearchable *state; /* that owns them; NULL when it is gone */
  const WeftSearchableInterface *iface;
  char *text;
  WeftSearchQuery query;
  GArray *hits; /* WeftSearchHit, by row */
  guint current;
  guint32 start; /* where the user was when that was shown */
  gboolean cut;

  Search *search; /* NULL: there is none */
  WeftRunner *runner;
  Marks times;
  Marks rows;
};

enum
{
  CHANGED,
  CURRENT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GType
get_item_type (GListModel *model G_GNUC_UNUSED)
{
  return WEFT_TYPE_SEARCH_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return WEFT_SEARCH_RESULTS (model)->hits->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  WeftSearchResults *self = WEFT_SEARCH_RESULTS (model);
  const WeftSearchHit *hit;
  WeftSearchItem *item;
  g_autofree char *text = NULL;

  if (position >= self->hits->len || self->state == NULL)
    return NULL;
  hit = &g_array_index (self->hits, WeftSearchHit, position);
  item = g_object_new (WEFT_TYPE_SEARCH_ITEM, NULL);
  self->iface->describe (self->state, hit, &item->name, &text);
  item->markup = text != NULL ? make_markup (text, hit) : g_strdup ("—");
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftSearchResults, weft_search_results, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
forget_marks (WeftSearchResults *self)
{
  g_clear_pointer (&self->times.bins, g_free);
  g_clear_pointer (&self->times.folds, weft_folds_unref);
  g_clear_pointer (&self->rows.bins, g_free);
}

/* --- the worker --------------------------------------------------------------------------------- */

static void
clear_chunk (gpointer data)
{
  g_array_unref (((Chunk *) data)->hits);
}

static GArray *
create_chunks (void)
{
  GArray *chunks = g_array_new (FALSE, FALSE, sizeof (Chunk));

  g_array_set_clear_func (chunks, clear_chunk);
  return chunks;
}

static void
search_unref (gpointer data)
{
  Search *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  self->iface->free_search (self->search);
  g_array_unref (self->chunks);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static Search *
search_ref (Search *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
clear_question (gpointer data)
{
  Question *question = data;

  question->search->iface->unref_content (question->content);
  search_unref (question->search);
}

/* A search is one worker's at a time: that of the same one begins when the one before it has ended. */
static WeftRunTime
choose (gpointer question, gconstpointer before, WeftResult *last G_GNUC_UNUSED)
{
  return ((Question *) question)->search == ((const Question *) before)->search ? WEFT_RUN_LATER
                                                                                : WEFT_RUN_NOW;
}

static gboolean take_chunks (gpointer data);

static gboolean
on_found (guint32 first, guint32 last, const WeftSearchHit *hits, guint n_hits, gpointer user_data)
{
  Search *search = user_data;
  Chunk chunk = { first, last, g_array_sized_new (FALSE, FALSE, sizeof (WeftSearchHit), n_hits) };
  gboolean tell, goes_on;

  g_array_append_vals (chunk.hits, hits, n_hits);
  g_mutex_lock (&search->mutex);
  g_array_append_val (search->chunks, chunk);
  tell = !search->told;
  search->told = TRUE;
  search->n_hits += n_hits;
  goes_on = search->n_hits < WEFT_SEARCH_MAX_HITS;
  search->ended = !goes_on;
  g_mutex_unlock (&search->mutex);
  if (tell)
    g_timeout_add_full (WEFT_PRIORITY_AFTER_FRAME, TAKE_INTERVAL, take_chunks, search_ref (search),
                        search_unref);
  return goes_on;
}

/* The value is the search, whose hits have come one by one. */
static gpointer
update (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  Search *search = question->search;

  if (!search->iface->update (search->search, question->content, on_found, search, cancellable,
                              error))
    return NULL;
  return search_ref (search);
}

static const WeftDerivation searching = {
  .name = "WeftSearching",
  .question_size = sizeof (Question),
  .clear_question = clear_question,
  .choose = choose,
  .derive = update,
  .free_value = search_unref,
  .interval = G_USEC_PER_SEC * 3 / 20,
  .share = 1,
};

/* --- taking what was found ---------------------------------------------------------------------- */

/* The first result in `row` or behind it. */
static guint
find_row (WeftSearchResults *self, guint32 row)
{
  guint low = 0, high = self->hits->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->hits, WeftSearchHit, middle).row < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Where a result is among those that take its place, from `begin` on. */
static guint
find_again (const WeftSearchHit *hit, const GArray *hits, guint begin)
{
  for (guint i = 0; i < hits->len; i++)
    {
      const WeftSearchHit *other = &g_array_index (hits, WeftSearchHit, i);

      if (other->item == hit->item && other->part == hit->part && other->field == hit->field)
        return begin + i;
    }
  return WEFT_SEARCH_NO_HIT;
}

/* The lowest index that is another one afterwards. */
static guint
take_chunk (WeftSearchResults *self, const Chunk *chunk)
{
  guint begin = find_row (self, chunk->first), end = find_row (self, chunk->last);

  if (self->current != WEFT_SEARCH_NO_HIT && self->current >= end)
    self->current += chunk->hits->len - (end - begin);
  else if (self->current != WEFT_SEARCH_NO_HIT && self->current >= begin)
    self->current =
      find_again (&g_array_index (self->hits, WeftSearchHit, self->current), chunk->hits, begin);
  if (end > begin)
    g_array_remove_range (self->hits, begin, end - begin);
  if (chunk->hits->len > 0)
    g_array_insert_vals (self->hits, begin, chunk->hits->data, chunk->hits->len);
  return end > begin || chunk->hits->len > 0 ? begin : G_MAXUINT;
}

/* Rows that are searched again have their hits replaced: found hits are no more to go by. */
static void
count_hits (Search *search, guint n_taken)
{
  g_mutex_lock (&search->mutex);
  search->n_hits = n_taken;
  for (guint i = 0; i < search->chunks->len; i++)
    search->n_hits += g_array_index (search->chunks, Chunk, i).hits->len;
  g_mutex_unlock (&search->mutex);
}

static gboolean
take_chunks (gpointer data)
{
  Search *search = data;
  WeftSearchResults *self = search->results;
  g_autoptr (GArray) chunks = NULL;
  guint begin = G_MAXUINT, before;

  g_mutex_lock (&search->mutex);
  chunks = search->chunks;
  search->chunks = create_chunks ();
  search->told = FALSE;
  g_mutex_unlock (&search->mutex);
  if (self == NULL)
    return G_SOURCE_REMOVE;
  before = self->hits->len;
  for (guint i = 0; i < chunks->len; i++)
    {
      guint changed = take_chunk (self, &g_array_index (chunks, Chunk, i));

      begin = MIN (begin, changed);
    }
  count_hits (search, self->hits->len);
  if (begin == G_MAXUINT)
    return G_SOURCE_REMOVE;
  begin = MIN (begin, before);
  forget_marks (self);
  g_list_model_items_changed (G_LIST_MODEL (self), begin, before - begin, self->hits->len - begin);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* --- running ------------------------------------------------------------------------------------ */

static void
bring_up_to_date (WeftSearchResults *self)
{
  Question question;

  if (self->search == NULL || self->cut)
    return;
  question.search = search_ref (self->search);
  question.content = self->iface->ref_content (self->state);
  weft_runner_ask (self->runner, &question);
}

static void
on_done (WeftSearchResults *self)
{
  take_chunks (self->search);
  g_mutex_lock (&self->search->mutex);
  self->cut = self->search->ended;
  g_mutex_unlock (&self->search->mutex);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_failed (WeftSearchResults *self)
{
  take_chunks (self->search);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
start (WeftSearchResults *self, WeftTextMatcher *matcher)
{
  Search *search = g_new0 (Search, 1);

  g_atomic_ref_count_init (&search->ref_count);
  g_mutex_init (&search->mutex);
  search->results = self;
  search->iface = self->iface;
  search->search = self->iface->create_search (self->state, matcher, self->query.fields);
  search->chunks = create_chunks ();
  self->search = search;
  bring_up_to_date (self);
}

/* Whatever is under way says nothing any more. */
static void
stop (WeftSearchResults *self)
{
  weft_runner_forget (self->runner);
  if (self->search == NULL)
    return;
  self->search->results = NULL;
  g_clear_pointer (&self->search, search_unref);
}

static void
empty (WeftSearchResults *self)
{
  guint n_hits = self->hits->len;

  g_array_set_size (self->hits, 0);
  self->current = WEFT_SEARCH_NO_HIT;
  self->cut = FALSE;
  forget_marks (self);
  if (n_hits > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_hits, 0);
}

gboolean
weft_search_results_set_query (WeftSearchResults *self, const WeftSearchQuery *query,
                               GError **error)
{
  g_autoptr (WeftTextMatcher) matcher = NULL;
  gboolean same, good = TRUE;

  g_return_val_if_fail (WEFT_IS_SEARCH_RESULTS (self), FALSE);

  same = g_str_equal (query->text, self->text) && query->regex == self->query.regex
         && query->match_case == self->query.match_case && query->fields == self->query.fields;
  if (same && (self->search != NULL || *query->text == '\0'))
    return TRUE;
  stop (self);
  empty (self);
  if (!same)
    {
      g_autofree char *before = self->text;

      self->text = g_strdup (query->text);
      self->query = *query;
      self->query.text = self->text;
    }
  if (*self->text != '\0')
    {
      matcher = weft_text_matcher_new (self->query.regex ? WEFT_MATCH_REGEX : WEFT_MATCH_PART,
                                       self->text, !self->query.match_case, NULL, error);
      good = matcher != NULL;
    }
  if (matcher != NULL)
    start (self, matcher);
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[CURRENT], 0);
  return good;
}

/* --- what there is to know ---------------------------------------------------------------------- */

const WeftSearchQuery *
weft_search_results_get_query (WeftSearchResults *self)
{
  return &self->query;
}

guint
weft_search_results_get_n_hits (WeftSearchResults *self)
{
  return self->hits->len;
}

const WeftSearchHit *
weft_search_results_get_hit (WeftSearchResults *self, guint index)
{
  g_return_val_if_fail (index < self->hits->len, NULL);

  return &g_array_index (self->hits, WeftSearchHit, index);
}

gboolean
weft_search_results_is_running (WeftSearchResults *self)
{
  return weft_runner_is_running (self->runner);
}

const GError *
weft_search_results_get_error (WeftSearchResults *self)
{
  return weft_runner_get_error (self->runner);
}

gboolean
weft_search_results_is_cut (WeftSearchResults *self)
{
  return self->cut;
}

guint
weft_search_results_get_current (WeftSearchResults *self)
{
  return self->current;
}

gboolean
weft_search_results_show (WeftSearchResults *self, guint index)
{
  gboolean shown;

  g_return_val_if_fail (WEFT_IS_SEARCH_RESULTS (self) && index < self->hits->len, FALSE);

  self->current = index;
  g_signal_emit (self, signals[CURRENT], 0);
  shown = self->iface->show (self->state, &g_array_index (self->hits, WeftSearchHit, index));
  self->start = self->iface->get_start (self->state);
  return shown;
}

/* The result that a step leads to: from the current one, unless the user has gone elsewhere since. Who has
 * gone to a thing has seen it. */
static guint
find_next (WeftSearchResults *self, int by)
{
  gboolean has_current = self->current != WEFT_SEARCH_NO_HIT;
  guint32 start = self->iface->get_start (self->state);
  guint index = self->current;

  if (has_current && start == self->start)
    return by > 0 ? index + 1 : index + self->hits->len - 1;
  index = find_row (self, by > 0 && has_current ? start + 1 : start);
  return by > 0 ? index : index + self->hits->len - 1;
}

gboolean
weft_search_results_step (WeftSearchResults *self, int by)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_RESULTS (self) && (by == 1 || by == -1), FALSE);

  if (self->hits->len == 0)
    return FALSE;
  return weft_search_results_show (self, find_next (self, by) % self->hits->len);
}

/* --- marks ---------------------------------------------------------------------------------------- */

/* TRUE where the marks have to be made; they are all 0 then. */
static gboolean
begin_marks (Marks *marks, const WeftAxis *axis, guint n_bins)
{
  if (marks->bins != NULL && marks->n_bins == n_bins && marks->axis.origin == axis->origin
      && marks->axis.ticks_per_px == axis->ticks_per_px && marks->folds == axis->folds)
    return FALSE;
  g_free (marks->bins);
  g_clear_pointer (&marks->folds, weft_folds_unref);
  *marks = (Marks){ g_new0 (guint8, n_bins + 1), n_bins, *axis, NULL };
  if (axis->folds != NULL)
    marks->folds = weft_folds_ref ((WeftFolds *) axis->folds);
  return TRUE;
}

static void
mark (Marks *marks, gint64 tick)
{
  double x = weft_axis_to_px (&marks->axis, tick);

  if (x >= 0 && x < marks->n_bins)
    marks->bins[(guint) x] = 1;
}

const guint8 *
weft_search_results_mark_times (WeftSearchResults *self, const WeftAxis *axis, guint n_bins)
{
  if (begin_marks (&self->times, axis, n_bins))
    for (guint i = 0; i < self->hits->len; i++)
      mark (&self->times, g_array_index (self->hits, WeftSearchHit, i).time);
  return self->times.bins;
}

const guint8 *
weft_search_results_mark_rows (WeftSearchResults *self, guint32 n_rows, guint n_bins)
{
  const WeftAxis axis = { .ticks_per_px = MAX ((double) n_rows / MAX (n_bins, 1), 1e-9) };

  if (begin_marks (&self->rows, &axis, n_bins))
    for (guint i = 0; i < self->hits->len; i++)
      mark (&self->rows, g_array_index (self->hits, WeftSearchHit, i).row);
  return self->rows.bins;
}

/* --- the object ----------------------------------------------------------------------------------- */

static void
weft_search_results_finalize (GObject *object)
{
  WeftSearchResults *self = WEFT_SEARCH_RESULTS (object);

  stop (self);
  g_object_unref (self->runner);
  forget_marks (self);
  g_array_unref (self->hits);
  g_free (self->text);
  G_OBJECT_CLASS (weft_search_results_parent_class)->finalize (object);
}

static void
weft_search_results_class_init (WeftSearchResultsClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed", "current" };

  G_OBJECT_CLASS (klass)->finalize = weft_search_results_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WEFT_TYPE_SEARCH_RESULTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
weft_search_results_init (WeftSearchResults *self)
{
  self->hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  self->current = WEFT_SEARCH_NO_HIT;
  self->text = g_strdup ("");
  self->query = (WeftSearchQuery){ self->text, FALSE, FALSE, G_MAXUINT32 };
  self->runner = weft_runner_new_for_value (&searching);
  g_signal_connect_object (self->runner, "done", G_CALLBACK (on_done), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runner, "failed", G_CALLBACK (on_failed), self, G_CONNECT_SWAPPED);
}

/* Whoever still has them sees that there are none. */
static void
on_state_gone (gpointer data, GObject *state G_GNUC_UNUSED)
{
  WeftSearchResults *self = data;

  self->state = NULL;
  stop (self);
  empty (self);
}

WeftSearchResults *
weft_search_results_get (WeftSearchable *state)
{
  WeftSearchResults *self;

  g_return_val_if_fail (WEFT_IS_SEARCHABLE (state), NULL);

  self = g_object_get_data (G_OBJECT (state), RESULTS_KEY);
  if (self == NULL)
    {
      self = g_object_new (WEFT_TYPE_SEARCH_RESULTS, NULL);
      self->state = state;
      self->iface = WEFT_SEARCHABLE_GET_IFACE (state);
      g_object_weak_ref (G_OBJECT (state), on_state_gone, self);
      g_object_set_data_full (G_OBJECT (state), RESULTS_KEY, self, g_object_unref);
      g_signal_connect_object (state, "content", G_CALLBACK (bring_up_to_date), self,
                               G_CONNECT_SWAPPED);
    }
  return self;
}
