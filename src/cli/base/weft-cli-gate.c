/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-gate.h"

#include "weft-cli-ask.h"
#include "weft-cli-page.h"
#include "weft-cli-rows.h"
#include "weft-cli-text.h"
#include "weft-html.h"
#include "weft-json-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

enum
{
  TEXT,
  JSON,
  JUNIT,
  MARKDOWN,
  HTML,
};

const char *const weft_cli_gate_formats[] = { "text", "json", "junit", "markdown", "html", NULL };

/* A metric of both traces: NAN where it is not known. */
typedef struct
{
  const char *name;
  double numbers[2];
} Metric;

typedef struct
{
  const char *text;
  const Metric *metric;
  gboolean above; /* fails above the limit, rather than below */
  gboolean is_percent;
  double limit;
  gboolean fails;
} Condition;

typedef struct
{
  const char *files[2];
  char **texts;
  GArray *metrics;    /* Metric */
  GArray *conditions; /* Condition */
  guint n_failed;
  guint n_unknown;
} Gate;

/* --- conditions --------------------------------------------------------------------------------- */

static const Metric *
find_metric (const Gate *self, const char *name, gsize length)
{
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const Metric *metric = &g_array_index (self->metrics, Metric, i);

      if (strlen (metric->name) == length && strncmp (metric->name, name, length) == 0)
        return metric;
    }
  return NULL;
}

static const char *
skip_blanks (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return text;
}

/* "ipc < -1%": FALSE where it is none. */
static gboolean
parse_condition (const Gate *self, const char *text, Condition *condition)
{
  const char *name = skip_blanks (text), *end = name;
  char *stop;

  while (g_ascii_isalnum (*end) || *end == '_')
    end++;
  *condition =
    (Condition){ .text = text, .metric = find_metric (self, name, (gsize) (end - name)) };
  end = skip_blanks (end);
  if (condition->metric == NULL || (*end != '<' && *end != '>'))
    return FALSE;
  condition->above = *end == '>';
  condition->limit = g_ascii_strtod (end + 1, &stop);
  if (stop == end + 1 || !isfinite (condition->limit))
    return FALSE;
  stop = (char *) skip_blanks (stop);
  condition->is_percent = *stop == '%';
  return *skip_blanks (stop + condition->is_percent) == '\0';
}

static double
get_change (const Metric *self)
{
  return self->numbers[1] - self->numbers[0];
}

/* Of A's amount; a change from nothing is without bound. */
static double
get_percent (const Metric *self)
{
  double change = get_change (self);

  return change == 0 ? 0 : 100 * change / fabs (self->numbers[0]);
}

static gboolean
holds (const Condition *self)
{
  double change = self->is_percent ? get_percent (self->metric) : get_change (self->metric);

  return self->above ? change > self->limit : change < self->limit;
}

static gboolean
take_conditions (Gate *self, GError **error)
{
  for (guint i = 0; self->texts[i] != NULL; i++)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      Condition condition;

      if (parse_condition (self, self->texts[i], &condition))
        {
          if (isnan (get_change (condition.metric)))
            self->n_unknown++;
          condition.fails = holds (&condition);
          self->n_failed += condition.fails;
          g_array_append_val (self->conditions, condition);
          continue;
        }
      for (guint j = 0; j < self->metrics->len; j++)
        g_string_append_printf (names, "%s%s", j > 0 ? ", " : "",
                                g_array_index (self->metrics, Metric, j).name);
      g_set_error (
        error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL,
        _ ("“%s” is no condition such as “%s < -1%%” or “%s > 100”. The metrics are: %s."),
        self->texts[i], g_array_index (self->metrics, Metric, 0).name,
        g_array_index (self->metrics, Metric, 0).name, names->str);
      return FALSE;
    }
  return TRUE;
}

