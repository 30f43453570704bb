/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-tracks.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The process or track of metadata whose events have not come, and may never come. */
#define NO_NUMBER G_MAXUINT

typedef struct
{
  char *pid;
  char *name; /* nullable, any bytes, as labels are */
  char *labels;
  gint64 sort_index;
  guint file;
  guint number; /* NO_NUMBER: it has no events */
  guint order;  /* in which the first event came */
} Process;

typedef struct
{
  Process *process;
  char *tid;
  char *name; /* nullable, any bytes */
  gint64 sort_index;
  WeftTimelineTrackKind kind;
  guint number;
  guint order;
} Track;

typedef struct
{
  char *title;
  gint64 rank; /* WEFT_TIMELINE_NONE: not said */
} File;

struct _WeftTimelineTracks
{
  WeftTimelineWriter *writer;
  GHashTable *processes; /* pid → Process, of the current file */
  GHashTable *tracks;    /* pid/tid → Track, likewise */
  GPtrArray *all_processes;
  GPtrArray *all_tracks;
  GArray *files; /* File */
  GString *key;
  guint n_numbered; /* processes and tracks with events */
  gboolean renamed; /* something came since the last publication */
};

static void
free_process (gpointer data)
{
  Process *process = data;

  g_free (process->pid);
  g_free (process->name);
  g_free (process->labels);
  g_free (process);
}

static void
free_track (gpointer data)
{
  Track *track = data;

  g_free (track->tid);
  g_free (track->name);
  g_free (track);
}

static void
clear_file (gpointer data)
{
  g_free (((File *) data)->title);
}

WeftTimelineTracks *
weft_timeline_tracks_new (WeftTimelineWriter *writer)
{
  WeftTimelineTracks *self = g_new0 (WeftTimelineTracks, 1);

  self->writer = writer;
  self->processes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tracks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->all_processes = g_ptr_array_new_with_free_func (free_process);
  self->all_tracks = g_ptr_array_new_with_free_func (free_track);
  self->files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (self->files, clear_file);
  self->key = g_string_new (NULL);
  return self;
}

void
weft_timeline_tracks_free (WeftTimelineTracks *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->processes);
  g_hash_table_unref (self->tracks);
  g_ptr_array_unref (self->all_processes);
  g_ptr_array_unref (self->all_tracks);
  g_array_unref (self->files);
  g_string_free (self->key, TRUE);
  g_free (self);
}

void
weft_timeline_tracks_begin_file (WeftTimelineTracks *self, const char *title)
{
  File file = { g_strdup (title), WEFT_TIMELINE_NONE };

  g_hash_table_remove_all (self->processes);
  g_hash_table_remove_all (self->tracks);
  g_array_append_val (self->files, file);
  self->renamed = TRUE;
}

void
weft_timeline_tracks_set_rank (WeftTimelineTracks *self, gint64 rank)
{
  g_array_index (self->files, File, self->files->len - 1).rank = rank;
  self->renamed = TRUE;
}

/* --- finding -------------------------------------------------------------------------------------- */

static void
append_word (GString *key, const WeftJsonValue *value)
{
  if (value != NULL && value->kind <= WEFT_JSON_STRING)
    g_string_append_len (key, value->text, value->length);
}

static Process *
find_process (WeftTimelineTracks *self, const WeftJsonValue *pid)
{
  Process *process;

  g_string_truncate (self->key, 0);
  append_word (self->key, pid);
  process = g_hash_table_lookup (self->processes, self->key->str);
  if (process != NULL)
    return process;
  process = g_new0 (Process, 1);
  process->pid = g_strdup (self->key->str);
  process->file = self->files->len - 1;
  process->number = NO_NUMBER;
  g_ptr_array_add (self->all_processes, process);
  g_hash_table_insert (self->processes, g_strdup (self->key->str), process);
  return process;
}

