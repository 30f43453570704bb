/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run-cli.h"
#include "wait.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>

/* A short recording of one modelled device, which a fuzz target has as its seed. */
static char *
get_recording (void)
{
  return g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "fuzz", "seeds", "live",
                           "session.weft", NULL);
}

static JsonObject *
parse (JsonParser *parser, const char *text)
{
  g_assert_true (json_parser_load_from_data (parser, text, -1, NULL));
  return json_node_get_object (json_parser_get_root (parser));
}

static void
test_info (void)
{
  g_autofree char *path = get_recording ();
  g_auto (CliResult) result = cli_run_with (NULL, (const char *[]){ "info", "--json", path, NULL });
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *info = parse (parser, result.out);

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (json_object_get_string_member (info, "kind"), ==, "live");
  g_assert_cmpint (json_object_get_int_member (info, "streams"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (info, "records"), >, 50);
  g_assert_cmpint (strlen (json_object_get_string_member (info, "session")), ==, 36);
}

/* Keys that scripts rely on: docs/formats/live.md, Recordings. */
static void
test_stats (void)
{
  g_autofree char *path = get_recording ();
  g_auto (CliResult) result =
    cli_run_with (NULL, (const char *[]){ "stats", "--json", path, NULL });
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *stats = parse (parser, result.out);
  JsonArray *streams = json_object_get_array_member (stats, "streams");
  JsonArray *programs = json_object_get_array_member (stats, "programs");
  JsonObject *stream = json_array_get_object_element (streams, 0);
  JsonObject *program = json_array_get_object_element (programs, 0);
  double shares = 0;

  g_assert_cmpint (
    json_object_get_int_member (stream, "head") - json_object_get_int_member (stream, "first_seq"),
    ==,
    json_object_get_int_member (stream, "delivered") + json_object_get_int_member (stream, "lost"));
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (stream, "frequency_ghz"), 1.35,
                                  1e-4);
  g_assert_cmpfloat (json_object_get_double_member (stream, "utilization"), >, 0.5);
  g_assert_true (json_object_has_member (stream, "device_loss"));
  g_assert_cmpint (json_object_get_int_member (program, "p50"), <=,
                   json_object_get_int_member (program, "max"));
  for (guint i = 0; i < json_array_get_length (programs); i++)
    shares +=
      json_object_get_double_member (json_array_get_object_element (programs, i), "busy_share");
  g_assert_cmpfloat_with_epsilon (shares, 1, 1e-6);
  g_assert_true (json_object_has_member (stats, "gaps"));
  g_assert_true (json_object_has_member (stats, "ledger"));
}

static void
test_dump (void)
{
  g_autofree char *path = get_recording ();
  g_auto (CliResult) result = cli_run_with (NULL, (const char *[]){ "dump", path, NULL });
  g_auto (GStrv) lines = g_strsplit (result.out, "\n", -1);
  gint64 last = G_MININT64;

  g_assert_cmpint (result.status, ==, 0);
  for (guint i = 0; *lines[i] != '\0'; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      JsonObject *row = parse (parser, lines[i]);

      if (!g_str_equal (json_object_get_string_member (row, "kind"), "program"))
        continue;
      g_assert_cmpint (json_object_get_int_member (row, "start_ns"), >=, last);
      last = json_object_get_int_member (row, "start_ns");
      g_assert_true (json_object_has_member (row, "program"));
    }
}

/* The sums of one stream's rows in a dump, by hand. */
typedef struct
{
  gint64 first, covered, uncovered; /* ns; rows come in the order of their starts */
  gint64 gap_start, gap_end;
} Stream;

static void
add_row (Stream *stream, gint64 start, gint64 end)
{
  if (stream->first == 0)
    stream->first = stream->covered = start;
  if (start > stream->covered)
    {
      stream->uncovered += start - stream->covered;
      if (start - stream->covered > stream->gap_end - stream->gap_start)
        {
          stream->gap_start = stream->covered;
          stream->gap_end = start;
        }
    }
  stream->covered = MAX (stream->covered, end);
}

