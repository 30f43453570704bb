/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preview.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-live-session.h"
#include "weft-load.h"
#include "weft-paint-pixels.h"
#include "weft-task.h"
#include "weft-thumbnail.h"
#include "weft-words.h"
#include "weft-workspace.h"

/* Milliseconds that a look at a file takes at most, without what its picture takes. */
#define TIME 150

/* Previews that are kept; beyond that all are made anew. */
#define MAX_ANSWERS 64

/* How much is shown of a file that is nothing known: characters of its first line, or bytes. */
#define FIRST_CHARACTERS 100
#define FIRST_BYTES 12

typedef struct
{
  GFile *file;
  GFileInfo *info; /* nullable: there is no such file */
  WeftPreviewPicture picture;
  GCancellable *cancellable; /* of the load; it ends when the time is over */
  guint timer;
  gboolean is_cut; /* the load ended before the file did */
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_clear_handle_id (&look->timer, g_source_remove);
  g_object_unref (look->file);
  g_clear_object (&look->info);
  g_clear_pointer (&look->picture.style, weft_style_unref);
  g_object_unref (look->cancellable);
  g_free (look);
}

/* --- previews --------------------------------------------------------------------------------- */

static WeftPreview *
create_preview (WeftPreviewKind kind, char *text)
{
  WeftPreview *self = g_atomic_rc_box_new0 (WeftPreview);

  self->kind = kind;
  self->text = text;
  return self;
}

static WeftPreview *
preview_ref (WeftPreview *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  WeftPreview *self = data;

  g_free (self->text);
  g_free (self->detail);
  g_clear_object (&self->picture);
  g_free (self->caption);
}

void
weft_preview_unref (WeftPreview *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* --- what was found before -------------------------------------------------------------------- */

/* Previews by file, type, size, time of change and picture, for any thread. */
static GHashTable *answers;
G_LOCK_DEFINE_STATIC (answers);

/* (transfer full) */
static char *
make_key (Look *look)
{
  g_autofree char *uri = g_file_get_uri (look->file);
  const WeftPreviewPicture *picture = &look->picture;

  return g_strdup_printf (
    "%s %d %" G_GOFFSET_FORMAT " %" G_GUINT64_FORMAT ".%06u %" G_GUINT64_FORMAT " %d %d", uri,
    g_file_info_get_file_type (look->info), g_file_info_get_size (look->info),
    g_file_info_get_attribute_uint64 (look->info, G_FILE_ATTRIBUTE_TIME_MODIFIED),
    g_file_info_get_attribute_uint32 (look->info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC),
    picture->style != NULL ? picture->style->hash : 0, picture->width, picture->height);
}

/* (transfer full) (nullable) */
static WeftPreview *
find_answer (const char *key)
{
  WeftPreview *found;

  G_LOCK (answers);
  found = answers != NULL ? g_hash_table_lookup (answers, key) : NULL;
  if (found != NULL)
    preview_ref (found);
  G_UNLOCK (answers);
  return found;
}

static void
keep_answer (const char *key, WeftPreview *preview)
{
  G_LOCK (answers);
  if (answers == NULL)
    answers =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) weft_preview_unref);
  if (g_hash_table_size (answers) >= MAX_ANSWERS)
    g_hash_table_remove_all (answers);
  g_hash_table_insert (answers, g_strdup (key), preview_ref (preview));
  G_UNLOCK (answers);
}

/* --- in words --------------------------------------------------------------------------------- */

/* NULL: what is in the folder is what counts. */
static char *
get_size (GFileInfo *info)
{
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    return NULL;
  return g_format_size_full ((guint64) g_file_info_get_size (info), G_FORMAT_SIZE_IEC_UNITS);
}

static char *
describe_trace (WeftTrace *trace, GFileInfo *info, gboolean whole)
{
  g_autofree char *rows = weft_thumbnail_describe_rows (trace, whole);
  g_autofree char *size = get_size (info);

  if (size == NULL)
    return g_strdup_printf ("%s · %s", weft_trace_get_format (trace), rows);
  return g_strdup_printf ("%s · %s · %s", weft_trace_get_format (trace), rows, size);
}

/* --- files that are nothing known ------------------------------------------------------------- */

