/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-writer.h"

#include <string.h>

/* Processors beyond this many share the last number: their cells have one byte. */
#define MAX_PROCS 255u

/* Contexts beyond this many in a file share the last one: real files have a handful. */
#define MAX_CONTEXTS 1024u

/* Names that were interned lately, so that a record costs no hash. */
#define N_RECENT 64

typedef struct
{
  const char *text; /* in the pool */
  gsize length;
  guint32 id;
} Recent;

struct _WeftNocWriter
{
  WeftNocTrace *trace;
  guint32 part;
  guint32 first_context; /* of the part */
  guint32 last_context;
  guint32 first_target; /* of the fabric event that comes */
  guint32 first_segment;
  Recent names[N_RECENT];
  Recent procs[N_RECENT];
};

WeftNocWriter *
weft_noc_writer_new (WeftNocTrace *trace)
{
  WeftNocWriter *self = g_new0 (WeftNocWriter, 1);

  self->trace = g_object_ref (trace);
  return self;
}

void
weft_noc_writer_free (WeftNocWriter *self)
{
  weft_table_seal (&self->trace->records);
  g_object_unref (self->trace);
  g_free (self);
}

static guint32
intern (WeftStringPool *pool, Recent *recent, WeftNocText text)
{
  guint slot = text.length > 0
                 ? ((guint) text.length * 7 + (guchar) text.text[0] * 3u
                    + (guchar) text.text[text.length - 1] + (guchar) text.text[text.length / 2])
                     % N_RECENT
                 : 0;
  Recent *entry = &recent[slot];

  if (entry->text != NULL && entry->length == text.length
      && (text.length == 0 || memcmp (entry->text, text.text, text.length) == 0))
    return entry->id;
  entry->id = weft_string_pool_intern (pool, text.length > 0 ? text.text : "", text.length);
  if (entry->id == WEFT_NO_NAME)
    return WEFT_NO_NAME;
  entry->text = weft_string_pool_get (pool, entry->id, &entry->length);
  return entry->id;
}

static guint8
intern_proc (WeftNocWriter *self, WeftNocText text)
{
  guint32 id = intern (&self->trace->procs, self->procs, text);

  return (guint8) MIN (id, MAX_PROCS);
}

gboolean
weft_noc_writer_add (WeftNocWriter *self, const WeftNocRow *row)
{
  WeftTable *table = &self->trace->records;
  guint32 name = intern (&self->trace->names, self->names, row->name);
  guint8 proc = intern_proc (self, row->proc);
  guint32 n;

  if (name == WEFT_NO_NAME || !weft_table_append (table, &n))
    return FALSE;
  weft_table_set_u64 (table, NOC_TIME, n, row->time);
  weft_table_set_u32 (table, NOC_CONTEXT, n, row->context);
  weft_table_set_u32 (table, NOC_NAME, n, name);
  weft_table_set_u32 (table, NOC_BYTES, n, row->bytes);
  weft_table_set_u32 (table, NOC_LINE, n, (guint32) MIN (row->line, G_MAXUINT32));
  weft_table_set_u32 (table, NOC_EXTRA, n, row->extra);
  weft_table_set_u16 (table, NOC_SX, n, (guint16) row->sx);
  weft_table_set_u16 (table, NOC_SY, n, (guint16) row->sy);
  weft_table_set_u16 (table, NOC_DX, n, (guint16) row->dx);
  weft_table_set_u16 (table, NOC_DY, n, (guint16) row->dy);
  weft_table_set_u16 (table, NOC_END_X, n, (guint16) row->end_x);
  weft_table_set_u16 (table, NOC_END_Y, n, (guint16) row->end_y);
  weft_table_set_u8 (table, NOC_TYPE, n, (guint8) row->type);
  weft_table_set_u8 (table, NOC_PROC, n, proc);
  weft_table_set_u8 (table, NOC_FLAGS, n, (guint8) (row->noc | row->flags << NOC_FLAGS_SHIFT));
  weft_table_set_u8 (table, NOC_VC, n, (guint8) row->vc);
  return TRUE;
}

/* The number behind "dev" in a file's name, as in "noc_trace_dev3_ID0.json". */
static gint32
get_device_of_name (const char *name)
{
  const char *found = strstr (name, "_dev");
  guint64 device = 0;

  if (found == NULL || !g_ascii_isdigit (found[4]))
    return WEFT_NOC_UNKNOWN;
  device = g_ascii_strtoull (found + 4, NULL, 10);
  return device <= G_MAXINT32 ? (gint32) device : WEFT_NOC_UNKNOWN;
}

