/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-private.h"

#include "weft-load-format.h"
#include "weft-load-head.h"
#include "weft-load-notes.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Microseconds between publications, and how many times as long as the last one took the next is
 * put off. The first block, some 4,000 lines, is published at once. */
#define PUBLICATION_INTERVAL 100000
#define PUBLICATION_SHARE 10

G_DEFINE_FINAL_TYPE (WeftLoad, weft_load, G_TYPE_OBJECT)

/* --- one run ---------------------------------------------------------------------------------- */

struct _Run
{
  WeftLoad *load;
  char *title;
  gboolean several;   /* the input is a directory */
  WeftSource *source; /* of the file that is being read: its blocks' */
  WeftBlockReader *blocks;
  WeftLoadFormat format; /* of bytes: known on the blocks' thread before the first block */
  WeftReader *reader;    /* NULL: not recognised yet */
  WeftLoadHead *head;    /* what came before the format is known */
  guint64 end;           /* of the text that was fed */

  gboolean unpublished;
  gint64 publish_at; /* monotonic time */

  WeftTextCheck check;
  gboolean scans; /* blocks are scanned by several threads */

  gboolean resumed;
  gboolean behind;   /* the reader goes on with a trace that was restored */
  gboolean mid_line; /* what was fed last lacked its newline */
};

/* Of the file or directory at the load's path. */
static Run *
run_new (WeftLoad *load)
{
  Run *run = g_new0 (Run, 1);

  run->load = load;
  weft_load_format_init (&run->format, strcmp (load->path, "-") != 0 ? load->path : NULL,
                         load->description);
  return run;
}

/* (nullable) */
static WeftTextStore *
get_text (Run *run)
{
  return run->source != NULL ? weft_source_get_text (run->source) : NULL;
}

/* FALSE with an error where the file was written anew after it was read: what was fed since may be
 * another text. (A load that was not resumed shows it: where the text differs from what was read,
 * there is no going back to before.) */
static gboolean
extend_text (Run *run, GError **error)
{
  WeftTextStore *text = get_text (run);

  if (text == NULL)
    return TRUE;
  weft_text_store_extend (text, run->end);
  if (!run->resumed || weft_text_store_is_intact (text))
    return TRUE;
  weft_load_error_set_replaced (error, run->title);
  return FALSE;
}

static gboolean
publish (Run *run, GError **error)
{
  gint64 begin = g_get_monotonic_time (), end;

  if (!extend_text (run, error))
    return FALSE;
  weft_reader_publish (run->reader);
  end = g_get_monotonic_time ();
  run->publish_at = end + MAX (PUBLICATION_INTERVAL, PUBLICATION_SHARE * (end - begin));
  run->unpublished = FALSE;
  return TRUE;
}

/* A line was read although it lacked its newline, and now something follows: the newline, which is
 * left out of `block`, or more of the line, which can't be read a second time. */
static gboolean
end_line (Run *run, WeftBlock *block, GError **error)
{
  if (weft_block_skip_newline (block))
    return TRUE;
  weft_load_error_set_cut_line (error, run->title);
  return FALSE;
}

static gboolean
feed_block (Run *run, const WeftBlock *given, GError **error)
{
  WeftBlock whole = *given, *block = &whole;
  gboolean fed;

  if ((run->resumed || run->behind) && run->mid_line && !end_line (run, block, error))
    return FALSE;
  if (block->skipped)
    weft_reader_skip_line (run->reader, block->skipped_offset);
  run->unpublished = TRUE;
  run->reader->part_text = run->several ? get_text (run) : NULL;
  run->end = block->offset + block->length;
  run->mid_line = block->length > 0 && block->bytes[block->length - 1] != '\n';
  weft_text_check_look (&run->check, block->bytes, block->length, block->offset,
                        block->scanned != NULL ? &block->scanned->view : NULL,
                        weft_trace_get_diagnostics (run->reader->trace));
  run->reader->scanned = block->scanned;
  fed = block->length == 0
        || weft_reader_feed (run->reader, block->bytes, block->length, block->offset, error);
  if (run->reader->scans && !run->scans)
    weft_block_reader_scan (run->blocks, weft_reader_scan, run->reader);
  run->scans = run->reader->scans;
  return fed;
}