static gboolean
is_text (const guchar *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if ((bytes[i] < 0x20 && strchr ("\t\n\r\f\033", bytes[i]) == NULL) || bytes[i] == 0
        || bytes[i] == 0x7f)
      return FALSE;
  return TRUE;
}

/* The first line that is not blank, as UTF-8: (transfer full). */
static char *
get_first_line (const char *text, gsize n)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) n);
  char *line = g_strchug (valid);

  line[strcspn (line, "\r\n")] = '\0';
  if (g_utf8_strlen (line, -1) <= FIRST_CHARACTERS)
    return g_strdup (line);
  *g_utf8_offset_to_pointer (line, FIRST_CHARACTERS) = '\0';
  return g_strconcat (line, "…", NULL);
}

/* How the file begins, decompressed where it is: (transfer full) (nullable). */
static char *
describe_beginning (const char *path, GCancellable *cancellable)
{
  g_autoptr (WeftSource) source = weft_source_open (path, NULL);
  guchar bytes[1024];
  gssize n = source != NULL ? weft_source_read (source, bytes, sizeof bytes, cancellable, NULL) : 0;
  g_autoptr (GString) words = g_string_new (NULL);

  if (n <= 0)
    return NULL;
  if (is_text (bytes, (gsize) n))
    {
      g_autofree char *line = get_first_line ((const char *) bytes, (gsize) n);

      return g_strdup_printf (_ ("Text that begins with “%s”"), line);
    }
  for (gssize i = 0; i < MIN (n, FIRST_BYTES); i++)
    g_string_append_printf (words, i > 0 ? " %02x" : "%02x", bytes[i]);
  return g_strdup_printf (_ ("Binary data that begins with the bytes %s"), words->str);
}

/* --- on a worker ------------------------------------------------------------------------------ */

static void
add_picture (Look *look, WeftPreview *preview, WeftTrace *trace, gboolean whole,
             GCancellable *cancellable)
{
  const WeftPreviewPicture *picture = &look->picture;
  WeftPaintList *list = weft_paint_list_new ();
  gsize stride = (gsize) picture->width * 4;
  guint64 n_shown;

  if (weft_thumbnail_paint (trace, picture->style, picture->width, picture->height, cancellable,
                            list, &n_shown))
    {
      guchar *pixels = g_malloc0_n ((gsize) picture->height, stride);
      g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, (gsize) picture->height * stride);

      weft_paint_pixels_draw (list, picture->style->atlas, (guint32 *) (gpointer) pixels,
                              picture->width, picture->height, (int) stride, 0, 0);
      preview->picture =
        gdk_memory_texture_new (picture->width, picture->height, GDK_MEMORY_DEFAULT, bytes, stride);
      preview->caption = weft_thumbnail_describe_part (trace, n_shown, whole);
    }
  weft_paint_list_free (list);
}

static char *
describe_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autofree char *number = NULL;
  guint n = 0;

  while (folder != NULL && g_dir_read_name (folder) != NULL)
    n++;
  number = weft_number_count (n);
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "Folder · %s entry", "Folder · %s entries", n), number);
}

/* For a file that is no trace; takes the error. */
static WeftPreview *
explain (Look *look, const char *path, GError *error, GCancellable *cancellable)
{
  WeftPreview *preview;

  if (g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_DIRECTORY))
    preview = create_preview (WEFT_PREVIEW_FOLDER, describe_folder (path));
  else if (g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED))
    {
      preview = create_preview (WEFT_PREVIEW_UNKNOWN,
                                g_strdup (_ ("No trace of a format that Weft knows")));
      preview->detail = describe_beginning (path, cancellable);
    }
  else if (g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_COMPANION))
    preview = create_preview (WEFT_PREVIEW_UNKNOWN, g_strdup (error->message));
  else if (g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
    {
      look->is_cut = TRUE;
      preview = create_preview (WEFT_PREVIEW_UNREADABLE,
                                g_strdup (_ ("It takes longer to read than a preview may take.")));
    }
  else
    preview = create_preview (WEFT_PREVIEW_UNREADABLE, g_strdup (error->message));
  g_error_free (error);
  return preview;
}