gboolean
weft_noc_writer_begin_part (WeftNocWriter *self, const char *name)
{
  WeftTable *table = &self->trace->parts;
  guint32 id;

  if (name == NULL)
    name = "";
  id = weft_string_pool_intern (&self->trace->names, name, strlen (name));
  if (id == WEFT_NO_NAME || !weft_table_append (table, &self->part))
    return FALSE;
  *(WeftNocPartRow *) weft_table_row (table, self->part) =
    (WeftNocPartRow){ id, get_device_of_name (name), self->trace->records.n_rows };
  self->first_context = self->last_context = self->trace->contexts.n_rows;
  return TRUE;
}

static guint32
append_context (WeftNocWriter *self, gint32 device, gint64 run_host_id, guint32 op)
{
  WeftTable *table = &self->trace->contexts;
  guint32 context;

  if (!weft_table_append (table, &context))
    return WEFT_NO_ROW;
  *(WeftNocContextRow *) weft_table_row (table, context) =
    (WeftNocContextRow){ run_host_id, self->part, device, op };
  return context;
}

guint32
weft_noc_writer_add_context (WeftNocWriter *self, gint32 device, gint64 run_host_id,
                             WeftNocText op_name)
{
  guint32 op = intern (&self->trace->names, self->names, op_name);

  return op != WEFT_NO_NAME ? append_context (self, device, run_host_id, op) : WEFT_NO_ROW;
}

guint32
weft_noc_writer_get_context (WeftNocWriter *self, gint32 device, gint64 run_host_id,
                             WeftNocText op_name)
{
  WeftTable *table = &self->trace->contexts;
  guint32 op = intern (&self->trace->names, self->names, op_name);
  guint32 n_contexts = table->n_rows - self->first_context, context;
  WeftNocContextRow *row;

  if (op == WEFT_NO_NAME)
    return WEFT_NO_ROW;
  /* There are few, and mostly it is the one that was there last. */
  for (guint32 i = 0; i < n_contexts; i++)
    {
      context = self->first_context + (self->last_context - self->first_context + i) % n_contexts;
      row = weft_table_row (table, context);
      if (row->device != device || row->run_host_id != run_host_id || row->op_name != op)
        continue;
      self->last_context = context;
      return context;
    }
  if (n_contexts >= MAX_CONTEXTS)
    return self->last_context;
  context = append_context (self, device, run_host_id, op);
  if (context != WEFT_NO_ROW)
    self->last_context = context;
  return context;
}

/* Appends a row of that size. */
static guint32
append (WeftTable *table, gconstpointer value, gsize size)
{
  guint32 row;

  if (!weft_table_append (table, &row))
    return WEFT_NO_ROW;
  memcpy (weft_table_row (table, row), value, size);
  return row;
}

guint32
weft_noc_writer_add_debug (WeftNocWriter *self, const WeftNocDebug *debug)
{
  return append (&self->trace->debugs, debug, sizeof *debug);
}

guint32
weft_noc_writer_add_end (WeftNocWriter *self, guint64 end)
{
  return append (&self->trace->ends, &end, sizeof end);
}

guint32
weft_noc_writer_add_fabric (WeftNocWriter *self, const WeftNocFabric *fabric)
{
  WeftNocTrace *trace = self->trace;
  WeftNocFabric row = *fabric;

  row.n_targets = trace->targets.n_rows - self->first_target;
  row.n_segments = trace->segments.n_rows - self->first_segment;
  row.first_target = self->first_target;
  row.first_segment = self->first_segment;
  self->first_target = trace->targets.n_rows;
  self->first_segment = trace->segments.n_rows;
  return append (&trace->fabrics, &row, sizeof row);
}

gboolean
weft_noc_writer_add_target (WeftNocWriter *self, const WeftNocFabricTarget *target)
{
  return append (&self->trace->targets, target, sizeof *target) != WEFT_NO_ROW;
}

gboolean
weft_noc_writer_add_segment (WeftNocWriter *self, const WeftNocFabricSegment *segment)
{
  return append (&self->trace->segments, segment, sizeof *segment) != WEFT_NO_ROW;
}

gboolean
weft_noc_writer_add_modelled (WeftNocWriter *self, const WeftNocModelled *modelled,
                              WeftNocText port)
{
  const WeftNocModelledRow row = {
    .start = modelled->start,
    .end = modelled->end,
    .rate = modelled->rate,
    .device = modelled->device,
    .port = intern (&self->trace->names, self->names, port),
    .x = (gint16) modelled->x,
    .y = (gint16) modelled->y,
    .noc = (guint8) modelled->noc,
  };

  return row.port != WEFT_NO_NAME
         && append (&self->trace->modelled, &row, sizeof row) != WEFT_NO_ROW;
}