static gboolean
measure (WeftQuery *query, GCancellable *cancellable, gpointer data, GError **error)
{
  const WeftQueryFamily *family = weft_query_get_family (query, 0);
  Gate *self = data;

  if (weft_query_get_family (query, 1) != family)
    {
      g_set_error (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL,
                   _ ("“%s” (%s) and “%s” (%s) are of different kinds."), self->files[0],
                   family->name, self->files[1], weft_query_get_family (query, 1)->name);
      return FALSE;
    }
  for (guint i = 0; i < family->n_metrics; i++)
    {
      Metric metric = { .name = family->metrics[i].name };

      for (guint trace = 0; trace < 2; trace++)
        if (!weft_query_measure (query, trace, &family->metrics[i], cancellable,
                                 &metric.numbers[trace], error))
          return FALSE;
      g_array_append_val (self->metrics, metric);
    }
  return take_conditions (self, error);
}

/* --- reports ------------------------------------------------------------------------------------ */

/* Doubles hold whole numbers up to here. */
#define MAX_WHOLE 9e15

static gboolean
is_whole (double number)
{
  return fabs (number) < MAX_WHOLE && number == floor (number);
}

/* Counts have no decimals. */
static WeftCell
number_cell (double number)
{
  return is_whole (number) ? weft_cell_signed ((gint64) number) : weft_cell_real (number);
}

static char *
format_number (double number)
{
  return is_whole (number) ? weft_number_integer ((gint64) number) : weft_cli_format_real (number);
}

static gboolean
is_failed (const Gate *self, const Metric *metric)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const Condition *condition = &g_array_index (self->conditions, Condition, i);

      if (condition->metric == metric && condition->fails)
        return TRUE;
    }
  return FALSE;
}

static WeftCell
get_name (gconstpointer gate, gconstpointer metric)
{
  return weft_cell_lent (((const Metric *) metric)->name);
}

static WeftCell
get_a (gconstpointer gate, gconstpointer metric)
{
  return number_cell (((const Metric *) metric)->numbers[0]);
}

static WeftCell
get_b (gconstpointer gate, gconstpointer metric)
{
  return number_cell (((const Metric *) metric)->numbers[1]);
}

static WeftCell
get_change_cell (gconstpointer gate, gconstpointer metric)
{
  return number_cell (get_change (metric));
}

static WeftCell
get_percent_cell (gconstpointer gate, gconstpointer metric)
{
  return weft_cell_real (get_percent (metric));
}

static WeftCell
get_mark (gconstpointer gate, gconstpointer metric)
{
  return weft_cell_lent (is_failed (gate, metric) ? "✗" : "");
}

static const WeftField columns[] = {
  { "metric", N_ ("Metric"), .of = get_name },
  { "a", "A", .of = get_a },
  { "b", "B", .of = get_b },
  { "change", "B − A", .of = get_change_cell },
  { "percent", "%", .of = get_percent_cell },
  { "fails", N_ ("Fails"), .of = get_mark },
};

static void
write_table (const Gate *self)
{
  const char *names[G_N_ELEMENTS (columns) + 1] = { NULL };
  g_autoptr (WeftCliRows) rows = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    names[i] = columns[i].key;
  rows = weft_cli_rows_new (WEFT_CLI_ROWS_TABLE, names, G_N_ELEMENTS (columns), stdout);
  for (guint k = 0; k < self->metrics->len; k++)
    {
      WeftCell cells[G_N_ELEMENTS (columns)];

      for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
        cells[i] = columns[i].of (self, &g_array_index (self->metrics, Metric, k));
      weft_cli_rows_add (rows, cells);
    }
}

static void
write_json (const Gate *self)
{
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);

  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "a", self->files[0]);
  weft_json_writer_string_member (writer, "b", self->files[1]);
  weft_json_writer_key (writer, "metrics");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const Metric *metric = &g_array_index (self->metrics, Metric, i);

      weft_json_writer_begin_object (writer);
      weft_json_writer_string_member (writer, "metric", metric->name);
      weft_json_writer_real_member (writer, "a", metric->numbers[0]);
      weft_json_writer_real_member (writer, "b", metric->numbers[1]);
      weft_json_writer_real_member (writer, "change", get_change (metric));
      weft_json_writer_real_member (writer, "percent", get_percent (metric));
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
  weft_json_writer_key (writer, "conditions");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const Condition *condition = &g_array_index (self->conditions, Condition, i);

      weft_json_writer_begin_object (writer);
      weft_json_writer_string_member (writer, "condition", condition->text);
      weft_json_writer_key (writer, "fails");
      weft_json_writer_boolean (writer, condition->fails);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