static WeftPreview *
look_at_trace (Look *look, const char *path, GCancellable *cancellable)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  GError *error = NULL;
  gboolean complete = weft_load_run (load, look->cancellable, &error);
  WeftTrace *trace = weft_load_get_trace (load);
  /* A file that is damaged has no more than what was read. */
  gboolean whole = complete || !g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED);
  WeftPreview *preview;

  if (trace == NULL)
    return explain (look, path, error, cancellable);
  look->is_cut = !whole;
  preview = create_preview (WEFT_PREVIEW_TRACE, describe_trace (trace, look->info, whole));
  if (!complete && whole)
    preview->detail = g_strdup (error->message);
  g_clear_error (&error);
  if (look->picture.style != NULL)
    add_picture (look, preview, trace, whole, cancellable);
  return preview;
}

static WeftPreview *
look_at_workspace (GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkspace) workspace = weft_workspace_load (file, &error);
  g_autofree char *number = NULL;
  char *text;

  if (workspace == NULL)
    return create_preview (WEFT_PREVIEW_UNREADABLE, g_strdup (error->message));
  number = weft_number_count (workspace->traces->len);
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Workspace · %s trace",
                                       "Workspace · %s traces", workspace->traces->len),
                          number);
  return create_preview (WEFT_PREVIEW_TRACE, text);
}

static WeftPreview *
look_at (Look *look, GCancellable *cancellable)
{
  g_autofree char *path = g_file_get_path (look->file);

  if (path == NULL)
    return create_preview (WEFT_PREVIEW_UNREADABLE,
                           g_strdup (_ ("It is on another machine, where a preview does not "
                                        "read.")));
  if (weft_live_is_address (path))
    return create_preview (WEFT_PREVIEW_TRACE, g_strdup (_ ("Live session")));
  /* The other end of a pipe may be waited for. */
  if (g_file_info_get_file_type (look->info) == G_FILE_TYPE_SPECIAL)
    return create_preview (WEFT_PREVIEW_UNREADABLE,
                           g_strdup (_ ("A pipe or device, which a preview does not read")));
  if (weft_workspace_is (look->file))
    return look_at_workspace (look->file);
  return look_at_trace (look, path, cancellable);
}

static void
run (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable)
{
  Look *look = data;
  GError *error = NULL;
  g_autoptr (WeftPreview) preview = NULL;
  g_autofree char *key = NULL;

  look->info =
    g_file_query_info (look->file,
                       G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE
                                                      "," G_FILE_ATTRIBUTE_TIME_MODIFIED
                                                      "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                       G_FILE_QUERY_INFO_NONE, cancellable, &error);
  if (look->info == NULL)
    {
      g_task_return_pointer (task,
                             create_preview (WEFT_PREVIEW_UNREADABLE, g_strdup (error->message)),
                             (GDestroyNotify) weft_preview_unref);
      g_error_free (error);
      return;
    }
  key = make_key (look);
  preview = find_answer (key);
  if (preview == NULL)
    {
      preview = look_at (look, cancellable);
      /* A look that was cut short by who asked, or because the machine is busy, says less of the file
       * than the next one may. */
      if (!look->is_cut && !g_cancellable_is_cancelled (cancellable))
        keep_answer (key, preview);
    }
  g_task_return_pointer (task, g_steal_pointer (&preview), (GDestroyNotify) weft_preview_unref);
}

/* --- asking ----------------------------------------------------------------------------------- */

static gboolean
on_time (gpointer data)
{
  Look *look = data;

  look->timer = 0;
  g_cancellable_cancel (look->cancellable);
  return G_SOURCE_REMOVE;
}

void
weft_preview_async (GFile *file, const WeftPreviewPicture *picture, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Look *look = g_new0 (Look, 1);

  g_return_if_fail (G_IS_FILE (file));

  g_task_set_source_tag (task, weft_preview_async);
  look->file = g_object_ref (file);
  look->cancellable = g_cancellable_new ();
  if (picture != NULL)
    {
      look->picture = *picture;
      weft_style_ref (picture->style);
    }
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (g_cancellable_cancel),
                             look->cancellable, G_CONNECT_SWAPPED);
  look->timer = g_timeout_add (TIME, on_time, look);
  g_task_set_task_data (task, look, look_free);
  weft_task_run_in_thread (task, run);
}

WeftPreview *
weft_preview_finish (GAsyncResult *result)
{
  Look *look = g_task_get_task_data (G_TASK (result));

  g_clear_handle_id (&look->timer, g_source_remove);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
