/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-chrome-lanes.h"

#include <string.h>

char *
weft_npu_chrome_word (const WeftJsonValue *value)
{
  return value != NULL && value->kind <= WEFT_JSON_STRING ? g_strndup (value->text, value->length)
                                                          : g_strdup ("");
}

static void
free_label (gpointer data)
{
  WeftNpuChromeLabel *label = data;

  g_free (label->name);
  g_free (label->labels);
  g_free (label->title);
  g_free (label);
}

static void
free_thread (gpointer data)
{
  WeftNpuChromeThread *thread = data;

  g_free (thread->pid);
  g_free (thread->thread);
  g_free (thread);
}

void
weft_npu_chrome_lanes_init (WeftNpuChromeLanes *self, WeftNpuReading *in)
{
  *self = (WeftNpuChromeLanes){ .in = in };
  self->threads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_thread);
  self->process_labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_label);
  self->thread_labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_label);
}

void
weft_npu_chrome_lanes_clear (WeftNpuChromeLanes *self)
{
  g_hash_table_unref (self->threads);
  g_hash_table_unref (self->process_labels);
  g_hash_table_unref (self->thread_labels);
}

static guint
make_lane (WeftNpuChromeLanes *self, const char *name)
{
  return weft_npu_reading_get_lane (self->in, WEFT_NPU_OTHER_ENGINE,
                                    weft_npu_writer_intern (self->in->writer, name, strlen (name)),
                                    -1);
}

WeftNpuChromeLabel *
weft_npu_chrome_label_get (GHashTable *labels, const char *key)
{
  WeftNpuChromeLabel *label = g_hash_table_lookup (labels, key);

  if (label == NULL)
    {
      label = g_new0 (WeftNpuChromeLabel, 1);
      g_hash_table_insert (labels, g_strdup (key), label);
    }
  return label;
}

guint
weft_npu_chrome_lanes_find (WeftNpuChromeLanes *self, const char *key, const WeftJsonValue *process,
                            const char *thread, gboolean is_async)
{
  WeftNpuChromeThread *known = g_hash_table_lookup (self->threads, key);

  if (known != NULL)
    return known->lane;
  known = g_new0 (WeftNpuChromeThread, 1);
  known->order = g_hash_table_size (self->threads);
  known->pid = weft_npu_chrome_word (process);
  known->thread = g_strdup (thread);
  known->is_async = is_async;
  known->lane = make_lane (self, key);
  known->label = weft_npu_chrome_label_get (self->thread_labels, key);
  known->process = weft_npu_chrome_label_get (self->process_labels, known->pid);
  if (known->process->order == 0)
    known->process->order = ++self->n_processes;
  g_hash_table_insert (self->threads, g_strdup (key), known);
  self->renamed = TRUE;
  return known->lane;
}

/* By process, threads before asynchronous slices, and as their metadata or else the file says. */
static int
compare_threads (gconstpointer a, gconstpointer b)
{
  const WeftNpuChromeThread *x = *(WeftNpuChromeThread *const *) a,
                            *y = *(WeftNpuChromeThread *const *) b;

  if (x->process != y->process)
    {
      if (x->process->sort_index != y->process->sort_index)
        return x->process->sort_index > y->process->sort_index ? 1 : -1;
      return x->process->order > y->process->order ? 1 : -1;
    }
  if (x->is_async != y->is_async)
    return x->is_async ? 1 : -1;
  if (x->label->sort_index != y->label->sort_index)
    return x->label->sort_index > y->label->sort_index ? 1 : -1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Calls a process by its name and labels, and by its number where there is no name or another one has the
 * same. `titles`: title → pid. */
static void
name_process (const WeftNpuChromeThread *thread, GHashTable *titles)
{
  WeftNpuChromeLabel *process = thread->process;
  g_autofree char *name =
    g_utf8_make_valid (process->name != NULL ? process->name : thread->pid, -1);
  g_autofree char *labels =
    process->labels != NULL ? g_utf8_make_valid (process->labels, -1) : NULL;
  g_autofree char *title =
    labels != NULL && *labels != 0 ? g_strdup_printf ("%s (%s)", name, labels) : g_strdup (name);
  const char *other = g_hash_table_lookup (titles, title);

  g_free (process->title);
  if (other != NULL && strcmp (other, thread->pid) != 0)
    process->title = g_strdup_printf ("%s [%s]", title, thread->pid);
  else
    process->title = g_strdup (title);
  if (other == NULL)
    g_hash_table_insert (titles, g_steal_pointer (&title), thread->pid);
}

void
weft_npu_chrome_lanes_name (WeftNpuChromeLanes *self)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer known;

  if (!self->renamed)
    return;
  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &known))
    g_ptr_array_add (threads, known);
  g_ptr_array_sort (threads, compare_threads);
  for (guint i = 0; i < threads->len; i++)
    {
      const WeftNpuChromeThread *thread = g_ptr_array_index (threads, i);
      g_autofree char *name = NULL;

      if (i == 0
          || thread->process
               != ((WeftNpuChromeThread *) g_ptr_array_index (threads, i - 1))->process)
        name_process (thread, titles);
      name = g_strdup_printf ("%s · %s", thread->process->title,
                              thread->label->name != NULL ? thread->label->name : thread->thread);
      weft_npu_writer_name_lane (self->in->writer, thread->lane,
                                 weft_npu_writer_intern (self->in->writer, name, strlen (name)),
                                 weft_npu_writer_intern (self->in->writer, thread->process->title,
                                                         strlen (thread->process->title)),
                                 i);
    }
  self->renamed = FALSE;
}
