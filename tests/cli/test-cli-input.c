/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* terminals */
#include "run-cli.h"
#include "sanitizers.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const commands[] = { "info", "check", "dump", "stats" };

/* --- input that is no trace ---------------------------------------------------------------------- */

/* Every command refuses it with a message that has `said` in it. */
static void
check_unusable (const char *path, const char *said)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliResult) result = cli_run (commands[i], path);
      gboolean is_check = strcmp (commands[i], "check") == 0;
      const char *text = is_check ? result.out : result.err;

      g_assert_cmpint (result.status, ==, 2);
      if (strstr (text, said) == NULL)
        g_test_message ("%s: %s", commands[i], text);
      g_assert_nonnull (strstr (text, said));
      if (!is_check)
        g_assert_cmpstr (result.out, ==, "");
    }
}

static void
test_unusable (void)
{
  static const char binary[] = { 0x7f, 'E', 'L', 'F', 0, 1, 2, 3, '\n', 0, (char) 0xff };
  g_autofree char *empty = cli_write_file ("empty", "", 0);
  g_autofree char *text = cli_write_file ("text", "Dear reader,\nthis is a letter.\n", -1);
  g_autofree char *bytes = cli_write_file ("bytes", binary, sizeof binary);
  g_autofree char *workspace = cli_sample ("core-and-bus.weftspace");
  g_autofree char *folder = g_dir_make_tmp ("weft-cli-XXXXXX", NULL);

  check_unusable (empty, "empty");
  check_unusable (text, "no trace");
  check_unusable (bytes, "binary");
  check_unusable (workspace, "is a workspace");
  check_unusable ("/dev/null", "empty");
  check_unusable (folder, "folder");
  check_unusable ("/nowhere/to/be/found", "no file");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* --- input that ends too early --------------------------------------------------------------------- */

static void
test_cut (void)
{
  g_autofree char *whole = cli_sample ("kanata-core.log.gz");
  g_autofree char *bytes = NULL;
  g_autofree char *cut = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (whole, &bytes, &length, NULL));
  cut = cli_write_file ("cut.gz", bytes, (gssize) length / 2);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliResult) result = cli_run (commands[i], cut);

      g_assert_cmpint (result.status, ==, 2);
      g_assert_cmpstr (result.out, !=, "");
      g_assert_cmpstr (result.err, !=, "");
    }
  {
    g_auto (CliResult) dump = cli_run ("dump", cut);
    g_auto (CliResult) info = cli_run ("info", "--json", cut);

    g_assert_true (g_str_has_prefix (dump.out, "{\"id\":0,"));
    g_assert_nonnull (strstr (info.out, "\"partial\":true"));
  }
}

static void
test_standard_input (void)
{
  static const char *const names[] = { "kanata-core.log", "kanata-core.log.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = cli_sample (names[i]);
      g_autofree char *bytes = NULL;
      g_autoptr (GBytes) input = NULL;
      g_auto (CliResult) from_file = cli_run ("dump", path);
      g_auto (CliResult) from_pipe = { 0 };
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      input = g_bytes_new_take (g_steal_pointer (&bytes), length);
      from_pipe = cli_run_with (input, (const char *const[]){ "dump", "-", NULL });
      g_assert_cmpint (from_pipe.status, ==, 0);
      g_assert_cmpstr (from_pipe.out, ==, from_file.out);
    }
}

/* How often a reader went. Events that follow one that is the same are not told: opening parts them. */
static guint
count_ends (int fd)
{
  struct inotify_event events[64];
  gssize length = read (fd, events, sizeof events);
  guint n = 0;

  for (gssize i = 0; i < length / (gssize) sizeof *events; i++)
    n += (events[i].mask & IN_CLOSE_NOWRITE) != 0;
  return n;
}