/* --- recognising ------------------------------------------------------------------------------ */

static gboolean
feed_head (Run *run, GError **error)
{
  gboolean fed = TRUE;

  for (guint i = 0; i < weft_load_head_get_n_blocks (run->head) && fed; i++)
    {
      WeftBlock block = weft_load_head_get_block (run->head, i);

      fed = feed_block (run, &block, error);
    }
  g_clear_pointer (&run->head, weft_load_head_free);
  return fed;
}

static WeftStorage
choose_storage (Run *run)
{
  return run->blocks != NULL && weft_source_is_huge (run->source) ? WEFT_STORAGE_FILE
                                                                  : run->load->storage;
}

/* There is a trace from now on. */
static void
announce (WeftLoad *self, WeftTrace *trace)
{
  if (self->sink != NULL)
    weft_diagnostics_set_sink (weft_trace_get_diagnostics (trace), self->sink, self->sink_data);
  weft_lock (&self->lock);
  self->trace = g_object_ref (trace);
  weft_unlock (&self->lock);
  if (self->recognized != NULL)
    weft_load_call_recognized (self);
}

static void
begin_reading (Run *run)
{
  const char *path = run->load->path;
  const WeftReaderSetup setup = { run->title, strcmp (path, "-") != 0 ? path : NULL,
                                  run->load->context, choose_storage (run), run->load->flags };
  WeftTextStore *text = get_text (run);
  WeftTrace *trace;
  guint checks;

  run->reader = weft_load_format_create (&run->format, &setup, &checks);
  weft_text_check_init (&run->check, checks, NULL);
  trace = run->reader->trace;
  if (text != NULL && !run->several)
    weft_trace_set_text (trace, text);
  announce (run->load, trace);
  if (text == NULL && !run->several)
    weft_load_note_no_text (weft_trace_get_diagnostics (trace));
}

/* On the blocks' thread. */
static WeftBlockShape
choose_shape (const char *head, gsize length, gpointer data)
{
  Run *run = data;
  WeftBlockShape shape = weft_load_format_choose_shape (&run->format, head, length);

  if (shape == WEFT_BLOCKS_OF_BYTES)
    {
      weft_source_set_growth (run->source, WEFT_GROWTH_NONE);
      weft_source_set_sums (run->source, FALSE);
    }
  return shape;
}

/* Looks for the format in what came so far. FALSE, with an error, where it can't be told, or
 * nothing more can be read. */
static gboolean
read_head (Run *run, const WeftBlock *block, GError **error)
{
  gsize length;

  if (weft_load_format_is_known (&run->format))
    {
      begin_reading (run);
      return feed_block (run, block, error);
    }
  length = weft_load_head_add (run->head, block);
  weft_load_format_look (&run->format, block->bytes, length, block->offset == 0);
  if (weft_load_format_is_known (&run->format))
    {
      begin_reading (run);
      return feed_head (run, error);
    }
  if (!weft_load_head_is_full (run->head))
    return TRUE;
  weft_load_head_set_unrecognized (run->head, run->title, run->format.faults->str, error);
  return FALSE;
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Milliseconds until what was fed must be published; negative: nothing waits. */
static int
get_patience (Run *run)
{
  gint64 now;

  if (!run->unpublished)
    return -1;
  now = g_get_monotonic_time ();
  return now >= run->publish_at ? 0 : (int) ((run->publish_at - now) / 1000) + 1;
}

/* The first rows are published, and there are more to read. */
static void
pause_once (Run *run)
{
  if (run->resumed || run->publish_at == 0)
    return;
  g_usleep (run->load->pause * 1000);
  run->load->pause = 0;
}

/* Takes blocks to the end of the input. FALSE with an error. */
static gboolean
take_blocks (Run *run, GCancellable *cancellable, GError **error)
{
  while (!g_cancellable_is_cancelled (cancellable))
    {
      GError *local_error = NULL;
      gboolean late;
      const WeftBlock *block =
        weft_block_reader_next (run->blocks, get_patience (run), &late, &local_error);

      if (block != NULL && run->load->pause > 0)
        pause_once (run);
      if (block != NULL && run->reader == NULL)
        read_head (run, block, &local_error);
      else if (block != NULL)
        feed_block (run, block, &local_error);
      if (local_error == NULL && run->unpublished
          && (late || g_get_monotonic_time () >= run->publish_at))
        publish (run, &local_error);
      if (local_error != NULL)
        {
          g_propagate_error (error, local_error);
          return FALSE;
        }
      if (block == NULL && !late)
        return TRUE;
    }
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED, _ ("Reading “%s” was cancelled."),
               run->title);
  return FALSE;
}

