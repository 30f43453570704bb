/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "run-cli.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

/* Pictures as files. What is in them is tests/render's business. */

static char *
get_output (const char *name)
{
  char *path = cli_write_file (name, "", 0);

  g_assert_cmpint (g_remove (path), ==, 0);
  return path;
}

static guint
read_word (const char *bytes)
{
  guint32 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT32_FROM_BE (word);
}

/* Renders a sample with `options`, zero-terminated, into `path`, and returns the file's bytes. */
static GBytes *
render_sample (const char *sample, const char *path, const char *const *options)
{
  g_autofree char *input = cli_sample (sample);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_auto (CliResult) result = { 0 };
  char *bytes;
  gsize length;

  g_ptr_array_add (arguments, (gpointer) "render");
  g_ptr_array_add (arguments, input);
  g_ptr_array_add (arguments, (gpointer) "-o");
  g_ptr_array_add (arguments, (gpointer) path);
  for (; *options != NULL; options++)
    g_ptr_array_add (arguments, (gpointer) *options);
  g_ptr_array_add (arguments, NULL);
  result = cli_run_with (NULL, (const char *const *) arguments->pdata);
  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpstr (result.out, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  return g_bytes_new_take (bytes, length);
}

static GBytes *
render (const char *path, const char *const *options)
{
  return render_sample ("kanata-core.log", path, options);
}

static void
check_png (GBytes *png, guint width, guint height)
{
  gsize length;
  const char *bytes = g_bytes_get_data (png, &length);

  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpmem (bytes, 8, "\x89PNG\r\n\x1a\n", 8);
  g_assert_cmpuint (read_word (bytes + 16), ==, width);
  g_assert_cmpuint (read_word (bytes + 20), ==, height);
}

/* Each option changes the picture, and the same options give the same one. */
static void
test_png (void)
{
  static const char *const options[][5] = {
    { "--view", "pipeline", "--size", "640x400" },
    { "--size=640x400", "--theme=dark" },
    { "--size=640x400", "--theme=light-contrast" },
    { "--size=640x400", "--theme=dark-contrast" },
    { "--size=640x400", "--layout=straightened" },
    { "--size=640x400", "--scheme=depth" },
    { "--size=640x400", "--scheme=single" },
    { "--size=640x400", "--color-by-query=SELECT id, latency FROM op" },
    { "--size=640x400",
      "--color-by-query=SELECT id, CASE WHEN flushed THEN 'a' ELSE 'b' END FROM op" },
    { "--size=640x400", "--hide-flushed" },
    { "--size=640x400", "--start", "--split-lanes" },
    { "--size=640x400", "--start" },
    { "--size=640x400", "--rows=10:20", "--arrows=off" },
    { "--size=640x400", "--rows=10:20", "--arrows=curve" },
    { "--size=640x400", "--range=4100:4150" },
    { "--size=640x400", "--rows=10:20" },
    { "--size=640x400", "--rows=10:20", "--range=4100:4300" },
  };
  g_autofree char *path = get_output ("picture.png");
  g_autoptr (GPtrArray) pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      GBytes *png = render (path, options[i]);
      g_autoptr (GBytes) again = render (path, options[i]);

      check_png (png, 640, 400);
      g_assert_true (g_bytes_equal (png, again));
      for (guint j = 0; j < pictures->len; j++)
        if (g_bytes_equal (png, pictures->pdata[j]))
          g_error ("options %u and %u give the same picture", i, j);
      g_ptr_array_add (pictures, png);
    }
}

