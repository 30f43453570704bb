/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-trace.h"

#include "weft-findings.h"

#include <glib/gi18n-lib.h>

struct _WeftQueryTrace
{
  WeftTrace *trace;
  char *path;
  char *offsets; /* nullable */
  const WeftQueryFamily *family;
  gpointer source;
  GArray *findings;    /* WeftFinding; NULL: not yet asked for */
  GArray *diagnostics; /* WeftDiagnostic; likewise */
  GArray *meta;        /* Meta; likewise */
};

typedef struct
{
  const char *key;
  WeftCell value;
} Meta;

/* --- findings ----------------------------------------------------------------------------------- */

#define FINDING(name) .member = WEFT_MEMBER (WeftFinding, name)

static const WeftField finding_fields[] = {
  { "key", .type = WEFT_FIELD_TEXT, FINDING (key), .doc = "What kind of finding it is" },
  { "weight", .type = WEFT_FIELD_REAL, FINDING (weight),
    .doc = "The share of something that it accounts for, from 0 to 1" },
  { "text", .type = WEFT_FIELD_TEXT, FINDING (text), .doc = "One sentence with its number" },
  { "figure", .type = WEFT_FIELD_TEXT, FINDING (figure), .doc = "What it costs, in short" },
  { "definition", .type = WEFT_FIELD_TEXT, FINDING (definition), .doc = "What is counted" },
  { "target", .type = WEFT_FIELD_TEXT, FINDING (target),
    .doc = "Where it leads in the window, such as an op by its rowid" },
};

static const WeftSchema finding_schema = { "finding",
                                           "The most telling things of the trace, the weightiest "
                                           "first",
                                           finding_fields,
                                           G_N_ELEMENTS (finding_fields),
                                           0,
                                           sizeof (WeftFinding) };

static WeftFacts
list_items (const WeftSchema *schema, const GArray *items)
{
  return (WeftFacts){ .fields = schema->fields,
                      .n_rows = items->len,
                      .items = items->data,
                      .item_size = schema->item_size };
}

static gboolean
open_findings (gpointer source, WeftFacts *facts, GCancellable *cancellable, GError **error)
{
  WeftQueryTrace *self = source;

  if (self->findings == NULL)
    self->findings = self->family->find (self->source, cancellable, error);
  if (self->findings == NULL)
    return FALSE;
  *facts = list_items (&finding_schema, self->findings);
  return TRUE;
}

/* --- diagnostics -------------------------------------------------------------------------------- */

static WeftCell
as_severity (gconstpointer data G_GNUC_UNUSED, gint64 severity)
{
  return weft_cell_word ((guint) severity, weft_severity_to_string ((WeftSeverity) severity));
}

static WeftCell
as_place (gconstpointer data G_GNUC_UNUSED, gint64 number)
{
  return number > 0 ? weft_cell_signed (number) : weft_cell_none ();
}

#define DIAGNOSTIC(name) .member = WEFT_MEMBER (WeftDiagnostic, name)

static const WeftField diagnostic_fields[] = {
  { "severity", .type = WEFT_FIELD_TEXT, DIAGNOSTIC (severity), .as = as_severity,
    .doc = "error, warning or info" },
  { "line", .type = WEFT_FIELD_NUMBER, DIAGNOSTIC (line), .as = as_place, .doc = "From 1" },
  { "column", .type = WEFT_FIELD_NUMBER, DIAGNOSTIC (column), .as = as_place,
    .doc = "In bytes from 1" },
  { "text", .type = WEFT_FIELD_TEXT, DIAGNOSTIC (message), .doc = "One sentence" },
};

static const WeftSchema diagnostic_schema = { "diagnostic",
                                              "What is wrong with the input; the first thousand",
                                              diagnostic_fields,
                                              G_N_ELEMENTS (diagnostic_fields),
                                              0,
                                              sizeof (WeftDiagnostic) };

static void
clear_diagnostic (gpointer diagnostic)
{
  weft_diagnostic_clear (diagnostic);
}

