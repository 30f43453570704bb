/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-findings-kept.h"

#include <glib/gstdio.h>

/* Findings are made once, as long as what they lead to is there. */

static guint n_made;
static double weight = 0.5;

static GArray *
make (gpointer target, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  GArray *findings = weft_findings_new ();

  n_made++;
  weft_findings_add (findings, &(WeftFinding){ .key = "key",
                                               .text = g_strdup ("A row."),
                                               .definition = "All rows.",
                                               .target = g_strdup (target),
                                               .weight = weight });
  return findings;
}

static gboolean
fits (const char *target, gconstpointer trace)
{
  return g_ascii_strtoull (target, NULL, 10) < *(const guint *) trace;
}

/* How often they are made for a trace of `n` rows of which those that are kept lead to `target`. */
static guint
count_made (const WeftTraceOrigin *origin, guint n, const char *target)
{
  g_autoptr (GArray) findings =
    weft_findings_find (origin, fits, &n, make, (gpointer) target, NULL, NULL);
  const guint made = n_made;

  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_cmpstr (g_array_index (findings, WeftFinding, 0).target, ==, target);
  n_made = 0;
  return made;
}

static void
test_targets (void)
{
  const WeftIndexLabel label = { .source = "/a/trace", .format = "a format" };
  g_autoptr (WeftTraceOrigin) origin = weft_trace_origin_new (&label);

  g_assert_cmpuint (count_made (origin, 8, "7"), ==, 1);
  g_assert_cmpuint (count_made (origin, 8, "7"), ==, 0);
  g_assert_cmpuint (count_made (origin, 7, "6"), ==, 1);
  g_assert_cmpuint (count_made (origin, 7, "6"), ==, 0);
  g_assert_cmpuint (count_made (NULL, 7, "6"), ==, 1);
}

/* Those that would weigh more than all there is are not taken back. */
static void
test_weights (void)
{
  const WeftIndexLabel label = { .source = "/another/trace", .format = "a format" };
  g_autoptr (WeftTraceOrigin) origin = weft_trace_origin_new (&label);

  weight = 2;
  g_assert_cmpuint (count_made (origin, 8, "7"), ==, 1);
  g_assert_cmpuint (count_made (origin, 8, "7"), ==, 1);
  weight = 1;
  g_assert_cmpuint (count_made (origin, 8, "7"), ==, 1);
  g_assert_cmpuint (count_made (origin, 8, "7"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *cache = g_dir_make_tmp ("weft-test-XXXXXX", NULL), *command = NULL;
  int status;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings-kept/targets", test_targets);
  g_test_add_func ("/findings-kept/weights", test_weights);
  status = g_test_run ();
  command = g_strconcat ("rm -r ", cache, NULL);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  return status;
}