/* Whether what the file gets later could be read: of one file, of a format of lines. */
static gboolean
can_resume (Run *run)
{
  return run->load->growth != WEFT_GROWTH_NONE && run->blocks != NULL
         && !weft_load_format_is_of_bytes (&run->format) && weft_source_can_grow (run->source);
}

static gboolean
is_growing (Run *run)
{
  return can_resume (run)
         && (run->load->growth == WEFT_GROWTH_SURE || weft_block_reader_has_rest (run->blocks));
}

/* The last publication; `error`, where it is set, says why the input was not read to its end. */
static void
finish (Run *run, GError **error)
{
  WeftTrace *trace = run->reader->trace;
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (trace);
  WeftTraceState state = WEFT_TRACE_PARTIAL;

  if (g_error_matches (*error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_REPLACED)
      || g_error_matches (*error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CUT_LINE)
      || !extend_text (run, *error == NULL ? error : NULL))
    return;
  weft_reader_finish (run->reader);
  weft_load_note_dropped (get_text (run), diagnostics);
  if (*error == NULL)
    weft_reader_is_whole (run->reader, error);
  if (*error != NULL && !g_error_matches (*error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED))
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_ERROR, 0, 0, "%s", (*error)->message);
  if (*error == NULL)
    state = is_growing (run) ? WEFT_TRACE_GROWING : WEFT_TRACE_COMPLETE;
  weft_trace_set_state (trace, state);
}

/* Adds what the file that is being read has come to. */
static void
add_progress (WeftLoad *self, guint64 *done, guint64 *total)
{
  guint64 file_done, file_total;

  weft_source_get_progress (self->source, &file_done, &file_total);
  *done += file_done;
  if (self->total == 0)
    *total = file_total;
}

static void
set_source (WeftLoad *self, WeftSource *source)
{
  weft_lock (&self->lock);
  if (source == NULL)
    add_progress (self, &self->done, &self->total);
  self->source = source;
  weft_unlock (&self->lock);
}

/* Reads one file to its end. FALSE with an error. */
static gboolean
read_file (Run *run, WeftSource *source, GCancellable *cancellable, GError **error)
{
  gboolean read;

  run->source = source;
  run->scans = FALSE;
  weft_source_set_growth (source, run->several ? WEFT_GROWTH_NONE : run->load->growth);
  run->blocks = weft_block_reader_new (source, choose_shape, run, cancellable);
  set_source (run->load, source);
  read = take_blocks (run, cancellable, error);
  if (read && run->reader == NULL)
    {
      weft_load_head_set_unrecognized (run->head, run->title, run->format.faults->str, error);
      read = FALSE;
    }
  return read;
}

static void
end_file (Run *run)
{
  set_source (run->load, NULL);
  g_clear_pointer (&run->blocks, weft_block_reader_free);
  run->source = NULL;
}

/* Reads what a file or a stream holds. */
static gboolean
run_single (Run *run, GCancellable *cancellable, GError **error)
{
  WeftSource *source = weft_source_open (run->load->path, error);
  GError *local_error = NULL;

  if (source == NULL)
    return FALSE;
  run->title = g_strdup (weft_source_get_title (source));
  run->format.title = run->title;
  run->head = weft_load_head_new ();
  weft_source_set_sums (source, run->load->index != NULL);
  read_file (run, source, cancellable, &local_error);
  if (run->reader != NULL)
    finish (run, &local_error);
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}