/* Tiles, links and events of a NoC, and records, are coloured by a query, each to another picture. */
static void
test_color_queries (void)
{
  static const char *const cases[][3] = {
    { "noc-eight-cores.json", "SELECT tile, sum(cycles) FROM barrier GROUP BY tile",
      "SELECT \"from\", \"to\", noc, bytes FROM link" },
    { "noc-eight-cores.json", "SELECT event, bytes FROM transfer",
      "SELECT core, min(cycle) FROM event GROUP BY core" },
    { "live-two-chips.weftlive", "SELECT stream, record, length_ns FROM record",
      "SELECT rowid, program FROM record" },
  };
  g_autofree char *path = get_output ("colours.png");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) pictures =
        g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

      for (guint k = 0; k < 3; k++)
        {
          g_autofree char *sql =
            k > 0 ? g_strdup_printf ("--color-by-query=%s", cases[i][k]) : NULL;
          const char *const options[] = { "--size=640x400", sql, NULL };

          g_ptr_array_add (pictures, render_sample (cases[i][0], path, options));
        }
      g_assert_false (g_bytes_equal (pictures->pdata[0], pictures->pdata[1]));
      g_assert_false (g_bytes_equal (pictures->pdata[0], pictures->pdata[2]));
      g_assert_false (g_bytes_equal (pictures->pdata[1], pictures->pdata[2]));
    }
}

/* As many flows are drawn as are asked for. */
static void
test_top_flows (void)
{
  static const char *const values[] = { "--top-flows=0", "--top-flows=2", "--top-flows=all" };
  g_autofree char *path = get_output ("flows.png");
  g_autoptr (GBytes) before = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const char *const options[] = { "--size=640x400", values[i], NULL };
      GBytes *picture = render_sample ("noc-eight-cores.json", path, options);

      g_assert_false (before != NULL && g_bytes_equal (picture, before));
      g_clear_pointer (&before, g_bytes_unref);
      before = picture;
    }
}

static void
test_sizes (void)
{
  g_autofree char *path = get_output ("sizes.PNG");
  g_autoptr (GBytes) normal = render (path, (const char *const[]){ NULL });
  g_autoptr (GBytes) tiny = render (path, (const char *const[]){ "--size=1x1", NULL });
  g_autoptr (GBytes) large =
    render (path, (const char *const[]){ "--size=300x200", "--scale=2.5", NULL });

  check_png (normal, 1280, 800);
  g_assert_nonnull (tiny);
  check_png (large, 750, 500);
}

/* The text of a stream of a PDF file that begins here; "" where it is no compressed one. */
static char *
inflate (const char *bytes, gsize length)
{
  g_autoptr (GConverter) zlib =
    G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
  gsize room = 1 << 16, n_read, n_written = 0;
  char *text = g_malloc0 (room + 1);

  if (g_converter_convert (zlib, bytes, length, text, room, G_CONVERTER_NO_FLAGS, &n_read,
                           &n_written, NULL)
      == G_CONVERTER_ERROR)
    n_written = 0;
  text[n_written] = '\0';
  return text;
}

