/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-marks.h"

#include <glib/gi18n-lib.h>

#include "weft-axis-folds.h"
#include "weft-search-results.h"

/* The marks of a state, kept with the object. */
#define MARKS_KEY "weft-marks"

/* Bookmarks and cursors that are read from a file at most. */
#define MAX_READ 1000

struct _WeftMarks
{
  GObject parent_instance;

  WeftViewState *state; /* that owns them; NULL when it is gone */
  GArray *marks;        /* WeftMark, by time */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftMarks, weft_marks, G_TYPE_OBJECT)

static void
clear_mark (gpointer data)
{
  WeftMark *mark = data;

  g_free (mark->name);
  g_clear_pointer (&mark->place, g_variant_unref);
}

static void
weft_marks_finalize (GObject *object)
{
  WeftMarks *self = WEFT_MARKS (object);

  g_array_unref (self->marks);
  if (self->state != NULL)
    g_object_remove_weak_pointer (G_OBJECT (self->state), (gpointer *) &self->state);
  G_OBJECT_CLASS (weft_marks_parent_class)->finalize (object);
}

static void
weft_marks_class_init (WeftMarksClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_marks_finalize;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_MARKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
weft_marks_init (WeftMarks *self)
{
  self->marks = g_array_new (FALSE, FALSE, sizeof (WeftMark));
  g_array_set_clear_func (self->marks, clear_mark);
}

WeftMarks *
weft_marks_get (WeftViewState *state)
{
  WeftMarks *self;

  g_return_val_if_fail (WEFT_IS_VIEW_STATE (state), NULL);

  self = g_object_get_data (G_OBJECT (state), MARKS_KEY);
  if (self == NULL)
    {
      self = g_object_new (WEFT_TYPE_MARKS, NULL);
      self->state = state;
      g_object_add_weak_pointer (G_OBJECT (state), (gpointer *) &self->state);
      g_object_set_data_full (G_OBJECT (state), MARKS_KEY, self, g_object_unref);
    }
  return self;
}

guint
weft_marks_get_n (WeftMarks *self)
{
  return self->marks->len;
}

const WeftMark *
weft_marks_get_mark (WeftMarks *self, guint index)
{
  g_return_val_if_fail (index < self->marks->len, NULL);

  return &g_array_index (self->marks, WeftMark, index);
}

/* --- changes ------------------------------------------------------------------------------------ */

static void
emit (WeftMarks *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Takes the mark. */
static guint
insert (WeftMarks *self, WeftMark mark)
{
  guint index = 0;

  while (index < self->marks->len && g_array_index (self->marks, WeftMark, index).time <= mark.time)
    index++;
  g_array_insert_val (self->marks, index, mark);
  return index;
}

guint
weft_marks_add_bookmark (WeftMarks *self, gint64 time, const char *name)
{
  WeftMark mark = { time, NULL, NULL };
  g_autofree char *words = NULL;
  guint index;

  g_return_val_if_fail (WEFT_IS_MARKS (self) && weft_view_state_is_open (self->state), 0);

  words = weft_time_axis_format_time (weft_view_state_get_axis (self->state), time);
  mark.name = *name != '\0' ? g_strdup (name) : g_strdup_printf ("@ %s", words);
  mark.place = weft_view_state_save_place (self->state);
  index = insert (self, mark);
  emit (self);
  return index;
}

static guint64
distance (gint64 a, gint64 b)
{
  return a > b ? (guint64) a - (guint64) b : (guint64) b - (guint64) a;
}

/* The cursor next to a time, and how many cursors there are: G_MAXUINT where there is none. */
static guint
find_cursor (WeftMarks *self, gint64 time, guint *n_cursors)
{
  guint nearest = G_MAXUINT;

  *n_cursors = 0;
  for (guint i = 0; i < self->marks->len; i++)
    {
      const WeftMark *mark = weft_marks_get_mark (self, i);

      if (mark->name != NULL)
        continue;
      (*n_cursors)++;
      if (nearest == G_MAXUINT
          || distance (mark->time, time)
               < distance (weft_marks_get_mark (self, nearest)->time, time))
        nearest = i;
    }
  return nearest;
}

void
weft_marks_toggle_cursor (WeftMarks *self, gint64 time)
{
  guint n_cursors, nearest;
  gboolean there;

  g_return_if_fail (WEFT_IS_MARKS (self));

  nearest = find_cursor (self, time, &n_cursors);
  there = nearest != G_MAXUINT && weft_marks_get_mark (self, nearest)->time == time;
  if (there || n_cursors == WEFT_MAX_CURSORS)
    g_array_remove_index (self->marks, nearest);
  if (!there)
    insert (self, (WeftMark){ time, NULL, NULL });
  emit (self);
}

void
weft_marks_clear_cursors (WeftMarks *self)
{
  g_return_if_fail (WEFT_IS_MARKS (self));

  for (guint i = self->marks->len; i-- > 0;)
    if (weft_marks_get_mark (self, i)->name == NULL)
      g_array_remove_index (self->marks, i);
  emit (self);
}

void
weft_marks_rename (WeftMarks *self, guint index, const char *name)
{
  WeftMark *mark;

  g_return_if_fail (WEFT_IS_MARKS (self) && index < self->marks->len);

  mark = &g_array_index (self->marks, WeftMark, index);
  if (mark->name == NULL || *name == '\0' || g_str_equal (mark->name, name))
    return;
  g_free (mark->name);
  mark->name = g_strdup (name);
  emit (self);
}

void
weft_marks_remove (WeftMarks *self, guint index)
{
  g_return_if_fail (WEFT_IS_MARKS (self) && index < self->marks->len);

  g_array_remove_index (self->marks, index);
  emit (self);
}

/* --- jumps --------------------------------------------------------------------------------------- */

void
weft_marks_show (WeftMarks *self, guint index)
{
  const WeftMark *mark;

  g_return_if_fail (WEFT_IS_MARKS (self) && index < self->marks->len);

  mark = weft_marks_get_mark (self, index);
  if (self->state == NULL)
    return;
  if (mark->place == NULL)
    {
      weft_view_state_show_time (self->state, mark->time, mark->time);
      return;
    }
  weft_view_state_push_history (self->state);
  weft_view_state_restore_place (self->state, mark->place, TRUE);
}

gboolean
weft_marks_step (WeftMarks *self, int by)
{
  guint first = G_MAXUINT, last = G_MAXUINT, next = G_MAXUINT, previous = G_MAXUINT;
  gint64 here;

  g_return_val_if_fail (WEFT_IS_MARKS (self) && (by == 1 || by == -1), FALSE);

  here = weft_time_axis_get_middle (weft_view_state_get_axis (self->state));
  for (guint i = 0; i < self->marks->len; i++)
    {
      const WeftMark *mark = weft_marks_get_mark (self, i);

      if (mark->name == NULL)
        continue;
      first = MIN (first, i);
      last = i;
      if (mark->time < here)
        previous = i;
      else if (mark->time > here)
        next = MIN (next, i);
    }
  if (first == G_MAXUINT)
    return FALSE;
  if (by > 0)
    weft_marks_show (self, next != G_MAXUINT ? next : first);
  else
    weft_marks_show (self, previous != G_MAXUINT ? previous : last);
  return TRUE;
}

/* How long it is from one mark to a later one, which files may put anywhere. */
static gint64
between (const WeftMark *before, const WeftMark *mark)
{
  return (gint64) MIN (distance (before->time, mark->time), (guint64) G_MAXINT64);
}

/* --- words and looks ------------------------------------------------------------------------------- */

char *
weft_marks_describe (WeftMarks *self)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (self->state);
  g_autoptr (GString) text = g_string_new (NULL);
  const WeftMark *before = NULL;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const WeftMark *mark = weft_marks_get_mark (self, i);

      if (mark->name != NULL)
        continue;
      if (before != NULL)
        {
          g_autofree char *length = weft_time_axis_format_duration (axis, between (before, mark));

          g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "Δ ", length);
        }
      before = mark;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
weft_marks_add_to_ruler (WeftMarks *self, GStringChunk *labels, GArray *axis_marks)
{
  WeftStyle *style = weft_view_state_get_style (self->state);
  WeftTimeAxis *axis = weft_view_state_get_axis (self->state);
  const WeftMark *before = NULL;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const WeftMark *mark = weft_marks_get_mark (self, i);
      WeftAxisMark shown = { mark->time, weft_style_color (style, WEFT_COLOR_CURSOR), NULL };

      if (mark->name != NULL)
        {
          shown.color = weft_style_color (style, WEFT_COLOR_ACCENT);
          shown.label = g_string_chunk_insert (labels, mark->name);
        }
      else if (before != NULL)
        {
          g_autofree char *length = weft_time_axis_format_duration (axis, between (before, mark));
          g_autofree char *label = g_strdup_printf ("Δ %s", length);

          shown.label = g_string_chunk_insert (labels, label);
        }
      if (mark->name == NULL)
        before = mark;
      g_array_append_val (axis_marks, shown);
    }
}

