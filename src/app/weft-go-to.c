/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-go-to.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-words.h"

/* Ops between two looks at the cancellable. */
#define CANCEL_INTERVAL 4096

G_DEFINE_QUARK (weft-go-to-error-quark, weft_go_to_error)

/* --- reading ---------------------------------------------------------------------------------- */

static const struct
{
  const char *word;
  WeftGoToKind kind;
} words[] = {
  { "op", WEFT_GO_TO_OP },     { "id", WEFT_GO_TO_OP },    { "rid", WEFT_GO_TO_RID },
  { "retire", WEFT_GO_TO_RID }, { "cycle", WEFT_GO_TO_CYCLE }, { "c", WEFT_GO_TO_CYCLE },
  { "pc", WEFT_GO_TO_PC },
};

static gboolean
fail_syntax (GError **error)
{
  g_set_error_literal (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX,
                       _("Write op, rid, cycle or pc and a number, as in “cycle 1000”."));
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
parse_number (const char *text, WeftGoToKind kind, gint64 *number, GError **error)
{
  g_autofree char *digits = ungroup (text);
  const char *start = digits + (*digits == '-' || *digits == '+');
  gboolean hex = g_ascii_strncasecmp (start, "0x", 2) == 0;
  guint base = hex || kind == WEFT_GO_TO_PC ? 16 : 10;
  char *end;

  if (!g_ascii_isxdigit (*start) || (kind == WEFT_GO_TO_PC && start > digits))
    return fail_syntax (error);
  errno = 0;
  if (kind == WEFT_GO_TO_PC)
    *number = (gint64) g_ascii_strtoull (digits, &end, base);
  else
    *number = g_ascii_strtoll (digits, &end, base);
  if (*end != '\0')
    return fail_syntax (error);
  if (errno == 0)
    return TRUE;
  g_set_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX,
               _("%s is larger than any number in a trace."), text);
  return FALSE;
}

gboolean
weft_go_to_parse (const char *text, WeftGoTo *target, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  gsize length = strspn (stripped, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const char *number = stripped + length + strspn (stripped + length, " \t:=#");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].word) == length
        && g_ascii_strncasecmp (stripped, words[i].word, length) == 0)
      {
        target->kind = words[i].kind;
        return parse_number (number, target->kind, &target->number, error);
      }
  if (length > 0)
    return fail_syntax (error);
  target->kind =
    g_ascii_strncasecmp (number, "0x", 2) == 0 ? WEFT_GO_TO_PC : WEFT_GO_TO_OP;
  return parse_number (number, target->kind, &target->number, error);
}

/* --- finding ---------------------------------------------------------------------------------- */

static char *
describe_missing (WeftPipelineSnapshot *snapshot, const WeftGoTo *target)
{
  g_autofree char *number = weft_words_cycle (target->number);
  g_autofree char *first = NULL, *last = NULL;

  switch (target->kind)
    {
    case WEFT_GO_TO_OP:
      return g_strdup_printf (_("No op has the id %s."), number);
    case WEFT_GO_TO_RID:
      return g_strdup_printf (_("No op was retired with the id %s."), number);
    case WEFT_GO_TO_PC:
      return g_strdup_printf (_("No op has the PC 0x%" G_GINT64_MODIFIER "x."), target->number);
    case WEFT_GO_TO_CYCLE:
      break;
    }
  first = weft_words_cycle (weft_pipeline_snapshot_get_first_cycle (snapshot));
  last = weft_words_cycle (weft_pipeline_snapshot_get_last_cycle (snapshot));
  return g_strdup_printf (_("Cycle %s is not in the trace, which goes from %s to %s."), number,
                          first, last);
}

static void
set_not_found (WeftPipelineSnapshot *snapshot, const WeftGoTo *target, GError **error)
{
  WeftTrace *trace = WEFT_TRACE (weft_pipeline_snapshot_get_trace (snapshot));
  g_autofree char *text = describe_missing (snapshot, target);

  g_set_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND, "%s%s", text,
               weft_trace_get_state (trace) == WEFT_TRACE_GROWING
                 ? _(" The file is still being read.")
                 : "");
}