/* A pipe with a name is opened once: its writer waits for a reader, and would lose one that went again. */
static void
test_named_pipe (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log");
  g_autofree char *fifo = cli_write_file ("pipe.log", "", 0);
  g_autofree char *line = g_strdup_printf ("exec cat '%s' >'%s'", path, fifo);
  g_auto (CliResult) from_file = cli_run ("dump", path);
  g_auto (CliResult) from_pipe = { 0 };
  g_autoptr (GSubprocess) writer = NULL;
  int fd = inotify_init1 (IN_CLOEXEC | IN_NONBLOCK);

  g_assert_cmpint (g_unlink (fifo), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (inotify_add_watch (fd, fifo, IN_OPEN | IN_CLOSE_NOWRITE), >=, 0);
  writer = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "sh", "-c", line, NULL);
  from_pipe = cli_run ("dump", fifo);
  g_assert_true (g_subprocess_wait_check (writer, NULL, NULL));
  g_assert_cmpint (from_pipe.status, ==, 0);
  g_assert_cmpstr (from_pipe.out, ==, from_file.out);
  g_assert_cmpuint (count_ends (fd), ==, 1);
  close (fd);
  g_unlink (fifo);
}

/* --- progress ------------------------------------------------------------------------------------------ */

/* Reads all that the terminal is told, until `said` is among it, or (NULL) until the program has gone. */
static void
read_terminal (int terminal, const char *said, GString *told)
{
  char bytes[256];
  ssize_t n;

  while ((said == NULL || strstr (told->str, said) == NULL)
         && (n = read (terminal, bytes, sizeof bytes)) > 0)
    g_string_append_len (told, bytes, n);
}

/* The program with its errors on a new terminal, and what it writes in a pipe. */
static GSubprocess *
run_on_terminal (const char *path, int *terminal)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  *terminal = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_assert_cmpint (*terminal, >=, 0);
  g_assert_cmpint (grantpt (*terminal), ==, 0);
  g_assert_cmpint (unlockpt (*terminal), ==, 0);
  g_subprocess_launcher_take_stderr_fd (launcher,
                                        open (ptsname (*terminal), O_RDWR | O_NOCTTY | O_CLOEXEC));
  process =
    g_subprocess_launcher_spawn (launcher, &error, g_getenv ("WEFT_CLI"), "info", path, NULL);
  g_assert_no_error (error);
  return process;
}

/* A terminal is told how much has been read of what takes its time, and the line is wiped off at the end. */
static void
test_progress (void)
{
  g_autofree char *path = cli_sample ("kanata-core.log"), *text = NULL;
  g_autofree char *fifo = cli_write_file ("slow.log", "", 0), *out = NULL;
  g_auto (CliResult) from_file = cli_run ("info", path);
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GSubprocess) process = NULL;
  gsize length;
  int terminal, pipe;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpint (g_unlink (fifo), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  process = run_on_terminal (fifo, &terminal);
  pipe = open (fifo, O_WRONLY | O_CLOEXEC);
  g_assert_cmpint (write (pipe, text, 4096), ==, 4096);
  read_terminal (terminal, "Reading … 0.0 MiB", told);
  g_assert_cmpint (write (pipe, text + 4096, length - 4096), ==, (gssize) length - 4096);
  close (pipe);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, NULL));
  read_terminal (terminal, NULL, told);
  g_assert_true (g_subprocess_get_successful (process));
  g_assert_true (g_str_has_suffix (told->str, "\r\033[K"));
  g_assert_nonnull (strstr (out, "400"));
  g_assert_nonnull (strstr (from_file.out, "400"));
  close (terminal);
  g_unlink (fifo);
}

/* --- check -------------------------------------------------------------------------------------------- */