static gboolean
open_diagnostics (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
                  GError **error G_GNUC_UNUSED)
{
  WeftQueryTrace *self = source;
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (self->trace);

  if (self->diagnostics == NULL)
    {
      guint n = weft_diagnostics_get_n_kept (diagnostics);

      self->diagnostics = g_array_sized_new (FALSE, TRUE, sizeof (WeftDiagnostic), n);
      g_array_set_clear_func (self->diagnostics, clear_diagnostic);
      g_array_set_size (self->diagnostics, n);
      for (guint i = 0; i < n; i++)
        weft_diagnostics_get (diagnostics, i,
                              &g_array_index (self->diagnostics, WeftDiagnostic, i));
    }
  *facts = list_items (&diagnostic_schema, self->diagnostics);
  return TRUE;
}

/* --- meta --------------------------------------------------------------------------------------- */

static WeftCell
get_value (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  WeftCell cell = ((const Meta *) item)->value;

  if (cell.type == WEFT_CELL_TEXT)
    cell.text = g_strdup (cell.text);
  return cell;
}

static const WeftField meta_fields[] = {
  { "key", .type = WEFT_FIELD_TEXT, .member = WEFT_MEMBER (Meta, key),
    .doc =
      "file, kind, format, time_unit, offsets (how many cycles later clocks of devices were put), "
      "partial, first, last, errors, warnings" },
  { "value", .of = get_value, .doc = "What is known of it" },
};

static const WeftSchema meta_schema = { "meta",      "What is known of the trace as a whole",
                                        meta_fields, G_N_ELEMENTS (meta_fields),
                                        0,           sizeof (Meta) };

static void
clear_meta (gpointer item)
{
  weft_cell_clear (&((Meta *) item)->value);
}

static void
add_meta (WeftQueryTrace *self, const char *key, WeftCell value)
{
  const Meta item = { key, value };

  g_array_append_val (self->meta, item);
}

static void
list_meta (WeftQueryTrace *self)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (self->trace);
  gboolean partial = weft_trace_get_state (self->trace) == WEFT_TRACE_PARTIAL;
  gint64 first, last;
  gboolean has_times = self->family->get_times (self->source, &first, &last);

  self->meta = g_array_new (FALSE, FALSE, sizeof (Meta));
  g_array_set_clear_func (self->meta, clear_meta);
  add_meta (self, "file", weft_cell_text (g_strdup (self->path)));
  add_meta (self, "kind", weft_cell_text (g_strdup (self->family->name)));
  add_meta (self, "format", weft_cell_text (g_strdup (weft_trace_get_format (self->trace))));
  add_meta (self, "time_unit", weft_cell_text (g_strdup (weft_trace_get_time_unit (self->trace))));
  add_meta (self, "offsets",
            self->offsets != NULL ? weft_cell_text (g_strdup (self->offsets)) : weft_cell_none ());
  add_meta (self, "partial", weft_cell_flag (partial));
  add_meta (self, "first", has_times ? weft_cell_signed (first) : weft_cell_none ());
  add_meta (self, "last", has_times ? weft_cell_signed (last) : weft_cell_none ());
  add_meta (self, "errors",
            weft_cell_count (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR)));
  add_meta (self, "warnings",
            weft_cell_count (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING)));
}

static gboolean
open_meta (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
           GError **error G_GNUC_UNUSED)
{
  WeftQueryTrace *self = source;

  if (self->meta == NULL)
    list_meta (self);
  *facts = list_items (&meta_schema, self->meta);
  return TRUE;
}

/* --- all of them -------------------------------------------------------------------------------- */

static const WeftQueryTable common[] = {
  { .name = "finding", .schema = &finding_schema, .open = open_findings },
  { .name = "diagnostic", .schema = &diagnostic_schema, .open = open_diagnostics },
  { .name = "meta", .schema = &meta_schema, .open = open_meta },
};

const WeftQueryTable *
weft_query_trace_list_common (guint *n)
{
  *n = G_N_ELEMENTS (common);
  return common;
}