/* cairo puts what is not drawn into compressed streams from 1.18 on. */
static gboolean
pdf_says (const char *pdf, gsize length, const char *words)
{
  static const char begin[] = "stream\n";
  const char *end = pdf + length, *at = pdf;

  if (memmem (pdf, length, words, strlen (words)) != NULL)
    return TRUE;
  while ((at = memmem (at, (gsize) (end - at), begin, strlen (begin))) != NULL)
    {
      g_autofree char *text = NULL;

      at += strlen (begin);
      text = inflate (at, (gsize) (end - at));
      if (strstr (text, words) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
test_pages (void)
{
  g_autofree char *svg_path = get_output ("picture.svg");
  g_autofree char *pdf_path = get_output ("picture.pdf");
  const char *const options[] = { "--size=640x400", "--scale=2", NULL };
  g_autoptr (GBytes) svg = render (svg_path, options);
  g_autoptr (GBytes) pdf = render (pdf_path, options);
  g_autofree char *svg_text = cli_get_text (svg);
  gsize length;
  const char *pdf_bytes = g_bytes_get_data (pdf, &length);

  g_assert_true (g_str_has_prefix (svg_text, "<?xml"));
  g_assert_nonnull (strstr (svg_text, "width=\"1280px\" height=\"800px\""));
  g_assert_cmpmem (pdf_bytes, 5, "%PDF-", 5);
  /* 1280 × 800 pixels of 1/96 inch in points of 1/72 */
  g_assert_true (pdf_says (pdf_bytes, length, "/MediaBox [ 0 0 960 600 ]"));
}

/* --- what goes wrong --------------------------------------------------------------------------------- */

static void
test_usage (void)
{
  static const char *const lines[][4] = {
    { "pipeline", "-o", "a.png", "--view=mush" },
    { "-o" },
    { ".svg", "-o", "picture" },
    { ".svg", "-o", "picture.gif" },
    { "--size", "-o", "a.png", "--size=640" },
    { "--size", "-o", "a.png", "--size=0x10" },
    { "--size", "-o", "a.png", "--size=100000x10" },
    { "--scale", "-o", "a.png", "--scale=0" },
    { "--scale", "-o", "a.png", "--scale=nan" },
    { "--range", "-o", "a.png", "--range=9" },
    { "--rows", "-o", "a.png", "--rows=5:2" },
    { "light, dark", "-o", "a.png", "--theme=pink" },
    { "time, straightened", "-o", "a.png", "--layout=bent" },
    { "stage, depth, thread, single", "-o", "a.png", "--scheme=rainbow" },
    { "off, straight, curve", "-o", "a.png", "--arrows=loop" },
  };

  g_autofree char *path = cli_sample ("kanata-two-ops.log");

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      const char *arguments[6] = { "render", path };
      g_auto (CliResult) result = { 0 };

      for (guint j = 1; j < 4 && lines[i][j] != NULL; j++)
        arguments[j + 1] = lines[i][j];
      result = cli_run_with (NULL, arguments);
      g_test_message ("%s", result.err);
      g_assert_cmpint (result.status, ==, 64);
      g_assert_nonnull (strstr (result.err, lines[i][0]));
    }
}

static void
test_failures (void)
{
  g_autofree char *input = cli_sample ("kanata-core.log");
  g_autofree char *kept = cli_write_file ("kept.png", "as it was", -1);
  g_autofree char *header = cli_write_file ("header.log", "Kanata\t0004\n", -1);
  g_autofree char *empty = get_output ("empty.png");
  g_autofree char *contents = NULL;
  g_auto (CliResult) folder = cli_run ("render", input, "-o", "/nowhere/to/be/found.png");
  g_auto (CliResult) missing = cli_run ("render", "/nowhere", "-o", kept);
  g_auto (CliResult) rows = cli_run ("render", input, "-o", kept, "--rows=100000:");
  g_auto (CliResult) no_ops = cli_run ("render", header, "-o", empty);

  g_assert_cmpint (folder.status, ==, 2);
  g_assert_cmpstr (folder.err, !=, "");
  g_assert_cmpint (missing.status, ==, 2);
  g_assert_cmpint (rows.status, ==, 2);
  g_assert_true (g_file_get_contents (kept, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "as it was");
  g_assert_cmpint (no_ops.status, ==, 0);
  g_assert_true (g_file_test (empty, G_FILE_TEST_IS_REGULAR));
}

/* The readable part is drawn, and the status says that it is not all. */
static void
test_cut (void)
{
  g_autofree char *whole = cli_sample ("kanata-core.log.gz");
  g_autofree char *output = get_output ("cut.png");
  g_autofree char *bytes = NULL;
  g_autofree char *cut = NULL;
  g_auto (CliResult) result = { 0 };
  struct stat status;
  gsize length;

  g_assert_true (g_file_get_contents (whole, &bytes, &length, NULL));
  cut = cli_write_file ("cut-picture.gz", bytes, (gssize) length / 2);
  result = cli_run ("render", cut, "-o", output);
  g_assert_cmpint (result.status, ==, 2);
  g_assert_cmpstr (result.err, !=, "");
  g_assert_cmpint (stat (output, &status), ==, 0);
  g_assert_cmpint (status.st_size, >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-render/png", test_png);
  g_test_add_func ("/cli-render/color-queries", test_color_queries);
  g_test_add_func ("/cli-render/top-flows", test_top_flows);
  g_test_add_func ("/cli-render/sizes", test_sizes);
  g_test_add_func ("/cli-render/pages", test_pages);
  g_test_add_func ("/cli-render/usage", test_usage);
  g_test_add_func ("/cli-render/failures", test_failures);
  g_test_add_func ("/cli-render/cut", test_cut);
  return g_test_run ();
}