static void
paint_results (WeftMarks *self, const WeftAxis *axis, int width, int height, WeftPaintList *list)
{
  WeftStyle *style = weft_view_state_get_style (self->state);
  WeftColor color = weft_style_color (style, WEFT_COLOR_WARNING);
  int thick = weft_style_px (style, 2), tall = weft_style_px (style, 4);
  WeftSearchResults *results;
  const guint8 *bins;

  if (!WEFT_IS_SEARCHABLE (self->state))
    return;
  results = weft_search_results_get (WEFT_SEARCHABLE (self->state));
  if (weft_search_results_get_n_hits (results) == 0)
    return;
  bins = weft_search_results_mark_times (results, axis, (guint) width);
  for (int x = 0; x < width; x++)
    if (bins[x])
      weft_paint_list_fill (list, x, height - tall, MIN (thick, width - x), tall, color);
}

void
weft_marks_paint_overview (WeftMarks *self, gint64 first, gint64 last, int width, int height,
                           WeftPaintList *list)
{
  WeftStyle *style = weft_view_state_get_style (self->state);
  WeftAxis axis = { .folds = weft_time_axis_get_folds (weft_view_state_get_axis (self->state)) };

  if (first >= last || width <= 0)
    return;
  axis.origin = weft_folds_lay (axis.folds, first);
  axis.ticks_per_px = ((double) weft_folds_lay (axis.folds, last) - (double) axis.origin) / width;
  weft_axis_paint_breaks (&axis, style, list, width, height);
  paint_results (self, &axis, width, height, list);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const WeftMark *mark = weft_marks_get_mark (self, i);
      double x = weft_axis_to_px (&axis, mark->time);

      if (x >= 0 && x < width)
        weft_paint_list_fill (
          list, (int) x, 0, weft_style_px (style, 1), height,
          weft_style_color (style, mark->name != NULL ? WEFT_COLOR_ACCENT : WEFT_COLOR_CURSOR));
    }
}