/* "ipc: 0.8000 → 0.7800, −2.500 %": (transfer full). */
static char *
describe (const Metric *metric)
{
  g_autofree char *a = format_number (metric->numbers[0]);
  g_autofree char *b = format_number (metric->numbers[1]);
  g_autofree char *percent = weft_cli_format_real (get_percent (metric));

  return g_strdup_printf ("%s: %s → %s, %s %%", metric->name, a, b, percent);
}

static void
write_junit (const Gate *self)
{
  printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<testsuite name=\"weft-cli compare\" tests=\"%u\" failures=\"%u\">\n",
          self->conditions->len, self->n_failed);
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const Condition *condition = &g_array_index (self->conditions, Condition, i);
      g_autofree char *words = describe (condition->metric);
      g_autofree char *name = g_markup_escape_text (condition->text, -1);
      g_autofree char *message = g_markup_escape_text (words, -1);

      printf ("  <testcase classname=\"weft-cli compare\" name=\"%s\"", name);
      if (condition->fails)
        printf (">\n    <failure message=\"%s\"/>\n  </testcase>\n", message);
      else
        printf ("/>\n");
    }
  printf ("</testsuite>\n");
}

static void
write_markdown (const Gate *self)
{
  printf ("| Metric | A | B | Change |\n|---|---:|---:|---:|\n");
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const Metric *metric = &g_array_index (self->metrics, Metric, i);
      g_autofree char *a = format_number (metric->numbers[0]);
      g_autofree char *b = format_number (metric->numbers[1]);
      g_autofree char *percent = weft_cli_format_real (get_percent (metric));

      printf ("| %s`%s` | %s | %s | %s %% |\n", is_failed (self, metric) ? "✗ " : "", metric->name,
              a, b, percent);
    }
}

static void
write_html (const Gate *self)
{
  g_autofree char *title = g_strdup_printf ("%s → %s", self->files[0], self->files[1]);
  WeftFacts facts =
    weft_facts_of_array (columns, G_N_ELEMENTS (columns), (gpointer) self, self->metrics);

  weft_cli_page_begin (stdout, title, NULL);
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const Condition *condition = &g_array_index (self->conditions, Condition, i);
      g_autofree char *words = describe (condition->metric);
      g_autofree char *line =
        g_strdup_printf ("%s %s — %s", condition->fails ? "✗" : "✓", condition->text, words);

      weft_cli_page_write_paragraph (stdout, line);
    }
  weft_html_write_rows (stdout, &facts, G_MAXUINT);
  weft_cli_page_end (stdout);
}

static void
complain (const Gate *self)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      const Condition *condition = &g_array_index (self->conditions, Condition, i);
      g_autofree char *words = describe (condition->metric);

      if (condition->fails)
        weft_cli_complain (_ ("fails on “%s”: %s"), condition->text, words);
      else if (isnan (get_change (condition->metric)))
        weft_cli_complain (_ ("“%s” can't be told: %s"), condition->text, words);
    }
}

int
weft_cli_gate (const char *first, const char *second, char **conditions, guint format)
{
  static void (*const writers[]) (const Gate *) = { write_table, write_json, write_junit,
                                                    write_markdown, write_html };
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (Metric));
  g_autoptr (GArray) parsed = g_array_new (FALSE, FALSE, sizeof (Condition));
  const WeftCliAsk ask = { .files = (char *[]){ (char *) first, (char *) second, NULL } };
  Gate gate = { { first, second }, conditions, metrics, parsed, 0, 0 };
  gboolean is_done = FALSE;
  int status = weft_cli_ask_work (&ask, measure, &gate, &is_done);

  if (!is_done)
    return status;
  writers[format](&gate);
  complain (&gate);
  if (status != WEFT_CLI_SUCCESS || gate.n_unknown > 0)
    return WEFT_CLI_UNUSABLE;
  return gate.n_failed > 0 ? WEFT_CLI_FINDINGS : WEFT_CLI_SUCCESS;
}
