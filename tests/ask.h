/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query.h"

#include <string.h>

/* Asks traces in SQL, and what they answer as text. */

static inline void
ask_free_trace (gpointer trace)
{
  weft_query_trace_free (trace);
}

/* Over the traces, of which there are `n` and which are taken. */
static inline WeftQuery *
ask_open_with (WeftTrace **traces, guint n, const WeftQueryOptions *options)
{
  GPtrArray *opened = g_ptr_array_new_with_free_func (ask_free_trace);
  g_autoptr (GError) error = NULL;
  WeftQuery *query;

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (opened, weft_query_trace_new (traces[i], "a file", options, &error));
      g_assert_no_error (error);
      g_object_unref (traces[i]);
    }
  query = weft_query_new (opened, &error);
  g_assert_no_error (error);
  return query;
}

static inline WeftQuery *
ask_open (WeftTrace **traces, guint n)
{
  return ask_open_with (traces, n, &(const WeftQueryOptions){ NULL });
}

/* The cells of a row with “|” between them, as machines write them. */
static inline void
ask_append_row (WeftQuery *query, GString *text)
{
  for (guint i = 0; i < weft_query_get_n_columns (query); i++)
    {
      const WeftCell cell = weft_query_get_cell (query, i);
      g_autofree char *word = weft_cell_to_string (&cell);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", word);
    }
}

/* All rows, a line each: (transfer full). */
static inline char *
ask (WeftQuery *query, const char *sql)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  WeftTextPlace place;

  if (!weft_query_prepare (query, sql, NULL, &place, &error))
    g_error ("%s: %s", sql, error->message);
  while (weft_query_step (query, &error))
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      ask_append_row (query, text);
    }
  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return g_string_free (text, FALSE);
}

/* One number. */
static inline gint64
ask_number (WeftQuery *query, const char *sql)
{
  g_autofree char *text = ask (query, sql);
  char *end;
  gint64 number = g_ascii_strtoll (text, &end, 10);

  if (*text == '\0' || *end != '\0')
    g_error ("%s: %s is no number", sql, text);
  return number;
}

#define assert_answer(query, sql, expected) \
  G_STMT_START \
  { \
    g_autofree char *answer_ = ask (query, sql); \
    g_assert_cmpstr (answer_, ==, expected); \
  } \
  G_STMT_END