/* (transfer none) (nullable): that of a report with that key. */
static JsonObject *
find_finding (JsonObject *report, const char *key)
{
  JsonArray *findings = json_object_get_array_member (report, "findings");

  for (guint i = 0; i < json_array_get_length (findings); i++)
    {
      JsonObject *finding = json_array_get_object_element (findings, i);

      if (g_str_equal (json_object_get_string_member (finding, "key"), key))
        return finding;
    }
  return NULL;
}

/* Held against the rows: who took most time, and which chip idled most, and when. */
static void
test_findings (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "live-two-chips.weftlive", NULL);
  g_auto (CliResult) info = cli_run_with (NULL, (const char *[]){ "info", "--json", path, NULL });
  g_auto (CliResult) dump = cli_run_with (NULL, (const char *[]){ "dump", path, NULL });
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *report = parse (parser, info.out), *finding;
  g_auto (GStrv) lines = g_strsplit (dump.out, "\n", -1);
  Stream streams[2] = { { 0 } }, *idlest;
  double all = 0, of_program = 0, shares[2];

  finding = find_finding (report, "busiest-program");
  for (guint i = 0; *lines[i] != '\0'; i++)
    {
      g_autoptr (JsonParser) line = json_parser_new ();
      JsonObject *row = parse (line, lines[i]);
      gint64 start = json_object_get_int_member (row, "start_ns");
      gint64 end = json_object_get_int_member (row, "end_ns");

      add_row (&streams[json_object_get_int_member (row, "chip")], start, end);
      if (!g_str_equal (json_object_get_string_member (row, "kind"), "program"))
        continue;
      all += (double) (end - start);
      if (g_str_has_prefix (json_object_get_string_member (finding, "text"),
                            json_object_get_string_member (row, "program")))
        of_program += (double) (end - start);
    }
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (finding, "weight"),
                                  of_program / all, 1e-9);
  for (guint i = 0; i < 2; i++)
    shares[i] = (double) streams[i].uncovered / (double) (streams[i].covered - streams[i].first);
  idlest = &streams[shares[1] > shares[0]];
  finding = find_finding (report, "idle-stream");
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (finding, "weight"),
                                  MAX (shares[0], shares[1]), 1e-6);
  g_assert_cmpint (json_object_get_int_member (finding, "start"), ==, idlest->gap_start);
  g_assert_cmpint (json_object_get_int_member (finding, "end"), ==, idlest->gap_end);
}

/* Who records must say into what; and where nobody answers, that is said. */
static void
test_record (void)
{
  g_auto (CliResult) nothing = cli_run_with (NULL, (const char *[]){ "record", NULL });
  g_auto (CliResult) nobody =
    cli_run_with (NULL, (const char *[]){ "record", "--socket", "/nonexistent/view.sock", "-o",
                                          "/dev/null", NULL });
  g_auto (CliResult) info =
    cli_run_with (NULL, (const char *[]){ "info", "/nonexistent/view.sock", NULL });

  g_assert_cmpint (nothing.status, ==, 64);
  g_assert_nonnull (strstr (nothing.err, "--output"));
  g_assert_cmpint (nobody.status, ==, 2);
  g_assert_nonnull (strstr (nobody.err, "No profiler daemon answers"));
  g_assert_cmpint (info.status, ==, 2);
}

/* --- a live socket ------------------------------------------------------------------------------ */

/* Modelled devices behind a daemon (WEFT_PROFILERD) in a folder of its own. */
typedef struct
{
  char *directory, *view;
  GSubprocess *process;
} Live;

static gboolean
answers (gpointer path)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);

  return connection != NULL;
}

static void
live_open (Live *live)
{
  live->directory = g_dir_make_tmp ("weft-cli-live-XXXXXX", NULL);
  live->view = g_build_filename (live->directory, "view.sock", NULL);
  live->process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, g_getenv ("WEFT_PROFILERD"),
                                    "--model", "--devices", "2", "--exit-after", "300",
                                    "--socket-dir", live->directory, NULL);
  g_assert_nonnull (live->process);
  poll_until (answers, live->view);
}