const WeftQueryFamily *
weft_query_family_of (WeftTrace *trace)
{
  for (guint i = 0; weft_query_families[i] != NULL; i++)
    if (g_type_is_a (G_OBJECT_TYPE (trace), weft_query_families[i]->get_type ()))
      return weft_query_families[i];
  g_assert_not_reached ();
}

WeftQueryTrace *
weft_query_trace_new (WeftTrace *trace, const char *path, const WeftQueryOptions *options,
                      GError **error)
{
  WeftQueryTrace *self = g_new0 (WeftQueryTrace, 1);

  self->trace = g_object_ref (trace);
  self->path = g_strdup (path);
  self->offsets = g_strdup (options->offsets);
  self->family = weft_query_family_of (trace);
  self->source = self->family->open (trace, options, error);
  if (self->source == NULL)
    g_clear_pointer (&self, weft_query_trace_free);
  return self;
}

void
weft_query_trace_free (WeftQueryTrace *self)
{
  g_clear_pointer (&self->findings, g_array_unref);
  g_clear_pointer (&self->diagnostics, g_array_unref);
  g_clear_pointer (&self->meta, g_array_unref);
  if (self->source != NULL)
    self->family->close (self->source);
  g_object_unref (self->trace);
  g_free (self->path);
  g_free (self->offsets);
  g_free (self);
}

static void
free_trace (gpointer trace)
{
  weft_query_trace_free (trace);
}

GPtrArray *
weft_query_traces_new (void)
{
  return g_ptr_array_new_with_free_func (free_trace);
}

gboolean
weft_query_trace_prepare (WeftQueryTrace *self, GCancellable *cancellable, GError **error)
{
  return self->family->prepare == NULL || self->family->prepare (self->source, cancellable, error);
}

guint
weft_query_trace_get_n_tables (const WeftQueryTrace *self)
{
  return self->family->n_tables + G_N_ELEMENTS (common);
}

const WeftQueryTable *
weft_query_trace_get_table (const WeftQueryTrace *self, guint table)
{
  return table < self->family->n_tables ? &self->family->tables[table]
                                        : &common[table - self->family->n_tables];
}

guint
weft_query_trace_find_table (const WeftQueryTrace *self, const char *name)
{
  for (guint i = 0; i < weft_query_trace_get_n_tables (self); i++)
    if (g_ascii_strcasecmp (weft_query_trace_get_table (self, i)->name, name) == 0)
      return i;
  return G_MAXUINT;
}

gpointer
weft_query_trace_get_source (WeftQueryTrace *self, guint table)
{
  return table < self->family->n_tables ? self->source : self;
}

gpointer
weft_query_trace_get_family_source (WeftQueryTrace *self)
{
  return self->source;
}

WeftTrace *
weft_query_trace_get_trace (const WeftQueryTrace *self)
{
  return self->trace;
}

const WeftQueryFamily *
weft_query_trace_get_family (const WeftQueryTrace *self)
{
  return self->family;
}

const char *
weft_query_trace_find_symbol (WeftQueryTrace *self, guint64 address)
{
  return self->family->find_symbol != NULL ? self->family->find_symbol (self->source, address)
                                           : NULL;
}

gboolean
weft_query_trace_open_table (WeftQueryTrace *self, const WeftQueryTable *table, WeftFacts *facts,
                             GCancellable *cancellable, GError **error)
{
  return table->open (self->source, facts, cancellable, error);
}

gboolean
weft_query_trace_find_item (WeftQueryTrace *self, const WeftQueryTable *table, gint64 rowid,
                            GCancellable *cancellable, guint32 *item, GError **error)
{
  WeftFacts facts;

  if (!weft_query_trace_open_table (self, table, &facts, cancellable, error))
    return FALSE;
  g_assert (rowid >= 0 && rowid < (gint64) facts.n_rows);
  *item = weft_facts_get_source_row (&facts, (guint) rowid);
  return TRUE;
}