static void
test_check_status (void)
{
  g_autofree char *clean = cli_sample ("kanata-two-ops.log");
  g_autofree char *info =
    cli_write_file ("info.log", "Kanata\t0004\nI\t0\t0\t0\nL\t0\t7\tnothing\nR\t0\t0\t0\n", -1);
  g_autofree char *warning = cli_write_file ("warning.log", "Kanata\t0004\nC\tx\n", -1);
  g_autofree char *expected = g_strdup_printf ("%s:2:3: warning: ", warning);
  g_auto (CliResult) a = cli_run ("check", clean);
  g_auto (CliResult) b = cli_run ("check", clean, info);
  g_auto (CliResult) c = cli_run ("check", warning, info, clean);
  g_auto (CliResult) d = cli_run ("check", "/nowhere", warning);
  g_auto (CliResult) json = cli_run ("check", "--json", warning, info);
  g_auto (GStrv) lines = g_strsplit (json.out, "\n", -1);

  g_assert_cmpint (a.status, ==, 0);
  g_assert_cmpstr (a.out, ==, "");
  g_assert_cmpint (b.status, ==, 0);
  g_assert_nonnull (strstr (b.out, ": info: "));
  g_assert_cmpint (c.status, ==, 1);
  g_assert_true (g_str_has_prefix (c.out, expected));
  g_assert_cmpint (d.status, ==, 2);
  g_assert_nonnull (strstr (d.out, expected));
  g_assert_cmpint (json.status, ==, 1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (
    strstr (lines[0], "\"line\":2,\"column\":3,\"severity\":\"warning\",\"text\":"));
  g_assert_nonnull (strstr (lines[1], "\"severity\":\"info\""));
}

/* Megabytes of the largest child so far. */
static gsize
get_child_memory (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
  return (gsize) usage.ru_maxrss / 1024;
}

static gsize
count_lines (const char *text)
{
  gsize n_lines = 0;

  for (; (text = strchr (text, '\n')) != NULL; text++)
    n_lines++;
  return n_lines;
}

static void
test_many_diagnostics (void)
{
  const guint n_bad = 1000000;
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\n");
  g_autofree char *small = cli_write_file ("small.log", "Kanata\t0004\nQ\n", -1);
  g_autofree char *many = NULL;
  gsize before;

  for (guint i = 0; i < n_bad; i++)
    g_string_append (log, "Q\n");
  many = cli_write_file ("many.log", log->str, (gssize) log->len);
  {
    g_auto (CliResult) result = cli_run ("check", small);

    g_assert_cmpint (result.status, ==, 1);
    before = get_child_memory ();
  }
  {
    g_auto (CliResult) result = cli_run ("check", many);

    g_assert_cmpint (result.status, ==, 1);
    g_assert_cmpuint (count_lines (result.out), ==, n_bad);
    if (!ADDRESS_IS_SANITIZED) /* which keeps what was freed for a while */
      g_assert_cmpuint (get_child_memory (), <, before + 40);
  }
  {
    g_auto (CliResult) result = cli_run ("stats", "--json", many);

    g_assert_nonnull (strstr (result.out, "\"warnings\":1000000,"));
  }
}

/* Input that never ends, and never has a line, is given up with a word. */
static void
test_endless_line (void)
{
  static const char *const names[] = { "info", "stats", "check" };
  const char *words = "one of its first lines is longer than 64 MiB";

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (CliResult) result = cli_run (names[i], "/dev/zero");

      g_assert_cmpint (result.status, ==, 2);
      g_assert_true (strstr (result.err, words) != NULL || strstr (result.out, words) != NULL);
    }
}

/* --- little memory --------------------------------------------------------------------------------------- */