static void
live_close (Live *live)
{
  g_autofree char *lock = g_build_filename (live->directory, "lock", NULL);

  g_subprocess_send_signal (live->process, SIGTERM);
  g_subprocess_wait (live->process, NULL, NULL);
  g_object_unref (live->process);
  g_unlink (lock);
  g_assert_cmpint (g_rmdir (live->directory), ==, 0);
  g_free (live->directory);
  g_free (live->view);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Live, live_close)

/* In `stats --json` of two devices each stream's books balance, and something ran. */
static void
assert_balance (const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *streams = json_object_get_array_member (parse (parser, text), "streams");

  g_assert_cmpuint (json_array_get_length (streams), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      JsonObject *stream = json_array_get_object_element (streams, i);
      gint64 delivered = json_object_get_int_member (stream, "delivered");

      g_assert_cmpint (delivered, >, 0);
      g_assert_cmpint (json_object_get_int_member (stream, "head")
                         - json_object_get_int_member (stream, "first_seq"),
                       ==, delivered + json_object_get_int_member (stream, "lost"));
    }
}

static void
test_recording (void)
{
  g_auto (Live) live;
  g_autofree char *path = NULL;
  g_auto (CliResult) record = { 0 }, stats = { 0 }, clocks = { 0 }, check = { 0 };

  live_open (&live);
  path = g_build_filename (live.directory, "session.weftlive", NULL);
  record = cli_run_with (
    NULL, (const char *[]){ "record", "--socket", live.view, "-o", path, "--for", "0.3", NULL });
  g_assert_cmpint (record.status, ==, 0);
  g_assert_cmpstr (record.err, ==, "");
  stats = cli_run_with (NULL, (const char *[]){ "stats", "--json", path, NULL });
  g_assert_cmpint (stats.status, ==, 0);
  assert_balance (stats.out);
  /* a clock that is a fit is written as far as the fit knows it */
  clocks = cli_run_with (NULL, (const char *[]){ "stats", "--by", "clock", path, NULL });
  g_assert_true (g_regex_match_simple ("regression +1\\.3[45][0-9]{4} ", clocks.out, 0, 0));
  check = cli_run_with (NULL, (const char *[]){ "check", path, NULL });
  g_assert_cmpint (check.status, ==, 0);
  g_unlink (path);
}

static void
test_socket (void)
{
  g_auto (Live) live;
  g_autofree char *path = NULL;
  g_autofree char *picture = NULL;
  g_auto (CliResult) info = { 0 }, stats = { 0 }, dump = { 0 }, render = { 0 };
  g_autoptr (JsonParser) parser = json_parser_new ();

  live_open (&live);
  path = g_build_filename (live.directory, "live.png", NULL);
  info = cli_run_with (NULL, (const char *[]){ "info", "--json", live.view, "--for", "0.2", NULL });
  g_assert_cmpint (info.status, ==, 0);
  g_assert_cmpint (json_object_get_int_member (parse (parser, info.out), "streams"), ==, 2);
  stats =
    cli_run_with (NULL, (const char *[]){ "stats", "--json", live.view, "--for", "0.2", NULL });
  assert_balance (stats.out);
  dump = cli_run_with (NULL, (const char *[]){ "dump", live.view, "--for", "0.2", NULL });
  g_assert_cmpint (dump.status, ==, 0);
  g_assert_nonnull (strstr (dump.out, "\"program\":\"qkv_matmul\""));
  render = cli_run_with (NULL, (const char *[]){ "render", live.view, "--for", "0.2", "--view",
                                                 "live", "-o", path, NULL });
  g_assert_cmpint (render.status, ==, 0);
  g_assert_true (g_file_get_contents (path, &picture, NULL, NULL));
  g_assert_cmpmem (picture, 4, "\x89PNG", 4);
  g_unlink (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-live/info", test_info);
  g_test_add_func ("/cli-live/stats", test_stats);
  g_test_add_func ("/cli-live/dump", test_dump);
  g_test_add_func ("/cli-live/findings", test_findings);
  g_test_add_func ("/cli-live/record", test_record);
  g_test_add_func ("/cli-live/recording", test_recording);
  g_test_add_func ("/cli-live/socket", test_socket);
  return g_test_run ();
}
