/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-expression.h"

#include "weft-bus-fields.h"
#include "weft-expression-complete.h"
#include "weft-noc-fields.h"
#include "weft-npu-fields.h"
#include "weft-pipeline-op-fields.h"

#include <string.h>

/* The filter language, with the fields of ops. */

/* --- what is a filter ------------------------------------------------------------------------- */

static void
test_good (void)
{
  static const char *const texts[] = {
    "flushed",
    "!flushed",
    "! ! (flushed)",
    "tid == 1 && flushed",
    "latency > 40",
    "40 < latency",
    "pc in 0x80000000..0x80000fff",
    "pc in 1 .. 2",
    "pc == 0xffff_ffff_ffff_ffff",
    "fetch >= -18446744073709551615",
    "stage(\"Xm\").length >= 3",
    "stage(\"Xm\").text ~ /miss/",
    "stage('Xm').count==0||lane( \"1\" ) . longest<9",
    "label ~ /ld/",
    "label ~ /a\\/b/i && !open",
    "label contains \"\\\"\\n\"",
    "label == 'a' || label != \"b\"",
    "((((id < rid))))",
    "\tid\n==\r5 ",
    "end > produces || stage(\"F\").start == fetch",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftExpression) expression =
        weft_expression_parse (weft_op_language (), texts[i], NULL, &error);

      g_test_message ("%s", texts[i]);
      g_assert_no_error (error);
      g_assert_nonnull (expression);
      g_assert_true (weft_expression_get_language (expression) == weft_op_language ());
    }
}

/* The text, the word that is marked in it, and what the sentence says. */
static const struct
{
  const char *text;
  gsize start;
  gsize length;
  const char *says;
} bad[] = {
  { "", 0, 0, "Expected a field" },
  { "   ", 3, 0, "Expected a field" },
  { "latncy > 5", 0, 6, "Close to it: latency" },
  { "flush", 0, 5, "Close to it: flushed" },
  { "zzzzzzzz", 0, 8, "There are: id, gid" },
  { "latency", 0, 7, "is a number" },
  { "latency 5", 8, 1, "is a number" },
  { "latency == flushed", 11, 7, "is a number" },
  { "latency == \"5\"", 11, 3, "is a number" },
  { "latency ==", 10, 0, "Expected a number or a field" },
  { "latency ~ /5/", 8, 1, "is a number" },
  { "latency in 5", 12, 0, "Expected .." },
  { "latency in x", 11, 1, "Expected a range" },
  { "latency in 5..", 14, 0, "Expected the last number" },
  { "latency in 5..4", 14, 1, "exchange the two" },
  { "5", 1, 0, "Expected a comparison" },
  { "5 < 6", 4, 1, "Expected a field to compare" },
  { "5 < label", 4, 5, "is a text" },
  { "1 < tid < 3", 8, 1, "Expected && or || or the end" },
  { "label", 0, 5, "is a text" },
  { "label > 5", 6, 1, "is a text" },
  { "label == 5", 9, 1, "Expected a text in quotes" },
  { "label ~ \"x\"", 8, 3, "between slashes" },
  { "label ~ /(/", 8, 3, "missing" },
  { "label ~ /x", 8, 2, "needs a /" },
  { "label == \"x", 9, 2, "needs a \"" },
  { "flushed == 1", 8, 2, "stands alone" },
  { "flushed retired", 8, 7, "Expected && or || or the end" },
  { "flushed &&", 10, 0, "Expected a field" },
  { "flushed & open", 8, 1, "Write &&" },
  { "flushed | open", 8, 1, "Write ||" },
  { "tid = 1", 4, 1, "Write ==" },
  { "tid == 1.5", 7, 3, "whole" },
  { "tid == 12ab", 7, 4, "hexadecimal after" },
  { "tid == 0x", 7, 2, "hexadecimal after" },
  { "tid == 18446744073709551616", 7, 20, "64 bits" },
  { "(flushed", 8, 0, "Expected && or || or )" },
  { "flushed)", 7, 1, "or the end" },
  { "(flushed || )", 12, 1, "Expected a field" },
  { "stage.length > 1", 5, 1, "stage(\"…\").length" },
  { "stage(X).length > 1", 6, 1, "stage(\"…\").length" },
  { "stage(\"X\" > 1", 10, 1, "Expected )" },
  { "stage(\"X\") > 1", 11, 1, "stage(\"…\").length" },
  { "stage(\"X\").lenght > 1", 11, 6, "Close to it: length" },
  { "stage(\"X\").5 > 1", 11, 1, "stage(\"…\").length" },
  { "tid == 1 # x", 9, 1, "means nothing" },
  { "tid == 1 ☃", 9, 3, "means nothing" },
  { "tid == 1 \xff", 9, 1, "UTF-8" },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      WeftTextPlace place;
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = NULL;

      g_assert_null (weft_expression_parse (weft_op_language (), bad[i].text, &place, &error));
      g_assert_nonnull (error);
      shown = weft_expression_show_error (bad[i].text, &place, error);
      g_test_message ("%s", shown);
      g_assert_true (error->domain == WEFT_EXPRESSION_ERROR);
      g_assert_cmpuint (place.start, ==, bad[i].start);
      g_assert_cmpuint (place.length, ==, bad[i].length);
      g_assert_nonnull (strstr (error->message, bad[i].says));
      g_assert_true (g_utf8_validate (shown, -1, NULL));
    }
}