/* Short memory is told of, beside all that was read, and aborts nothing. */
static void
test_little_memory (void)
{
#if ADDRESS_IS_SANITIZED || THREADS_ARE_SANITIZED
  g_test_skip ("takes address space of its own");
#else
  const guint n_ops = 1000000;
  GString *log = g_string_new ("Kanata\t0004\n");
  g_autofree char *path = NULL;
  struct rlimit before, little;

  for (guint i = 0; i < n_ops; i++)
    g_string_append_printf (log, "I\t%u\t%u\t0\nS\t%u\t0\tF\nR\t%u\t%u\t0\n", i, i, i, i, i);
  path = cli_write_file ("long.log", log->str, (gssize) log->len);
  g_string_free (log, TRUE);
  g_assert_cmpint (getrlimit (RLIMIT_DATA, &before), ==, 0);
  little = before;
  little.rlim_cur = 120 << 20;
  for (guint i = 0; i < 2; i++)
    {
      g_auto (CliResult) result = { 0 };

      g_assert_cmpint (setrlimit (RLIMIT_DATA, &little), ==, 0);
      result = cli_run (i == 0 ? "info" : "stats", path);
      g_assert_cmpint (setrlimit (RLIMIT_DATA, &before), ==, 0);
      g_assert_cmpint (result.status, ==, 2);
      g_assert_nonnull (strstr (result.err, "no memory"));
      if (i == 0)
        g_assert_nonnull (strstr (result.out, "Ops  "));
    }
#endif
}

/* --- odd bytes and numbers ------------------------------------------------------------------------------ */

static void
check_json_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_autoptr (GError) error = NULL;

      json_parser_load_from_data (parser, lines[i], -1, &error);
      g_assert_no_error (error);
    }
}

/* Whatever a trace is of, its diagnostics are told of once. */
static void
test_diagnostics_once (void)
{
  const char *const samples[] = { "kanata-core.log", "noc-eight-cores.json", "npu-two-layers.json",
                                  "saturnis-bus.jsonl" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = cli_sample (samples[i]);
      g_auto (CliResult) result = cli_run ("info", path);
      g_auto (GStrv) parts = g_strsplit (result.out, "Diagnostics ", -1);

      g_assert_cmpint (result.status, ==, 0);
      g_assert_cmpuint (g_strv_length (parts), ==, 2);
    }
}

static void
test_any_bytes (void)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\nI\t0\t0\t0\n");
  g_autofree char *path = NULL;
  const char *const runs[][3] = {
    { "dump", NULL },
    { "stats", "--json", NULL },
    { "info", "--json", NULL },
    { "check", "--json", NULL },
  };

  /* Every byte but those that part lines and columns, in labels, details, lanes, names, commands. */
  for (guint byte = 0; byte < 256; byte++)
    {
      char c = (char) byte;

      if (c == '\n' || c == '\t' || c == '\r')
        continue;
      g_string_append (log, "L\t0\t0\t");
      g_string_append_len (log, &c, 1);
      g_string_append (log, "\nL\t0\t1\t\xe2");
      g_string_append_len (log, &c, 1);
      g_string_append (log, "\nS\t0\t0\tname");
      g_string_append_len (log, &c, 1);
      g_string_append (log, "\nL\t0\t2\ttext");
      g_string_append_len (log, &c, 1);
      g_string_append (log, "\nS\t0\tlane");
      g_string_append_len (log, &c, 1);
      g_string_append (log, "\tF\nQ");
      g_string_append_len (log, &c, 1);
      g_string_append (log, "\n");
    }
  path = cli_write_file ("bytes.log", log->str, (gssize) log->len);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_auto (CliResult) result =
        runs[i][1] == NULL ? cli_run (runs[i][0], path) : cli_run (runs[i][0], runs[i][1], path);

      g_assert_cmpint (result.status, <=, 1);
      g_assert_cmpuint (strlen (result.out), ==, result.out_length);
      g_assert_cmpuint (result.out_length, >, 100);
      check_json_lines (result.out);
    }
  {
    /* A terminal obeys no log. */
    g_auto (CliResult) stats = cli_run ("stats", path);
    g_auto (CliResult) check = cli_run ("check", path);

    g_assert_null (strchr (stats.out, '\033'));
    g_assert_null (strchr (check.out, '\033'));
    g_assert_true (g_utf8_validate (stats.out, -1, NULL));
    g_assert_true (g_utf8_validate (check.out, -1, NULL));
  }
}