/* By the pid, what stands for the thread, and of which kind it is. */
static Track *
find_track (WeftTimelineTracks *self, const WeftJsonValue *pid, const WeftJsonValue *tid,
            const char *what)
{
  Track *track;
  gsize length;

  g_string_truncate (self->key, 0);
  append_word (self->key, pid);
  g_string_append_c (self->key, what != NULL ? '\n' : '/');
  length = self->key->len;
  if (what != NULL)
    g_string_append (self->key, what);
  else
    append_word (self->key, tid);
  track = g_hash_table_lookup (self->tracks, self->key->str);
  if (track != NULL)
    return track;
  track = g_new0 (Track, 1);
  track->tid = g_strdup (self->key->str + length);
  track->kind = what != NULL ? WEFT_TIMELINE_ASYNC : WEFT_TIMELINE_THREAD;
  track->number = NO_NUMBER;
  g_ptr_array_add (self->all_tracks, track);
  g_hash_table_insert (self->tracks, g_strdup (self->key->str), track);
  track->process = find_process (self, pid);
  return track;
}

static guint
number_process (WeftTimelineTracks *self, Process *process)
{
  if (process->number == NO_NUMBER)
    {
      guint32 pid = weft_timeline_writer_intern (self->writer, process->pid, strlen (process->pid));

      process->number = weft_timeline_writer_add_process (self->writer, pid, WEFT_TIMELINE_NONE);
      process->order = self->n_numbered++;
      self->renamed = TRUE;
    }
  return process->number;
}

static guint
number_track (WeftTimelineTracks *self, Track *track)
{
  if (track->number == NO_NUMBER)
    {
      guint32 tid = weft_timeline_writer_intern (self->writer, track->tid, strlen (track->tid));

      track->number = weft_timeline_writer_add_track (
        self->writer, number_process (self, track->process), track->kind, tid);
      track->order = self->n_numbered++;
      self->renamed = TRUE;
    }
  return track->number;
}

guint
weft_timeline_tracks_get_process (WeftTimelineTracks *self, const WeftJsonValue *pid)
{
  return number_process (self, find_process (self, pid));
}

guint
weft_timeline_tracks_get_thread (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                 const WeftJsonValue *tid)
{
  return number_track (self, find_track (self, pid, tid, NULL));
}

guint
weft_timeline_tracks_get_async (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                const char *what)
{
  return number_track (self, find_track (self, pid, NULL, what));
}

/* --- metadata ------------------------------------------------------------------------------------- */

static void
set_string (WeftTimelineTracks *self, char **string, const char *bytes, gsize length)
{
  if (*string != NULL && strncmp (*string, bytes, length) == 0 && (*string)[length] == 0)
    return;
  g_free (*string);
  *string = g_strndup (bytes, length);
  self->renamed = TRUE;
}

void
weft_timeline_tracks_name_process (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                   const char *name, gsize length)
{
  set_string (self, &find_process (self, pid)->name, name, length);
}

void
weft_timeline_tracks_label_process (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                    const char *labels, gsize length)
{
  set_string (self, &find_process (self, pid)->labels, labels, length);
}

void
weft_timeline_tracks_sort_process (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                   gint64 sort_index)
{
  find_process (self, pid)->sort_index = sort_index;
  self->renamed = TRUE;
}

void
weft_timeline_tracks_name_thread (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                  const WeftJsonValue *tid, const char *name, gsize length)
{
  set_string (self, &find_track (self, pid, tid, NULL)->name, name, length);
}

void
weft_timeline_tracks_sort_thread (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                  const WeftJsonValue *tid, gint64 sort_index)
{
  find_track (self, pid, tid, NULL)->sort_index = sort_index;
  self->renamed = TRUE;
}

/* --- order and titles ----------------------------------------------------------------------------- */

static int
compare_processes (const Process *x, const Process *y)
{
  if (x == y)
    return 0;
  if (x->file != y->file)
    return x->file > y->file ? 1 : -1;
  if (x->sort_index != y->sort_index)
    return x->sort_index > y->sort_index ? 1 : -1;
  return (x->order > y->order) - (x->order < y->order);
}