/* --- directories ------------------------------------------------------------------------------ */

/* One of a directory's files; one that can't be read does not keep the others from being read. */
static gboolean
read_part (Run *run, const char *path, GCancellable *cancellable, GError **error)
{
  WeftSource *source = weft_source_open (path, error);
  gboolean read;

  if (source == NULL)
    return FALSE;
  weft_reader_begin_part (run->reader, path);
  weft_text_check_clear (&run->check);
  weft_text_check_init (&run->check, run->format.format->checks, path);
  run->end = 0;
  read = read_file (run, source, cancellable, error) && extend_text (run, error);
  weft_load_note_dropped (get_text (run), weft_trace_get_diagnostics (run->reader->trace));
  end_file (run);
  return read;
}

/* Reads the files of a capture one after the other into one trace. */
static gboolean
run_several (Run *run, char **paths, GCancellable *cancellable, GError **error)
{
  GError *first = NULL;

  run->several = TRUE;
  weft_lock (&run->load->lock);
  run->load->total = weft_input_measure ((const char *const *) paths);
  weft_unlock (&run->load->lock);
  begin_reading (run);
  for (guint i = 0;
       paths[i] != NULL && !g_error_matches (first, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED);
       i++)
    {
      GError *part_error = NULL;

      read_part (run, paths[i], cancellable, &part_error);
      weft_load_note_error (&first, part_error, run->reader->diagnostics);
    }
  finish (run, &first);
  if (first == NULL)
    return TRUE;
  g_propagate_error (error, first);
  return FALSE;
}

static void
run_free (Run *run)
{
  if (run->blocks != NULL)
    end_file (run);
  g_clear_pointer (&run->head, weft_load_head_free);
  g_clear_pointer (&run->reader, weft_reader_free);
  g_free (run->title);
  weft_load_format_clear (&run->format);
  weft_text_check_clear (&run->check);
  g_free (run);
}

/* --- index files ------------------------------------------------------------------------------ */

/* Takes the trace from its index file, and the reader that goes on with it, where the file has more. FALSE: the file must
 * be read. */
static gboolean
restore (Run *run)
{
  WeftLoad *self = run->load;
  g_autoptr (WeftTrace) trace = NULL;
  gboolean behind;

  self->index = weft_load_index_new (self->path, self->flags, self->growth);
  if (self->index != NULL)
    trace = weft_load_index_restore (self->index, self->storage, self->context);
  if (trace == NULL)
    return FALSE;
  behind = weft_load_index_is_behind (self->index);
  if (behind)
    run->reader = weft_load_index_go_on (self->index, trace, &run->check, &run->mid_line);
  if (behind && run->reader == NULL)
    return FALSE;
  weft_lock (&self->lock);
  self->done = self->total = behind ? 0 : weft_load_index_get_length (self->index);
  weft_unlock (&self->lock);
  announce (self, trace);
  weft_load_index_add_diagnostics (self->index, trace);
  if (!behind)
    weft_trace_set_state (trace, self->growth == WEFT_GROWTH_SURE ? WEFT_TRACE_GROWING
                                                                  : WEFT_TRACE_COMPLETE);
  return TRUE;
}

/* Reads what a file has behind what its index file holds, with the reader that goes on. */
static gboolean
run_behind (Run *run, GCancellable *cancellable, GError **error)
{
  WeftLoad *self = run->load;
  WeftSource *source = weft_load_index_open_rest (self->index, self->trace, error);
  GError *local_error = NULL;

  if (source == NULL)
    return FALSE;
  run->title = g_strdup (weft_source_get_title (source));
  run->format.title = run->title;
  run->format.format = weft_load_index_get_format (self->index);
  run->end = weft_load_index_get_length (self->index);
  run->behind = TRUE;
  read_file (run, source, cancellable, &local_error);
  finish (run, &local_error);
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}

