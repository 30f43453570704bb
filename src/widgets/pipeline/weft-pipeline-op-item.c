/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-item.h"

#include <string.h>

#include "weft-axis.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-words.h"

struct _WeftPipelineOpItem
{
  GObject parent_instance;

  WeftPipelineSnapshot *snapshot;
  WeftOp op;
  guint32 row;
  gboolean has_stall;
  gboolean stall_estimated;
  guint64 stall;
  gboolean label_read;
  char *label; /* NULL: can't be read back */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPipelineOpItem, weft_pipeline_op_item, G_TYPE_OBJECT)

static void
weft_pipeline_op_item_finalize (GObject *object)
{
  WeftPipelineOpItem *self = WEFT_PIPELINE_OP_ITEM (object);

  g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
  g_free (self->label);
  G_OBJECT_CLASS (weft_pipeline_op_item_parent_class)->finalize (object);
}

static void
weft_pipeline_op_item_class_init (WeftPipelineOpItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_pipeline_op_item_finalize;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_PIPELINE_OP_ITEM, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_pipeline_op_item_init (WeftPipelineOpItem *self)
{
  self->op.op = WEFT_NO_ROW;
  self->row = WEFT_NO_ROW;
}

WeftPipelineOpItem *
weft_pipeline_op_item_new (void)
{
  return g_object_new (WEFT_TYPE_PIPELINE_OP_ITEM, NULL);
}

static guint32
find_row (const WeftOpSource *source, guint32 op)
{
  guint32 row;

  if (source->rows == NULL)
    return weft_pipeline_snapshot_row_of_op (source->snapshot, op);
  weft_pipeline_rows_lock (source->rows);
  row = weft_pipeline_rows_find_op (source->rows, op);
  weft_pipeline_rows_unlock (source->rows);
  return row;
}

/* Forgets the label of another op; that of the same one may have been completed since. TRUE where
 * somebody has seen a label that is not the op's any more. */
static gboolean
update_label (WeftPipelineOpItem *self, gboolean same_op)
{
  g_autofree char *old = g_steal_pointer (&self->label);

  if (!self->label_read)
    return FALSE;
  self->label_read = FALSE;
  return !same_op || g_strcmp0 (old, weft_pipeline_op_item_get_label (self)) != 0;
}

void
weft_pipeline_op_item_set (WeftPipelineOpItem *self, const WeftOpSource *source, guint32 op)
{
  const WeftOp old = self->op;
  const guint64 old_stall = self->stall;
  const gboolean had_stall = self->has_stall;
  const guint32 old_row = self->row;
  gboolean changed;

  if (self->snapshot != source->snapshot)
    {
      g_clear_pointer (&self->snapshot, weft_pipeline_snapshot_unref);
      self->snapshot = weft_pipeline_snapshot_ref (source->snapshot);
    }
  /* Padding is compared too. */
  memset (&self->op, 0, sizeof self->op);
  weft_pipeline_snapshot_get_op (source->snapshot, op, &self->op);
  self->row = find_row (source, op);
  self->has_stall = source->stalls != NULL;
  self->stall_estimated = self->has_stall && weft_pipeline_stalls_is_estimate (source->stalls);
  self->stall = self->has_stall ? weft_pipeline_stalls_get_cycles (source->stalls, op) : 0;

  changed = update_label (self, old.op == op);
  if (changed || memcmp (&old, &self->op, sizeof old) != 0 || old_stall != self->stall
      || had_stall != self->has_stall || old_row != self->row)
    g_signal_emit (self, signals[CHANGED], 0);
}

const WeftOp *
weft_pipeline_op_item_get_op (WeftPipelineOpItem *self)
{
  return &self->op;
}

const char *
weft_pipeline_op_item_get_label (WeftPipelineOpItem *self)
{
  if (!self->label_read && self->snapshot != NULL)
    {
      self->label = weft_pipeline_snapshot_get_label (self->snapshot, self->op.op);
      self->label_read = TRUE;
    }
  return self->label;
}

/* --- fields ------------------------------------------------------------------------------------- */

static gint64
get_number (WeftPipelineOpItem *self, WeftOpKey key)
{
  switch (key)
    {
    case WEFT_OP_KEY_ROW:
      return self->row;
    case WEFT_OP_KEY_ID:
      return self->op.id;
    case WEFT_OP_KEY_GID:
      return self->op.gid;
    case WEFT_OP_KEY_RID:
      return self->op.rid;
    case WEFT_OP_KEY_TID:
      return self->op.tid;
    case WEFT_OP_KEY_FETCH:
      return self->op.fetch;
    case WEFT_OP_KEY_END:
      return self->op.end;
    case WEFT_OP_KEY_LATENCY:
      return (gint64) MIN (weft_cycles_between (self->op.fetch, self->op.end), G_MAXINT64);
    case WEFT_OP_KEY_STALL:
      return (gint64) MIN (self->stall, G_MAXINT64);
    default:
      g_assert_not_reached ();
    }
}

static guint
count_stages (WeftPipelineOpItem *self)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_stages (self->snapshot, self->op.op, &buffer);
  return buffer.n_stages;
}

