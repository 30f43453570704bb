/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-go-to.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-filterable.h"
#include "weft-pipeline-state.h"
#include "weft-pipeline-words.h"
#include "weft-runner.h"

/* Ops between two looks at the cancellable. */
#define CANCEL_INTERVAL 4096

/* --- reading ---------------------------------------------------------------------------------- */

static const struct
{
  const char *word;
  WeftPipelineTargetKind kind;
} words[] = {
  { "op", WEFT_PIPELINE_TARGET_OP },   { "id", WEFT_PIPELINE_TARGET_OP },
  { "rid", WEFT_PIPELINE_TARGET_RID }, { "retire", WEFT_PIPELINE_TARGET_RID },
  { "r", WEFT_PIPELINE_TARGET_RID },   { "cycle", WEFT_PIPELINE_TARGET_CYCLE },
  { "c", WEFT_PIPELINE_TARGET_CYCLE }, { "pc", WEFT_PIPELINE_TARGET_PC },
};

static gboolean
fail_syntax (GError **error)
{
  g_set_error_literal (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX,
                       _ ("Write op, rid, cycle or pc and a number, as in “cycle 1000”."));
  return FALSE;
}

/* The number without the marks that group its digits. */
static char *
ungroup (const char *text)
{
  GString *digits = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text != ',' && *text != '_')
      g_string_append_c (digits, *text);
  return g_string_free (digits, FALSE);
}

/* A PC may be as large as its bits allow, and is hexadecimal with or without 0x. */
static gboolean
parse_number (const char *text, WeftPipelineTargetKind kind, gint64 *number, GError **error)
{
  g_autofree char *digits = ungroup (text);
  const char *start = digits + (*digits == '-' || *digits == '+');
  gboolean hex = g_ascii_strncasecmp (start, "0x", 2) == 0;
  guint base = hex || kind == WEFT_PIPELINE_TARGET_PC ? 16 : 10;
  char *end;

  if (!g_ascii_isxdigit (*start) || (kind == WEFT_PIPELINE_TARGET_PC && start > digits))
    return fail_syntax (error);
  errno = 0;
  if (kind == WEFT_PIPELINE_TARGET_PC)
    *number = (gint64) g_ascii_strtoull (digits, &end, base);
  else
    *number = g_ascii_strtoll (digits, &end, base);
  if (*end != '\0')
    return fail_syntax (error);
  if (errno == 0)
    return TRUE;
  g_set_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX,
               _ ("%s is larger than any number in a trace."), text);
  return FALSE;
}

/* Behind the thread of "t0:r45": NULL where there is none. */
static const char *
skip_thread (const char *text, WeftPipelineTarget *target)
{
  char *end;

  if (g_ascii_tolower (text[0]) != 't' || !(g_ascii_isdigit (text[1]) || text[1] == '-'))
    return NULL;
  target->tid = g_ascii_strtoll (text + 1, &end, 10);
  if (*end != ':' || end == text + 1)
    return NULL;
  for (end++; *end == ' '; end++)
    ;
  return g_ascii_tolower (*end) == 'r' ? end : NULL;
}

gboolean
weft_pipeline_go_to_parse (const char *text, WeftPipelineTarget *target, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *behind = skip_thread (stripped, target), *word = behind != NULL ? behind : stripped;
  gsize length = strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const char *number = word + length + strspn (word + length, " \t:=#");

  target->has_tid = behind != NULL;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].word) == length && g_ascii_strncasecmp (word, words[i].word, length) == 0)
      {
        target->kind = words[i].kind;
        return parse_number (number, target->kind, &target->number, error);
      }
  if (length > 0)
    return fail_syntax (error);
  target->kind =
    g_ascii_strncasecmp (number, "0x", 2) == 0 ? WEFT_PIPELINE_TARGET_PC : WEFT_PIPELINE_TARGET_OP;
  return parse_number (number, target->kind, &target->number, error);
}

/* --- finding ---------------------------------------------------------------------------------- */

