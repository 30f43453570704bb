/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-search.h"

#include "../made-log.h"

/* --- the same, text by text ------------------------------------------------------------------- */

static void
look_at (GArray *hits, const WeftTextMatcher *matcher, const char *text, WeftSearchHit hit)
{
  gsize from, to;

  if (text == NULL || !weft_text_matcher_find (matcher, text, strlen (text), &from, &to))
    return;
  hit.from = (guint32) from;
  hit.to = (guint32) to;
  g_array_append_val (hits, hit);
}

static void
look_at_op (GArray *hits, WeftPipelineSnapshot *snapshot, const WeftTextMatcher *matcher,
            WeftSearchFields fields, guint32 op)
{
  g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op);
  g_autofree char *detail = weft_pipeline_snapshot_get_detail (snapshot, op);
  g_auto (WeftStageBuffer) stages = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_stages (snapshot, op, &stages);
  if ((fields & WEFT_SEARCH_LABEL) != 0)
    look_at (hits, matcher, label, (WeftSearchHit) { op, WEFT_NO_ROW, WEFT_SEARCH_LABEL });
  if ((fields & WEFT_SEARCH_DETAIL) != 0)
    look_at (hits, matcher, detail, (WeftSearchHit) { op, WEFT_NO_ROW, WEFT_SEARCH_DETAIL });
  for (guint i = 0; i < stages.n_stages && (fields & WEFT_SEARCH_STAGE_TEXT) != 0; i++)
    {
      guint32 stage = stages.stages[i].stage;
      g_autofree char *text = weft_pipeline_snapshot_get_stage_text (snapshot, op, stage);

      if (g_strcmp0 (text, "") != 0)
        look_at (hits, matcher, text, (WeftSearchHit) { op, stage, WEFT_SEARCH_STAGE_TEXT });
    }
  for (guint i = 0; i < stages.n_stages && (fields & WEFT_SEARCH_STAGE_NAME) != 0; i++)
    {
      WeftKindInfo kind;

      weft_pipeline_trace_get_kind (weft_pipeline_snapshot_get_trace (snapshot),
                                    stages.stages[i].kind, &kind);
      look_at (hits, matcher, kind.name,
               (WeftSearchHit) { op, stages.stages[i].stage, WEFT_SEARCH_STAGE_NAME });
    }
}

/* --- a log with all kinds of texts ------------------------------------------------------------ */

static void
open_log (MadeLog *log)
{
  static const char *const texts[] = {
    "hit", "miss\\nretry", "caf\xc3\xa9", "\xff", "a0", "x12, y\\\\n", "  ", "Zz",
  };

  made_log_open (log, NULL);
  made_log_fill (log, 9000);
  for (guint i = 0; i < 2500; i++)
    {
      const char *text = texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))];
      guint32 op = (guint32) g_test_rand_int_range (0, 9000);
      guint64 offset = made_log_spill (log, text);

      if (i % 3 == 0)
        weft_pipeline_writer_add_label (log->writer, op, offset, text, strlen (text));
      else if (i % 3 == 1)
        weft_pipeline_writer_add_detail (log->writer, op, offset, strlen (text));
      else
        for (guint j = 0; j <= i % 2; j++)
          weft_pipeline_writer_add_stage_text (log->writer, op, offset, strlen (text));
      if (i % 50 == 0)
        made_log_stage (log, op, "0", i % 100 ? "Xm" : "Cm", 6000, 6003);
    }
  /* This one was never spilled. */
  weft_pipeline_writer_add_label (log->writer, made_log_begin (log, 0, 7000, NULL), 1 << 30, "lost",
                                  4);
}

/* --- searching -------------------------------------------------------------------------------- */

typedef struct
{
  GArray *hits;
  guint32 done;
  guint n_calls;
  guint limit; /* of hits; then it ends the search */
} Found;

