/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-file-watch.h"

/* Milliseconds between two questions. */
#define INTERVAL 2000
#define BUSY_INTERVAL 100

/* A file that was written to so many seconds ago or less may be written to still. Clocks of other
 * machines may be as much ahead. */
#define FRESH 60

#define ATTRIBUTES \
  G_FILE_ATTRIBUTE_STANDARD_TYPE \
  "," G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_TIME_MODIFIED \
  "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC "," G_FILE_ATTRIBUTE_UNIX_INODE

typedef struct
{
  gboolean exists;
  guint64 size;
  guint64 seconds;
  guint32 microseconds;
  guint64 inode;
} Stamp;

struct _WeftFileWatch
{
  GObject parent_instance;

  GFile *file;
  GCancellable *cancellable; /* of the question under way, NULL: none is */
  guint timer;
  guint interval; /* of it */
  gboolean is_busy;
  gboolean has_base;
  Stamp base;
  Stamp seen;
  WeftFileChange change;
};

G_DEFINE_FINAL_TYPE (WeftFileWatch, weft_file_watch, G_TYPE_OBJECT)

static Stamp
read_stamp (GFileInfo *info)
{
  Stamp stamp = { 0 };

  if (info == NULL)
    return stamp;
  stamp.exists = TRUE;
  /* A pipe is written to all the time, and can't be read again: it only is or isn't there. */
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    return stamp;
  stamp.size = (guint64) g_file_info_get_size (info);
  stamp.seconds = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  stamp.microseconds = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC);
  stamp.inode = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_UNIX_INODE);
  return stamp;
}

static gboolean
stamp_equal (const Stamp *a, const Stamp *b)
{
  return a->exists == b->exists && a->size == b->size && a->seconds == b->seconds
         && a->microseconds == b->microseconds && a->inode == b->inode;
}

static gboolean
on_timer (gpointer data)
{
  weft_file_watch_check (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_fresh (const Stamp *stamp)
{
  gint64 age = g_get_real_time () / G_USEC_PER_SEC - (gint64) stamp->seconds;

  return stamp->exists && stamp->seconds > 0 && ABS (age) <= FRESH;
}

/* Asks often where an answer is likely to be news. */
static void
update_timer (WeftFileWatch *self)
{
  guint interval = self->is_busy || is_fresh (&self->seen) ? BUSY_INTERVAL : INTERVAL;

  if (interval == self->interval)
    return;
  g_clear_handle_id (&self->timer, g_source_remove);
  self->interval = interval;
  self->timer = g_timeout_add (interval, on_timer, self);
}

static void
take_stamp (WeftFileWatch *self, Stamp stamp)
{
  gboolean news = !stamp_equal (&stamp, &self->seen);

  if (!self->has_base)
    {
      self->has_base = TRUE;
      self->base = self->seen = stamp;
      g_signal_emit_by_name (self, "based");
      return;
    }
  self->seen = stamp;
  self->change = stamp_equal (&stamp, &self->base) ? WEFT_FILE_SAME
                 : stamp.exists                    ? WEFT_FILE_CHANGED
                                                   : WEFT_FILE_GONE;
  if (news)
    g_signal_emit_by_name (self, "changed", (guint) self->change);
}

static void
on_queried (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);
  WeftFileWatch *self;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = user_data;
  g_clear_object (&self->cancellable);
  /* A mount that fails for a while says nothing about the file. */
  if (info != NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    take_stamp (self, read_stamp (info));
  update_timer (self);
}

void
weft_file_watch_check (WeftFileWatch *self)
{
  g_return_if_fail (WEFT_IS_FILE_WATCH (self));

  if (self->cancellable != NULL)
    return;
  self->cancellable = g_cancellable_new ();
  g_file_query_info_async (self->file, ATTRIBUTES, G_FILE_QUERY_INFO_NONE, G_PRIORITY_LOW,
                           self->cancellable, on_queried, self);
}

static void
forget_question (WeftFileWatch *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
weft_file_watch_rebase (WeftFileWatch *self)
{
  g_return_if_fail (WEFT_IS_FILE_WATCH (self));

  forget_question (self);
  self->has_base = FALSE;
  self->change = WEFT_FILE_SAME;
  weft_file_watch_check (self);
}

WeftFileChange
weft_file_watch_get_change (WeftFileWatch *self)
{
  return self->change;
}

void
weft_file_watch_set_busy (WeftFileWatch *self, gboolean busy)
{
  g_return_if_fail (WEFT_IS_FILE_WATCH (self));

  self->is_busy = busy;
  update_timer (self);
  weft_file_watch_check (self);
}

static void
weft_file_watch_dispose (GObject *object)
{
  WeftFileWatch *self = WEFT_FILE_WATCH (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  forget_question (self);
  g_clear_object (&self->file);
  G_OBJECT_CLASS (weft_file_watch_parent_class)->dispose (object);
}

static void
weft_file_watch_class_init (WeftFileWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_file_watch_dispose;

  g_signal_new ("changed", WEFT_TYPE_FILE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("based", WEFT_TYPE_FILE_WATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
weft_file_watch_init (WeftFileWatch *self)
{
}

WeftFileWatch *
weft_file_watch_new (GFile *file)
{
  WeftFileWatch *self = g_object_new (WEFT_TYPE_FILE_WATCH, NULL);

  self->file = g_object_ref (file);
  update_timer (self);
  weft_file_watch_check (self);
  return self;
}