static gboolean
find_cycle (WeftPipelineSnapshot *snapshot, gint64 cycle, WeftGoToResult *result)
{
  result->op = WEFT_NO_ROW;
  result->cycle = cycle;
  result->n_found = result->index = 1;
  return weft_pipeline_snapshot_get_n_ops (snapshot) > 0
         && cycle >= weft_pipeline_snapshot_get_first_cycle (snapshot)
         && cycle <= weft_pipeline_snapshot_get_last_cycle (snapshot);
}

static gboolean
find_id (WeftPipelineSnapshot *snapshot, gint64 id, WeftGoToResult *result)
{
  result->op = weft_pipeline_snapshot_find_id (snapshot, id);
  result->n_found = result->index = 1;
  return result->op != WEFT_NO_ROW;
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
matches (const WeftOp *op, const WeftGoTo *target, guint32 pc_index)
{
  if (target->kind == WEFT_GO_TO_PC)
    return op->has_pc && op->pc_index == pc_index;
  return op->state == WEFT_OP_RETIRED && op->rid == target->number;
}

/* Counts all that match and keeps the first after `after`. */
static gboolean
find_matching (WeftPipelineSnapshot *snapshot, const WeftGoTo *target, guint32 after,
               GCancellable *cancellable, WeftGoToResult *result)
{
  guint32 n_ops = weft_pipeline_snapshot_get_n_ops (snapshot);
  guint32 pc_index = G_MAXUINT32, first = WEFT_NO_ROW;

  if (target->kind == WEFT_GO_TO_PC)
    {
      pc_index = find_pc (weft_pipeline_snapshot_get_trace (snapshot), (guint64) target->number);
      if (pc_index == G_MAXUINT32)
        return FALSE;
    }
  result->op = WEFT_NO_ROW;
  result->n_found = result->index = 0;
  for (guint32 i = 0; i < n_ops; i++)
    {
      WeftOp op;

      if (i % CANCEL_INTERVAL == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      if (!matches (&op, target, pc_index))
        continue;
      result->n_found++;
      if (first == WEFT_NO_ROW)
        first = i;
      if (result->op == WEFT_NO_ROW && (after == WEFT_NO_ROW || i > after))
        {
          result->op = i;
          result->index = result->n_found;
        }
    }
  if (result->op == WEFT_NO_ROW)
    {
      result->op = first;
      result->index = 1;
    }
  return first != WEFT_NO_ROW;
}

gboolean
weft_go_to_find (WeftPipelineSnapshot *snapshot, const WeftGoTo *target, guint32 after,
                 GCancellable *cancellable, WeftGoToResult *result, GError **error)
{
  gboolean found = FALSE;

  switch (target->kind)
    {
    case WEFT_GO_TO_CYCLE:
      found = find_cycle (snapshot, target->number, result);
      break;
    case WEFT_GO_TO_OP:
      found = find_id (snapshot, target->number, result);
      break;
    case WEFT_GO_TO_RID:
    case WEFT_GO_TO_PC:
      found = find_matching (snapshot, target, after, cancellable, result);
      break;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!found)
    set_not_found (snapshot, target, error);
  return found;
}

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftGoTo target;
  guint32 after;
} Request;

static void
request_free (gpointer data)
{
  weft_pipeline_snapshot_unref (((Request *) data)->snapshot);
  g_free (data);
}

static void
find_in_thread (GTask *task, gpointer source G_GNUC_UNUSED, gpointer task_data,
                GCancellable *cancellable)
{
  Request *request = task_data;
  g_autofree WeftGoToResult *result = g_new0 (WeftGoToResult, 1);
  GError *error = NULL;

  if (weft_go_to_find (request->snapshot, &request->target, request->after, cancellable, result,
                       &error))
    g_task_return_pointer (task, g_steal_pointer (&result), g_free);
  else
    g_task_return_error (task, error);
}

void
weft_go_to_find_async (WeftPipelineSnapshot *snapshot, const WeftGoTo *target, guint32 after,
                       GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Request *request = g_new (Request, 1);

  request->snapshot = weft_pipeline_snapshot_ref (snapshot);
  request->target = *target;
  request->after = after;
  g_task_set_source_tag (task, weft_go_to_find_async);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, find_in_thread);
}

gboolean
weft_go_to_find_finish (GAsyncResult *result, WeftGoToResult *found, GError **error)
{
  g_autofree WeftGoToResult *answer = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  answer = g_task_propagate_pointer (G_TASK (result), error);
  if (answer == NULL)
    return FALSE;
  *found = *answer;
  return TRUE;
}
