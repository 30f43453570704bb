/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-open.h"

static void
free_stack (gpointer data)
{
  WeftTimelineStack *stack = data;

  g_array_unref (stack->events);
  g_free (stack);
}

void
weft_timeline_open_init (WeftTimelineOpen *self)
{
  self->stacks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_stack);
}

void
weft_timeline_open_clear (WeftTimelineOpen *self)
{
  g_hash_table_unref (self->stacks);
}

WeftTimelineStack *
weft_timeline_open_find (WeftTimelineOpen *self, const char *key)
{
  return g_hash_table_lookup (self->stacks, key);
}

WeftTimelineStack *
weft_timeline_open_add (WeftTimelineOpen *self, const char *key, guint track)
{
  WeftTimelineStack *stack = g_new0 (WeftTimelineStack, 1);

  stack->track = track;
  stack->events = g_array_new (FALSE, FALSE, sizeof (WeftTimelineEvent));
  g_hash_table_insert (self->stacks, g_strdup (key), stack);
  return stack;
}

gboolean
weft_timeline_stack_push (WeftTimelineStack *self, const WeftTimelineEvent *event)
{
  if (self->events->len == WEFT_TIMELINE_MAX_OPEN)
    return FALSE;
  g_array_append_vals (self->events, event, 1);
  return TRUE;
}

gboolean
weft_timeline_stack_pop (WeftTimelineStack *self, WeftTimelineEvent *event)
{
  guint n = self->events->len;

  if (n == 0)
    return FALSE;
  *event = g_array_index (self->events, WeftTimelineEvent, n - 1);
  g_array_set_size (self->events, n - 1);
  return TRUE;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const WeftTimelineEvent *x = a, *y = b;

  if (x->line != y->line)
    return x->line > y->line ? 1 : -1;
  return (x->place > y->place) - (x->place < y->place);
}

static GArray *
take_all (WeftTimelineOpen *self)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (WeftTimelineEvent));
  GHashTableIter iter;
  gpointer stack;

  g_hash_table_iter_init (&iter, self->stacks);
  while (g_hash_table_iter_next (&iter, NULL, &stack))
    {
      GArray *events = ((WeftTimelineStack *) stack)->events;

      g_array_append_vals (all, events->data, events->len);
    }
  g_hash_table_remove_all (self->stacks);
  g_array_sort (all, compare_lines);
  return all;
}

guint
weft_timeline_open_close (WeftTimelineOpen *self, WeftTimelineWriter *writer, gint64 time)
{
  g_autoptr (GArray) open = take_all (self);

  for (guint i = 0; i < open->len; i++)
    {
      WeftTimelineEvent *event = &g_array_index (open, WeftTimelineEvent, i);

      event->end = MAX (time, event->start);
      event->flags |= WEFT_TIMELINE_OPEN;
      weft_timeline_writer_add_event (writer, event);
    }
  return open->len;
}