static gboolean
is_missing (WeftPipelineOpItem *self, WeftOpKey key)
{
  switch (key)
    {
    case WEFT_OP_KEY_ROW:
      return self->row == WEFT_NO_ROW;
    case WEFT_OP_KEY_RID:
      return self->op.rid == -1;
    case WEFT_OP_KEY_PC:
      return !self->op.has_pc;
    case WEFT_OP_KEY_LABEL:
      return weft_pipeline_op_item_get_label (self) == NULL;
    case WEFT_OP_KEY_END:
      return self->op.state == WEFT_OP_OPEN;
    case WEFT_OP_KEY_STALL:
      return !self->has_stall;
    default:
      return FALSE;
    }
}

static char *
format_pc (WeftPipelineOpItem *self)
{
  return weft_pipeline_words_pc (
    weft_pipeline_trace_get_pc (self->snapshot->trace, self->op.pc_index));
}

/* A line of a table holds one line of a label. */
static char *
first_line (const char *label)
{
  const char *end = strchr (label, '\n');

  return end == NULL ? g_strdup (label) : g_strdup_printf ("%.*s …", (int) (end - label), label);
}

char *
weft_pipeline_op_item_get_text (WeftPipelineOpItem *self, WeftOpKey key)
{
  char number[WEFT_AXIS_LABEL_SIZE];

  g_return_val_if_fail (WEFT_IS_PIPELINE_OP_ITEM (self) && self->snapshot != NULL, NULL);

  if (is_missing (self, key))
    return g_strdup ("—");
  switch (key)
    {
    case WEFT_OP_KEY_PC:
      return format_pc (self);
    case WEFT_OP_KEY_LABEL:
      return first_line (weft_pipeline_op_item_get_label (self));
    case WEFT_OP_KEY_STATE:
      return g_strdup (weft_pipeline_words_state (self->op.state));
    case WEFT_OP_KEY_STAGES:
      return g_strdup_printf ("%u", count_stages (self));
    case WEFT_OP_KEY_ID:
    case WEFT_OP_KEY_GID:
    case WEFT_OP_KEY_RID:
    case WEFT_OP_KEY_TID:
      /* Names rather than amounts: as the log writes them. */
      return g_strdup_printf ("%" G_GINT64_FORMAT, get_number (self, key));
    default:
      weft_axis_format_integer (get_number (self, key), number);
      if (key == WEFT_OP_KEY_LATENCY && self->op.state == WEFT_OP_OPEN)
        return g_strconcat ("≥ ", number, NULL);
      if (key == WEFT_OP_KEY_STALL && self->stall_estimated)
        return g_strconcat ("≈ ", number, NULL);
      return g_strdup (number);
    }
}

char *
weft_pipeline_op_item_get_raw (WeftPipelineOpItem *self, WeftOpKey key)
{
  g_return_val_if_fail (WEFT_IS_PIPELINE_OP_ITEM (self) && self->snapshot != NULL, NULL);

  if (is_missing (self, key))
    return g_strdup ("");
  switch (key)
    {
    case WEFT_OP_KEY_PC:
      return format_pc (self);
    case WEFT_OP_KEY_LABEL:
      return g_strdelimit (g_strdup (weft_pipeline_op_item_get_label (self)), "\t\n\r", ' ');
    case WEFT_OP_KEY_STATE:
      return g_strdup (weft_op_state_to_string (self->op.state));
    case WEFT_OP_KEY_STAGES:
      return g_strdup_printf ("%u", count_stages (self));
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, get_number (self, key));
    }
}