/* By process, threads before asynchronous slices, and as metadata or else the file says. */
static int
compare_tracks (gconstpointer a, gconstpointer b)
{
  const Track *x = *(const Track *const *) a, *y = *(const Track *const *) b;
  int order = compare_processes (x->process, y->process);

  if (order != 0)
    return order;
  if (x->kind != y->kind)
    return x->kind > y->kind ? 1 : -1;
  if (x->sort_index != y->sort_index)
    return x->sort_index > y->sort_index ? 1 : -1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Whether the number stands in the name, not as a part of a longer one. */
static gboolean
says_number (const char *name, const char *number)
{
  gsize length = strlen (number);

  for (const char *p = strstr (name, number); p != NULL; p = strstr (p + 1, number))
    if ((p == name || !g_ascii_isalnum (p[-1])) && !g_ascii_isalnum (p[length]))
      return TRUE;
  return FALSE;
}

/* A name with the number that tells it from others of the same name, unless it says that itself. What
 * profilers write in place of a number is a name. */
static char *
name_with_number (const char *name, const char *number, const char *unnamed)
{
  g_autofree char *valid = g_utf8_make_valid (name != NULL ? name : "", -1);
  g_autofree char *digits = g_utf8_make_valid (number, -1);
  gboolean is_number = g_ascii_isdigit (digits[*digits == '-'])
                       && strspn (digits, "-0123456789xabcdefABCDEF") == strlen (digits);

  g_strchomp (valid); /* Kineto writes "stream 7 " */
  if (*valid == 0 && *digits == 0)
    return g_strdup (unnamed);
  if (*valid == 0)
    return is_number ? g_strdup_printf ("%s %s", unnamed, digits) : g_steal_pointer (&digits);
  if (*digits == 0 || says_number (valid, digits))
    return g_steal_pointer (&valid);
  return g_strdup_printf ("%s %s", valid, digits);
}

static guint32
intern (WeftTimelineTracks *self, const char *text)
{
  return text != NULL ? weft_timeline_writer_intern (self->writer, text, strlen (text))
                      : WEFT_NO_NAME;
}

/* The prefix of a process's name: (transfer full) (nullable). */
static char *
name_file (WeftTimelineTracks *self, guint number)
{
  const File *file = &g_array_index (self->files, File, number);

  if (self->files->len == 1)
    return NULL;
  if (file->rank == WEFT_TIMELINE_NONE)
    return g_strdup (file->title);
  /* Translators: one of the programs that train together */
  return g_strdup_printf (_ ("Rank %d"), (int) file->rank);
}

static void
publish_process (WeftTimelineTracks *self, const Process *process)
{
  g_autofree char *file = name_file (self, process->file);
  g_autofree char *name = name_with_number (process->name, process->pid, _ ("Process"));
  g_autofree char *labels =
    process->labels != NULL ? g_utf8_make_valid (process->labels, -1) : NULL;
  g_autoptr (GString) title = g_string_new (NULL);

  if (file != NULL)
    g_string_append_printf (title, "%s · ", file);
  g_string_append (title, name);
  if (labels != NULL && *labels != 0)
    g_string_append_printf (title, " (%s)", labels);
  weft_timeline_writer_name_process (self->writer, process->number, intern (self, title->str),
                                     intern (self, process->name), intern (self, process->labels),
                                     g_array_index (self->files, File, process->file).rank);
}

static void
publish_track (WeftTimelineTracks *self, const Track *track, guint order)
{
  g_autofree char *title = NULL;

  if (track->kind == WEFT_TIMELINE_THREAD)
    title = name_with_number (track->name, track->tid, _ ("Thread"));
  else
    title = g_utf8_make_valid (track->tid, -1);
  weft_timeline_writer_name_track (self->writer, track->number, intern (self, title), order);
}

void
weft_timeline_tracks_publish (WeftTimelineTracks *self)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new ();

  if (!self->renamed)
    return;
  for (guint i = 0; i < self->all_processes->len; i++)
    {
      const Process *process = g_ptr_array_index (self->all_processes, i);

      if (process->number != NO_NUMBER)
        publish_process (self, process);
    }
  for (guint i = 0; i < self->all_tracks->len; i++)
    {
      Track *track = g_ptr_array_index (self->all_tracks, i);

      if (track->number != NO_NUMBER)
        g_ptr_array_add (tracks, track);
    }
  g_ptr_array_sort (tracks, compare_tracks);
  for (guint i = 0; i < tracks->len; i++)
    publish_track (self, g_ptr_array_index (tracks, i), i);
  self->renamed = FALSE;
}