static gboolean
take_hits (const WeftSearchHit *hits, guint n_hits, guint32 done, gpointer user_data)
{
  Found *found = user_data;

  g_array_append_vals (found->hits, hits, n_hits);
  g_assert_cmpuint (done, >, found->done);
  for (guint i = 0; i < n_hits; i++)
    {
      g_assert_cmpuint (hits[i].op, >=, found->done);
      g_assert_cmpuint (hits[i].op, <, done);
    }
  found->done = done;
  found->n_calls++;
  return found->hits->len < found->limit;
}

static guint
check (WeftPipelineSnapshot *snapshot, WeftTextMatch match, const char *pattern,
       gboolean ignore_case, WeftSearchFields fields, guint32 first)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTextMatcher) matcher =
    weft_text_matcher_new (match, pattern, ignore_case, NULL, &error);
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  Found found = { hits, first, 0, G_MAXUINT };
  guint32 n_ops = weft_pipeline_snapshot_get_n_ops (snapshot);

  g_assert_no_error (error);
  for (guint32 op = first; op < n_ops; op++)
    look_at_op (expected, snapshot, matcher, fields, op);
  g_assert_true (weft_search_run (snapshot, matcher, fields, first, take_hits, &found, NULL,
                                  &error));
  g_assert_no_error (error);
  g_test_message ("%s: %u", pattern, hits->len);
  g_assert_cmpuint (found.done, ==, MAX (first, n_ops));
  for (guint i = 0; i < MIN (hits->len, expected->len); i++)
    {
      const WeftSearchHit *a = &g_array_index (hits, WeftSearchHit, i);
      const WeftSearchHit *b = &g_array_index (expected, WeftSearchHit, i);

      if (a->op != b->op || a->stage != b->stage || a->field != b->field || a->from != b->from
          || a->to != b->to)
        g_error ("%s: hit %u is op %u field %u [%u, %u), expected op %u field %u [%u, %u)", pattern,
                 i, a->op, a->field, a->from, a->to, b->op, b->field, b->from, b->to);
    }
  g_assert_cmpuint (hits->len, ==, expected->len);
  return hits->len;
}

static const char *const patterns[] = {
  "lw", "l[dw]", "^8000", "hit$", "(?i)HIT", "\\bmiss\\b", "miss.retry", "miss\\sretry", "[^\\w ]",
  "é", "f\\W", "X", "^X", "m$", "a0|x\\d+", "(.)\\1\\1", ".*", "b*", "^$", "y\\\\", "(?<=a)\\d",
  "\\S{9}", "[^]a-z]+", "[]x]", "[[:alpha:]]{4}", "(?=l)lw", "\\x41", "\\Aa", "[^z]*y", "(*UTF)a",
  "\\.\\$",
};

static void
test_patterns (void)
{
  MadeLog log;

  open_log (&log);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 7100);

    for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
      {
        check (snapshot, WEFT_MATCH_REGEX, patterns[i], i % 2, WEFT_SEARCH_ALL, 0);
        check (snapshot, WEFT_MATCH_PART, patterns[i], i % 2, WEFT_SEARCH_ALL, 0);
      }
    g_assert_cmpuint (check (snapshot, WEFT_MATCH_PART, "a0", TRUE, WEFT_SEARCH_ALL, 0), >, 0);
    g_assert_cmpuint (check (snapshot, WEFT_MATCH_WHOLE, "bubble", TRUE, WEFT_SEARCH_ALL, 0), >, 0);
    g_assert_cmpuint (check (snapshot, WEFT_MATCH_WHOLE, "Xm", FALSE, WEFT_SEARCH_ALL, 0), ==, 25);
  }
  made_log_close (&log);
}

static void
test_fields (void)
{
  MadeLog log;

  open_log (&log);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 7100);

    for (WeftSearchFields fields = 0; fields <= WEFT_SEARCH_ALL; fields++)
      check (snapshot, WEFT_MATCH_REGEX, "[aX]", FALSE, fields,
             (guint32) g_test_rand_int_range (0, 9200));
  }
  made_log_close (&log);
}