static char *
describe_missing (WeftPipelineSnapshot *snapshot, const WeftPipelineTarget *target)
{
  g_autofree char *number = weft_words_cycle (target->number);
  g_autofree char *first = NULL, *last = NULL, *pc = NULL;

  switch (target->kind)
    {
    case WEFT_PIPELINE_TARGET_OP:
      return g_strdup_printf (_ ("No op has the id %s."), number);
    case WEFT_PIPELINE_TARGET_RID:
      return g_strdup_printf (_ ("No op was retired with the id %s."), number);
    case WEFT_PIPELINE_TARGET_PC:
      pc = weft_pipeline_words_pc ((guint64) target->number);
      return g_strdup_printf (_ ("No op has the PC %s."), pc);
    case WEFT_PIPELINE_TARGET_CYCLE:
      break;
    }
  first = weft_words_cycle (weft_pipeline_snapshot_get_first_cycle (snapshot));
  last = weft_words_cycle (weft_pipeline_snapshot_get_last_cycle (snapshot));
  return g_strdup_printf (_ ("Cycle %s is not in the trace, which goes from %s to %s."), number,
                          first, last);
}

static void
set_not_found (WeftPipelineSnapshot *snapshot, const WeftPipelineTarget *target, GError **error)
{
  WeftTrace *trace = WEFT_TRACE (snapshot->trace);
  g_autofree char *text = describe_missing (snapshot, target);

  g_set_error (
    error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND, "%s%s", text,
    weft_trace_get_state (trace) == WEFT_TRACE_GROWING ? _ (" The file is still being read.") : "");
}

static gboolean
find_cycle (WeftPipelineSnapshot *snapshot, gint64 cycle, WeftPipelineTargetFound *found)
{
  found->op = WEFT_NO_ROW;
  found->cycle = cycle;
  found->n_found = found->index = 1;
  return snapshot->n_ops > 0 && cycle >= weft_pipeline_snapshot_get_first_cycle (snapshot)
         && cycle <= weft_pipeline_snapshot_get_last_cycle (snapshot);
}

static gboolean
find_id (WeftPipelineSnapshot *snapshot, gint64 id, WeftPipelineTargetFound *found)
{
  found->op = weft_pipeline_snapshot_find_id (snapshot, id);
  found->n_found = found->index = 1;
  return found->op != WEFT_NO_ROW;
}

/* The small number of a PC, G_MAXUINT32 where no op has it. */
static guint32
find_pc (WeftPipelineTrace *trace, guint64 pc)
{
  guint32 n_pcs = weft_pipeline_trace_get_n_pcs (trace);

  for (guint32 i = 0; i < n_pcs; i++)
    if (weft_pipeline_trace_get_pc (trace, i) == pc)
      return i;
  return G_MAXUINT32;
}

static gboolean
matches (const WeftOp *op, const WeftPipelineTarget *target, guint32 pc_index)
{
  if (target->kind == WEFT_PIPELINE_TARGET_PC)
    return op->has_pc && op->pc_index == pc_index;
  return op->state == WEFT_OP_RETIRED && op->rid == target->number
         && (!target->has_tid || op->tid == target->tid);
}