static void
test_caret (void)
{
  const char *text = "label == \"ä\" & open";
  WeftTextPlace place;
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;

  g_assert_null (weft_expression_parse (weft_op_language (), text, &place, &error));
  shown = weft_expression_show_error (text, &place, error);
  g_assert_cmpstr (shown, ==,
                   "Write && for “and”.\n"
                   "  label == \"ä\" & open\n"
                   "               ^");
}

/* Deep nesting is an error, long rows are not. */
static void
test_limits (void)
{
  g_autoptr (GString) deep = g_string_new (NULL), row = g_string_new ("open");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExpression) expression = NULL;

  for (guint i = 0; i < 100000; i++)
    {
      g_string_append_c (deep, i % 2 == 0 ? '(' : '!');
      g_string_append (row, " || open");
    }
  g_assert_null (weft_expression_parse (weft_op_language (), deep->str, NULL, &error));
  g_assert_error (error, WEFT_EXPRESSION_ERROR, WEFT_EXPRESSION_ERROR_SYNTAX);
  g_clear_error (&error);
  expression = weft_expression_parse (weft_op_language (), row->str, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (weft_expression_get_root (expression)->children->len, ==, 100001);
}

static void
test_tree (void)
{
  g_autoptr (WeftExpression) expression =
    weft_expression_parse (weft_op_language (), "label ~ /x/ && tid != -1 || !open", NULL, NULL);
  const WeftNode *root = weft_expression_get_root (expression), *node;

  g_assert_cmpint (root->kind, ==, WEFT_NODE_OR);
  /* The cheaper test stands first. */
  node = g_ptr_array_index (root->children, 0);
  g_assert_cmpint (node->kind, ==, WEFT_NODE_NOT);
  node = g_ptr_array_index (root->children, 1);
  g_assert_cmpint (node->kind, ==, WEFT_NODE_AND);
  node = g_ptr_array_index (node->children, 0);
  g_assert_cmpint (node->kind, ==, WEFT_NODE_RANGE);
  g_assert_true (node->outside && node->low.negative && node->low.magnitude == 1);
  g_assert_true (weft_expression_uses (expression, "label"));
  g_assert_true (weft_expression_uses (expression, "open"));
  g_assert_false (weft_expression_uses (expression, "stage"));
}

static const char *const noise[] = {
  "tid",
  "label",
  "flushed",
  "stage",
  "lane",
  "(",
  ")",
  "\"X\"",
  ".",
  "length",
  "==",
  "!=",
  "<",
  "in",
  "1",
  "0x10",
  "..",
  "2",
  "&&",
  "||",
  "!",
  "~",
  "/l.*d/",
  "/(/",
  "contains",
  "'",
  "\"",
  "/",
  "-",
  "\\",
  "\xc3",
  "☃",
  " ",
  "\n",
  "count",
  "=",
  "99999999999999999999",
  "0x",
  "1.5",
  "#",
};

/* Rows of words without sense: no crash, no leak, and each error has its place. */
static void
test_noise (void)
{
  guint n_good = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftExpression) expression = NULL;
      g_autoptr (GArray) candidates = NULL;
      WeftTextPlace place;

      for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
        {
          g_string_append (text, noise[g_test_rand_int_range (0, G_N_ELEMENTS (noise))]);
          if (g_test_rand_bit ())
            g_string_append_c (text, ' ');
        }
      expression = weft_expression_parse (weft_op_language (), text->str, &place, &error);
      n_good += expression != NULL;
      if (expression == NULL)
        {
          g_autofree char *shown = weft_expression_show_error (text->str, &place, error);

          g_assert_cmpuint (place.start + place.length, <=, text->len);
          g_assert_true (g_utf8_validate (shown, -1, NULL));
        }
      candidates = weft_expression_complete (weft_op_language (), text->str,
                                             (gsize) g_test_rand_int_range (0, (int) text->len + 2),
                                             NULL, NULL, &place);
      g_assert_cmpuint (place.start + place.length, <=, text->len);
    }
  g_assert_cmpuint (n_good, >, 0);
}

/* --- completion ------------------------------------------------------------------------------- */

static char **
list_values (int function, const WeftField *field, gpointer user_data)
{
  g_assert_true (user_data == bad);
  if (field != NULL)
    return g_strdupv ((char *[]){ (char *) "a label", NULL });
  if (function == 1)
    return g_strdupv ((char *[]){ (char *) "0", NULL });
  return g_strdupv ((char *[]){ (char *) "F", (char *) "Xm", (char *) "a\"b", NULL });
}