static void
test_stop (void)
{
  g_autoptr (WeftTextMatcher) matcher =
    weft_text_matcher_new (WEFT_MATCH_PART, "a", FALSE, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (GError) error = NULL;
  Found found = { hits, 0, 0, 10 };
  MadeLog log;

  open_log (&log);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 7100);

    g_assert_true (weft_search_run (snapshot, matcher, WEFT_SEARCH_ALL, 0, take_hits, &found, NULL,
                                    &error));
    g_assert_cmpuint (found.n_calls, ==, 1);
    g_cancellable_cancel (cancellable);
    g_assert_false (weft_search_run (snapshot, matcher, WEFT_SEARCH_ALL, 0, take_hits, &found,
                                     cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint (found.n_calls, ==, 1);
  }
  made_log_close (&log);
}

/* Where in an expression the mistake is. */
static void
test_mistakes (void)
{
  static const struct
  {
    const char *pattern;
    gsize offset;
  } bad[] = { { "(", 1 }, { "ab)", 2 }, { "[a", 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      gsize offset = 99;

      g_assert_null (weft_text_matcher_new (WEFT_MATCH_REGEX, bad[i].pattern, i % 2, &offset,
                                            &error));
      g_assert_true (error->domain == G_REGEX_ERROR);
      g_assert_cmpuint (offset, ==, bad[i].offset);
    }
}

static gboolean
take_match (guint index, gsize from, gsize to, gpointer user_data)
{
  WeftSearchHit hit = { index, 0, 0, (guint32) from, (guint32) to };

  g_array_append_val ((GArray *) user_data, hit);
  return TRUE;
}

/* Expressions of any signs find the same in many texts at once as in each. */
static void
test_noise (void)
{
  static const char *const pieces[] = {
    "a", "b", ".", "^", "$", "\\n", "\\s", "\\S", "\\w", "\\W", "\\b", "\\d", "[ab]", "[^a]",
    "[^]b]", "(", ")", "|", "*", "+", "?", "{2}", "(?:", "(?=", "(?!", "(?<!", "[^\\s]", "*+", " ",
  };
  static const char *const words[] = { "", "a", "b", "ab", " ", "a\nb", "\n", "aab", "b b", "é" };
  guint n_good = 0;

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr (GString) pattern = g_string_new (NULL), bytes = g_string_new (NULL);
      g_autoptr (WeftTextMatcher) matcher = NULL;
      g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
      g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
      WeftTextSpan spans[20];

      for (int n = g_test_rand_int_range (1, 7); n > 0; n--)
        g_string_append (pattern, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      matcher = weft_text_matcher_new (WEFT_MATCH_REGEX, pattern->str, i % 2, NULL, NULL);
      if (matcher == NULL)
        continue;
      n_good++;
      for (guint j = 0; j < G_N_ELEMENTS (spans); j++)
        {
          const char *word = words[g_test_rand_int_range (0, G_N_ELEMENTS (words))];

          spans[j] = (WeftTextSpan) { bytes->len, bytes->len + strlen (word),
                                      g_str_is_ascii (word) };
          g_string_append_len (bytes, word, (gssize) strlen (word) + 1);
          look_at (expected, matcher, word, (WeftSearchHit) { j });
        }
      g_assert_true (weft_text_matcher_find_all (matcher, bytes->str, spans, G_N_ELEMENTS (spans),
                                                 take_match, hits));
      if (hits->len != expected->len
          || (hits->len > 0
              && memcmp (hits->data, expected->data, hits->len * sizeof (WeftSearchHit)) != 0))
        g_error ("/%s/ finds %u instead of %u", pattern->str, hits->len, expected->len);
    }
  g_assert_cmpuint (n_good, >, 500);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/patterns", test_patterns);
  g_test_add_func ("/search/fields", test_fields);
  g_test_add_func ("/search/stop", test_stop);
  g_test_add_func ("/search/mistakes", test_mistakes);
  g_test_add_func ("/search/noise", test_noise);
  return g_test_run ();
}