static void
test_large_ids (void)
{
  g_autofree char *path =
    cli_write_file ("large.log",
                    "Kanata\t0004\n"
                    "I\t9223372036854775807\t9223372036854775807\t9223372036854775807\n"
                    "I\t9223372036854775808\t0\t0\n"
                    "S\t9223372036854775807\t0\tF\n"
                    "C\t1\n"
                    "R\t9223372036854775807\t9223372036854775807\t0\n",
                    -1);
  g_auto (CliResult) dump = cli_run ("dump", path);
  g_auto (CliResult) check = cli_run ("check", path);

  /* One beyond 64 bits is kept as it stands, and comes first. */
  g_assert_cmpstr (
    dump.out, ==,
    "{\"id\":9223372036854775808,\"gid\":0,\"tid\":0,\"rid\":-1,\"line\":3,"
    "\"fetched\":0,\"end\":2,\"state\":\"eof\",\"name\":\"\",\"detail\":\"\",\"lanes\":{},"
    "\"prods\":[],\"cons\":-1,\"prod\":-1}\n"
    "{\"id\":9223372036854775807,\"gid\":9223372036854775807,"
    "\"tid\":9223372036854775807,\"rid\":9223372036854775807,\"line\":2,"
    "\"fetched\":0,\"end\":1,\"state\":\"retired\",\"name\":\"\",\"detail\":\"\","
    "\"lanes\":{\"0\":[[\"F\",0,1]]},\"prods\":[],\"cons\":-1,\"prod\":-1}\n");
  g_assert_cmpint (dump.status, ==, 0);
  g_assert_cmpint (check.status, ==, 0);
}

/* Ids as dumpers really write them lose no op; two ops beyond the whole numbers of a double differ. */
static void
test_any_ids (void)
{
  g_autofree char *path =
    cli_write_file ("ids.log",
                    "Kanata\t0004\n"
                    "I\t-1\t0x1f\thart0\nR\t-1\t-1\t1\n"
                    "I\tload_17\t18446744073709551615\t  0\nR\tload_17\tlast\n"
                    "I\t9007199254740993\t-7\t0\nR\t9007199254740993\t1\t49\n"
                    "I\t9007199254740992\t1\t0\nR\t9007199254740992\t2\t48\n",
                    -1);
  g_auto (CliResult) dump = cli_run ("dump", path);
  g_auto (CliResult) check = cli_run ("check", path);
  g_auto (CliResult) threads = cli_run ("stats", "--csv", "--by", "thread", path);
  g_auto (CliResult) why = cli_run ("why", "--json", "--op", "load_17", path);

  g_assert_nonnull (strstr (dump.out, "{\"id\":\"load_17\",\"gid\":18446744073709551615,\"tid\":0,"
                                      "\"rid\":\"last\",\"line\":4,\"fetched\":0,\"end\":0,"
                                      "\"state\":\"retired\""));
  g_assert_nonnull (strstr (dump.out, "{\"id\":-1,\"gid\":\"0x1f\",\"tid\":\"hart0\",\"rid\":-1,"
                                      "\"line\":2,\"fetched\":0,\"end\":0,\"state\":\"flush\""));
  g_assert_nonnull (strstr (dump.out, "{\"id\":9007199254740993,\"gid\":-7,"));
  g_assert_nonnull (strstr (dump.out, "{\"id\":9007199254740992,\"gid\":1,"));
  g_assert_nonnull (strstr (check.out, ":5:15: warning: “R” has no type here"));
  g_assert_nonnull (strstr (check.out, ":7:22: info: The types of “R” lines are 48 and 49"));
  g_assert_nonnull (strstr (check.err, "errors 0, warnings 1, infos 2"));
  g_assert_nonnull (strstr (threads.out, "hart0,1,0,1,0,"));
  g_assert_cmpint (why.status, ==, 0);
  g_assert_nonnull (strstr (why.out, "\"op\":\"load_17\""));
}