/* The offers at the end of a text, and before them, in brackets, the word that is replaced. */
static const struct
{
  const char *text;
  const char *offered;
} completions[] = {
  { "la", "[la] label latency lane(" },
  { "LAT", "[LAT] latency" },
  { "zz", "[zz]" },
  { "flushed ", "[] && ||" },
  { "(flushed ", "[] && || )" },
  { "(flushed) ", "[] && ||" },
  { "flushed", "[flushed] flushed" },
  { "flushed && !(ope", "[ope] open" },
  { "flushed ) ", "[]" },
  { "latency ", "[] == != < <= > >= in" },
  { "latency i", "[i] in" },
  { "latency in ", "[]" },
  { "latency in 5", "[] .." },
  { "latency in 5..", "[]" },
  { "latency in 5..6 ", "[] && ||" },
  { "latency > 5 ", "[] && ||" },
  { "latency > la", "[la] latency lane(" },
  { "latency > label ", "[] && ||" },
  { "5 ", "[] == != < <= > >=" },
  { "label ", "[] == != contains ~" },
  { "label =", "[=] ==" },
  { "label == ", "[] \"a label\"" },
  { "label ~ ", "[]" },
  { "label ~ /x", "[/x]" },
  { "label contains \"x\" ", "[] && ||" },
  { "flushed &", "[&] &&" },
  { "stage", "[stage] stages stage(" },
  { "stage ", "[] (" },
  { "stage(", "[] \"F\" \"Xm\" \"a\\\"b\"" },
  { "stage(\"", "[\"] \"F\" \"Xm\" \"a\\\"b\"" },
  { "stage('x", "['x] \"Xm\"" },
  { "stage(\"Xm\"", "[] )" },
  { "stage(\"Xm\")", "[] ." },
  { "stage(\"Xm\").", "[] length longest start end count text" },
  { "stage(\"Xm\").l", "[l] length longest" },
  { "stage(\"Xm\").length ", "[] == != < <= > >= in" },
  { "lane(", "[] \"0\"" },
  { "tid tid ", "[]" },
};

static char *
list_candidates (const char *text, gsize cursor, gsize *end)
{
  WeftTextPlace place;
  g_autoptr (GArray) candidates = weft_expression_complete (weft_op_language (), text, cursor,
                                                            list_values, (gpointer) bad, &place);
  GString *list = g_string_new ("[");

  g_string_append_len (list, text + place.start, (gssize) place.length);
  g_string_append_c (list, ']');
  for (guint i = 0; i < candidates->len; i++)
    g_string_append_printf (list, " %s", g_array_index (candidates, WeftCandidate, i).text);
  *end = place.start + place.length;
  return g_string_free (list, FALSE);
}

static void
test_completion (void)
{
  g_autofree char *start = NULL;
  gsize end;

  for (guint i = 0; i < G_N_ELEMENTS (completions); i++)
    {
      const char *text = completions[i].text;
      g_autofree char *list = list_candidates (text, strlen (text), &end);

      g_assert_cmpstr (list, ==, completions[i].offered);
      g_assert_cmpuint (end, ==, strlen (text));
    }
  /* Text behind the cursor is not looked at. */
  start = list_candidates ("lab > 5", 2, &end);
  g_assert_cmpstr (start, ==, "[la] label latency lane(");
  g_assert_cmpuint (end, ==, 2);
}

/* The example that each kind of trace shows can be written there. */
static void
test_examples (void)
{
  const WeftLanguage *const languages[] = { weft_op_language (), weft_bus_language (),
                                            weft_noc_language (), weft_npu_language () };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftExpression) expression =
        weft_expression_parse (languages[i], languages[i]->example, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (expression);
    }
}

/* A text in quotes is read as that text, whatever is in it. */
static void
test_quote (void)
{
  static const char *const texts[] = { "",           "plain",  "\"quoted\"", "back\\slash",
                                       "two\nlines", "Ünïcode" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      gsize from, to;
      g_autofree char *quoted = weft_expression_quote (texts[i]);
      g_autofree char *text = g_strdup_printf ("label == %s", quoted);
      g_autoptr (WeftExpression) expression =
        weft_expression_parse (weft_op_language (), text, NULL, NULL);

      g_assert_nonnull (expression);
      g_assert_true (weft_text_matcher_find (weft_expression_get_root (expression)->matcher,
                                             texts[i], strlen (texts[i]), &from, &to));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expression/good", test_good);
  g_test_add_func ("/expression/bad", test_bad);
  g_test_add_func ("/expression/caret", test_caret);
  g_test_add_func ("/expression/limits", test_limits);
  g_test_add_func ("/expression/tree", test_tree);
  g_test_add_func ("/expression/noise", test_noise);
  g_test_add_func ("/expression/completion", test_completion);
  g_test_add_func ("/expression/examples", test_examples);
  g_test_add_func ("/expression/quote", test_quote);
  return g_test_run ();
}