/* --- files ----------------------------------------------------------------------------------------- */

/* A mark that can't be used is left out. */
static void
read_mark (WeftMarks *self, GKeyFile *file, const char *group, const char *key)
{
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  g_autoptr (GVariant) value =
    text != NULL ? g_variant_parse (G_VARIANT_TYPE ("(xmsmv)"), text, NULL, NULL, NULL) : NULL;
  WeftMark mark = { 0, NULL, NULL };
  g_autoptr (GVariant) place = NULL;

  if (value == NULL)
    return;
  g_variant_get (value, "(xmsmv)", &mark.time, &mark.name, &place);
  if ((mark.name != NULL) != (place != NULL))
    {
      g_free (mark.name);
      return;
    }
  mark.place = g_steal_pointer (&place);
  insert (self, mark);
}

void
weft_marks_read_key_file (WeftMarks *self, GKeyFile *file, const char *group)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  g_return_if_fail (WEFT_IS_MARKS (self));

  g_array_set_size (self->marks, 0);
  for (guint i = 0; keys != NULL && keys[i] != NULL && i < MAX_READ; i++)
    read_mark (self, file, group, keys[i]);
  emit (self);
}

void
weft_marks_write_key_file (WeftMarks *self, GKeyFile *file, const char *group)
{
  g_return_if_fail (WEFT_IS_MARKS (self));

  g_key_file_remove_group (file, group, NULL);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const WeftMark *mark = weft_marks_get_mark (self, i);
      g_autofree char *key = g_strdup_printf ("mark%u", i);
      g_autoptr (GVariant) value =
        g_variant_ref_sink (g_variant_new ("(xmsmv)", mark->time, mark->name, mark->place));
      g_autofree char *text = g_variant_print (value, TRUE);

      g_key_file_set_string (file, group, key, text);
    }
}