/* Where another load could go on: (transfer full). NULL: nowhere. */
static WeftLoadPoint *
find_point (Run *run)
{
  g_autoptr (WeftFileSum) sum = NULL;

  if (run->blocks == NULL || weft_block_reader_has_rest (run->blocks)
      || weft_load_format_is_of_bytes (&run->format))
    return NULL;
  sum = weft_source_copy_sum (run->source);
  if (sum == NULL || weft_file_sum_get_length (sum) != run->end)
    return NULL;
  return weft_load_point_new (g_steal_pointer (&sum), run->reader, &run->check, run->mid_line);
}

/* Leaves what there is to resume, and an index file. */
static void
end_run (Run *run, gboolean read)
{
  WeftLoad *self = run->load;
  const WeftFormat *format = weft_load_format_get_kept (&run->format);
  const gboolean keeps =
    read && self->index != NULL && weft_trace_get_state (self->trace) == WEFT_TRACE_COMPLETE;
  WeftLoadPoint *point = keeps ? find_point (run) : NULL;

  self->run = read && can_resume (run) ? run : NULL;
  if (self->run == NULL)
    run_free (run);
  if (keeps)
    weft_load_index_keep (self->index, self->trace, format, point);
}

gboolean
weft_load_run (WeftLoad *self, GCancellable *cancellable, GError **error)
{
  Run *run;
  g_auto (GStrv) parts = NULL;
  gboolean read;

  g_return_val_if_fail (WEFT_IS_LOAD (self) && self->trace == NULL, FALSE);

  run = run_new (self);
  if (run->format.description == NULL && restore (run))
    {
      if (!weft_load_index_is_behind (self->index))
        {
          run_free (run);
          self->restored = TRUE;
          return TRUE;
        }
      read = run_behind (run, cancellable, error);
    }
  else
    {
      if (run->format.description == NULL && g_file_test (self->path, G_FILE_TEST_IS_DIR))
        run->format.format = weft_format_of_directory (self->path, &parts);
      if (parts != NULL)
        {
          run->title = g_filename_display_basename (self->path);
          read = run_several (run, parts, cancellable, error);
        }
      else
        read = run_single (run, cancellable, error);
    }
  end_run (run, read);
  return read;
}

/* --- files that are still being written ------------------------------------------------------- */

void
weft_load_set_growth (WeftLoad *self, WeftGrowth growth)
{
  g_return_if_fail (WEFT_IS_LOAD (self) && self->trace == NULL);

  self->growth = growth;
}

gboolean
weft_load_can_resume (WeftLoad *self)
{
  return self->run != NULL || (self->restored && weft_load_index_grows (self->index, self->growth));
}

gboolean
weft_load_has_rest (WeftLoad *self)
{
  return self->run != NULL && weft_block_reader_has_rest (self->run->blocks);
}

/* A restored trace has no reader yet. FALSE, so that it is loaded anew, where none can go on with it. */
static gboolean
begin_behind (WeftLoad *self)
{
  Run *run = run_new (self);

  if (weft_load_index_has_grown (self->index))
    run->reader = weft_load_index_go_on (self->index, self->trace, &run->check, &run->mid_line);
  if (run->reader == NULL)
    {
      run_free (run);
      return FALSE;
    }
  self->run = run;
  return TRUE;
}

/* The same of a trace that was restored. */
static gboolean
resume_restored (WeftLoad *self, WeftGrowth growth, gboolean *grown, GCancellable *cancellable,
                 GError **error)
{
  if (weft_load_index_is_current (self->index))
    {
      if (growth != self->growth)
        weft_trace_set_state (self->trace, growth == WEFT_GROWTH_SURE ? WEFT_TRACE_GROWING
                                                                      : WEFT_TRACE_COMPLETE);
      self->growth = growth;
      return TRUE;
    }
  self->growth = growth;
  if (!begin_behind (self))
    {
      weft_load_error_set_cut_line (error, weft_trace_get_title (self->trace));
      return FALSE;
    }
  self->restored = FALSE;
  self->run->resumed = TRUE;
  weft_lock (&self->lock);
  self->done = self->total = 0;
  weft_unlock (&self->lock);
  weft_trace_set_origin (self->trace, NULL);
  if (grown != NULL)
    *grown = TRUE;
  if (run_behind (self->run, cancellable, error))
    return TRUE;
  g_clear_pointer (&self->run, run_free);
  return FALSE;
}