/* A line that ends within what might have been a header is none. */
static void
test_no_header (void)
{
  g_autofree char *path = cli_write_file ("words.txt", "we read Kanata \t", -1);
  g_auto (CliResult) dump = cli_run ("dump", path);

  g_assert_cmpint (dump.status, ==, 2);
  g_assert_nonnull (strstr (dump.err, "is no trace of a known format"));
}

/* A log among the output of its simulator, each line behind the same words. */
static void
test_prefix (void)
{
  g_autofree char *path = cli_write_file ("stdout.txt",
                                          "booting\n"
                                          "[KONATA] Kanata\t0004\t\n"
                                          "[KONATA] C=\t5\n"
                                          "I\t7\t7\t0\n"
                                          "[KONATA] I\t0\t0\t0\n"
                                          "printf says hello\n"
                                          "[KONATA] L\t0\t0\t10: nop\n"
                                          "[KONATA] S\t0\t0\tF\n"
                                          "[KONATA] C\t2\n"
                                          "[KONATA] C=\t6\n"
                                          "[KONATA] R\t0\t0\t0\n",
                                          -1);
  g_auto (CliResult) dump = cli_run ("dump", path);
  g_auto (CliResult) check = cli_run ("check", path);

  g_assert_cmpstr (dump.out, ==,
                   "{\"id\":0,\"gid\":0,\"tid\":0,\"rid\":0,\"line\":5,\"fetched\":5,\"end\":7,"
                   "\"state\":\"retired\",\"name\":\"10: nop\",\"detail\":\"\",\"lanes\":{\"0\":["
                   "[\"F\",5,7]]},\"prods\":[],\"cons\":-1,\"prod\":-1}\n");
  g_assert_nonnull (strstr (check.out, ":2:1: info: The log’s lines begin with “[KONATA] ”"));
  g_assert_nonnull (strstr (check.out, ":10:13: warning: Time would run backwards"));
}

/* Microseconds of a processor that weft-cli has had in all. */
static gint64
get_child_time (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
  return (gint64) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC
         + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

/* An op with very many stages in very many lanes is no more work than its lines. */
static void
test_deep_op (void)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\nI\t0\t0\t0\n");
  g_autofree char *path = NULL;
  gint64 begin = get_child_time ();

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (log, "S\t0\t%u\tF\nL\t0\t2\ttext %u\nC\t1\n", i, i);
  path = cli_write_file ("deep.log", log->str, (gssize) log->len);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliResult) result = cli_run (commands[i], path);

      g_assert_cmpint (result.status, ==, 0);
    }
  g_assert_cmpint (get_child_time () - begin, <, 20 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* First, as it looks at the largest child so far. */
  g_test_add_func ("/cli-input/many-diagnostics", test_many_diagnostics);
  g_test_add_func ("/cli-input/any-ids", test_any_ids);
  g_test_add_func ("/cli-input/prefix", test_prefix);
  g_test_add_func ("/cli-input/no-header", test_no_header);
  g_test_add_func ("/cli-input/unusable", test_unusable);
  g_test_add_func ("/cli-input/cut", test_cut);
  g_test_add_func ("/cli-input/standard-input", test_standard_input);
  g_test_add_func ("/cli-input/named-pipe", test_named_pipe);
  g_test_add_func ("/cli-input/progress", test_progress);
  g_test_add_func ("/cli-input/check-status", test_check_status);
  g_test_add_func ("/cli-input/diagnostics-once", test_diagnostics_once);
  g_test_add_func ("/cli-input/endless-line", test_endless_line);
  g_test_add_func ("/cli-input/little-memory", test_little_memory);
  g_test_add_func ("/cli-input/any-bytes", test_any_bytes);
  g_test_add_func ("/cli-input/large-ids", test_large_ids);
  g_test_add_func ("/cli-input/deep-op", test_deep_op);
  return g_test_run ();
}