/* Counts all that match and keeps the first after `after`. */
static gboolean
find_matching (WeftPipelineSnapshot *snapshot, const WeftPipelineTarget *target, guint32 after,
               GCancellable *cancellable, WeftPipelineTargetFound *found)
{
  guint32 n_ops = snapshot->n_ops;
  guint32 pc_index = G_MAXUINT32, first = WEFT_NO_ROW;

  if (target->kind == WEFT_PIPELINE_TARGET_PC)
    {
      pc_index = find_pc (snapshot->trace, (guint64) target->number);
      if (pc_index == G_MAXUINT32)
        return FALSE;
    }
  found->op = WEFT_NO_ROW;
  found->n_found = found->index = 0;
  for (guint32 i = 0; i < n_ops; i++)
    {
      WeftOp op;

      if (i % CANCEL_INTERVAL == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      if (!matches (&op, target, pc_index))
        continue;
      found->n_found++;
      if (first == WEFT_NO_ROW)
        first = i;
      if (found->op == WEFT_NO_ROW && (after == WEFT_NO_ROW || i > after))
        {
          found->op = i;
          found->index = found->n_found;
        }
    }
  if (found->op == WEFT_NO_ROW)
    {
      found->op = first;
      found->index = 1;
    }
  return first != WEFT_NO_ROW;
}

gboolean
weft_pipeline_go_to_find (WeftPipelineSnapshot *snapshot, const WeftPipelineTarget *target,
                          guint32 after, GCancellable *cancellable, WeftPipelineTargetFound *found,
                          GError **error)
{
  gboolean ok = FALSE;

  switch (target->kind)
    {
    case WEFT_PIPELINE_TARGET_CYCLE:
      ok = find_cycle (snapshot, target->number, found);
      break;
    case WEFT_PIPELINE_TARGET_OP:
      ok = find_id (snapshot, target->number, found);
      break;
    case WEFT_PIPELINE_TARGET_RID:
    case WEFT_PIPELINE_TARGET_PC:
      ok = find_matching (snapshot, target, after, cancellable, found);
      break;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!ok)
    set_not_found (snapshot, target, error);
  return ok;
}

/* --- going --------------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTarget target;
  guint32 after;
} Request;

static void
clear_request (gpointer question)
{
  weft_pipeline_snapshot_unref (((Request *) question)->snapshot);
}

static gpointer
find (gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Request *request = question;
  g_autofree WeftPipelineTargetFound *found = g_new0 (WeftPipelineTargetFound, 1);

  if (!weft_pipeline_go_to_find (request->snapshot, &request->target, request->after, cancellable,
                                 found, error))
    return NULL;
  return g_steal_pointer (&found);
}

static const WeftDerivation finding = {
  .name = "WeftPipelineFoundTarget",
  .question_size = sizeof (Request),
  .clear_question = clear_request,
  .derive = find,
  .free_value = g_free,
};

/* FALSE where the op is not among the rows. */
static gboolean
show_op (WeftPipelineState *state, guint32 op)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  guint32 row;

  weft_pipeline_rows_lock (rows);
  row = weft_pipeline_rows_find_op (rows, op);
  weft_pipeline_rows_unlock (rows);
  if (row == WEFT_NO_ROW)
    return FALSE;
  weft_pipeline_state_select (state, op, WEFT_NO_STAGE);
  weft_pipeline_state_show_op (state, op, FALSE);
  return TRUE;
}

static char *
describe_index (const WeftPipelineTargetFound *found)
{
  g_autofree char *index = weft_number_count (found->index);
  g_autofree char *n_found = weft_number_count (found->n_found);

  /* TRANSLATORS: which of several ops that were found */
  return g_strdup_printf (_ ("%s of %s"), index, n_found);
}

static void
show_found (GTask *task, const WeftPipelineTargetFound *found)
{
  WeftPipelineState *state = g_task_get_source_object (task);

  if (found->op == WEFT_NO_ROW)
    weft_view_state_show_time (WEFT_VIEW_STATE (state), found->cycle, found->cycle);
  else if (!show_op (state, found->op))
    {
      gboolean filtered = *weft_filterable_get_filter (WEFT_FILTERABLE (state)) != '\0';

      g_task_return_new_error (task, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND, "%s",
                               filtered
                                 ? _ ("The filter hides that op. Clear it to see the op.")
                                 : _ ("That op was flushed, and flushed ops are hidden. Turn off "
                                      "“Hide flushed ops” to see it."));
      return;
    }
  g_task_return_pointer (task, found->n_found > 1 ? describe_index (found) : g_strdup (""), g_free);
}

static void
on_found (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autofree WeftPipelineTargetFound *found = NULL;
  GError *error = NULL;

  found = weft_runner_derive_finish (result, &error);
  if (found != NULL)
    show_found (task, found);
  else
    g_task_return_error (task, error);
}

void
weft_pipeline_go_to_run (WeftViewState *view_state, const char *text, GTask *task)
{
  WeftPipelineState *state = WEFT_PIPELINE_STATE (view_state);
  Request request = { 0 };
  GError *error = NULL;

  if (!weft_pipeline_go_to_parse (text, &request.target, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  request.snapshot = weft_pipeline_state_ref_snapshot (state);
  request.after = weft_pipeline_state_get_selection (state)->op;
  weft_runner_derive_async (&finding, &request, NULL, g_task_get_cancellable (task), on_found,
                            g_object_ref (task));
}