gboolean
weft_load_resume (WeftLoad *self, WeftGrowth growth, gboolean *grown, GCancellable *cancellable,
                  GError **error)
{
  Run *run;
  GError *local_error = NULL;
  WeftGrowth growth_before;
  guint64 before, after, total;

  g_return_val_if_fail (WEFT_IS_LOAD (self) && weft_load_can_resume (self), FALSE);

  if (grown != NULL)
    *grown = FALSE;
  if (self->restored)
    return resume_restored (self, growth, grown, cancellable, error);
  if (self->index != NULL)
    weft_load_index_stop (self->index);
  weft_trace_set_origin (self->trace, NULL);
  run = self->run;
  growth_before = self->growth;
  weft_load_get_progress (self, &before, &total);
  self->growth = growth;
  run->resumed = TRUE;
  if (weft_block_reader_resume (run->blocks, growth, cancellable, &local_error))
    take_blocks (run, cancellable, &local_error);
  weft_load_get_progress (self, &after, &total);
  if (after > before || run->unpublished || growth != growth_before || local_error != NULL)
    finish (run, &local_error);
  if (grown != NULL)
    *grown = after > before;
  if (local_error == NULL)
    return TRUE;
  g_clear_pointer (&self->run, run_free);
  g_propagate_error (error, local_error);
  return FALSE;
}

/* --- the load --------------------------------------------------------------------------------- */

WeftTrace *
weft_load_get_trace (WeftLoad *self)
{
  WeftTrace *trace;

  weft_lock (&self->lock);
  trace = self->trace;
  weft_unlock (&self->lock);
  return trace;
}

void
weft_load_get_progress (WeftLoad *self, guint64 *done, guint64 *total)
{
  weft_lock (&self->lock);
  *done = self->done;
  *total = self->total;
  if (self->source != NULL)
    add_progress (self, done, total);
  weft_unlock (&self->lock);
}

void
weft_load_set_diagnostic_sink (WeftLoad *self, WeftDiagnosticSink sink, gpointer user_data)
{
  self->sink = sink;
  self->sink_data = user_data;
}

static void
weft_load_finalize (GObject *object)
{
  WeftLoad *self = WEFT_LOAD (object);

  if (self->index != NULL && self->run != NULL)
    weft_load_index_free (self->index);
  else if (self->index != NULL)
    weft_load_index_let_go (self->index);
  g_clear_pointer (&self->run, run_free);
  g_free (self->path);
  g_clear_pointer (&self->description, weft_description_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->recognized_context, g_main_context_unref);
  g_clear_object (&self->trace);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_load_parent_class)->finalize (object);
}

static void
weft_load_class_init (WeftLoadClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_load_finalize;
}

static void
weft_load_init (WeftLoad *self)
{
  pthread_mutex_init (&self->lock, NULL);
}

void
weft_load_set_pause (WeftLoad *self, guint milliseconds)
{
  g_return_if_fail (WEFT_IS_LOAD (self));

  self->pause = milliseconds;
}

void
weft_load_set_flags (WeftLoad *self, WeftReadFlags flags)
{
  g_return_if_fail (WEFT_IS_LOAD (self));

  self->flags = flags;
}

void
weft_load_set_description (WeftLoad *self, WeftDescription *description)
{
  g_return_if_fail (WEFT_IS_LOAD (self) && self->description == NULL);

  self->description = weft_description_ref (description);
}

WeftLoad *
weft_load_new (const char *path, WeftStorage storage, GMainContext *context)
{
  WeftLoad *self = g_object_new (WEFT_TYPE_LOAD, NULL);

  self->path = g_strdup (path);
  self->storage = storage;
  self->context = context != NULL ? g_main_context_ref (context) : NULL;
  return self;
}
