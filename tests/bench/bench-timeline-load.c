/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-memory.h"
#include "verdict.h"
#include "weft-json-scanner.h"
#include "weft-load.h"
#include "weft-timeline-trace.h"

#include <glib/gstdio.h>
#include <sys/resource.h>

/* Loads a timeline of 87 MB as browsers and PyTorch write it: 138,000 slices with arguments and flows, and
 * 310,000 records of metadata. Prints what it costs beside the scanner of JSON alone, which hands the same
 * members to nobody, and how much memory it takes. */

#define N_SLICES 138000
#define N_METADATA 310000
#define N_RUNS 5
#define MAX_RATIO 2.2
#define MAX_MEMORY 0.4 /* of the file */

static double
get_processor_time (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* --- the trace -------------------------------------------------------------------------------------- */

static void
write_metadata (FILE *file, guint i)
{
  fprintf (file,
           "{\"name\":\"thread_%s\",\"ph\":\"M\",\"ts\":0,\"pid\":%u,\"tid\":%u,\"args\":{\"%s\":%"
           "s%u%s}},\n",
           i % 2 == 0 ? "name" : "sort_index", 1 + i / 64 % 8, i % 64,
           i % 2 == 0 ? "name" : "sort_index", i % 2 == 0 ? "\"worker number " : "", i % 64,
           i % 2 == 0 ? "\"" : "");
}

/* Calls of three levels on the host, each of which launches a kernel. */
static void
write_slice (FILE *file, guint i)
{
  guint call = i / 4, level = i % 4;
  gboolean is_kernel = level == 3;
  gint64 start = 1700000000000000 + (gint64) call * 40 + level * 2;

  fprintf (
    file,
    "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s_%u\",\"pid\":%u,\"tid\":%u,\"ts\":%" G_GINT64_FORMAT
    ".%03u,\"dur\":%u.%03u,\"args\":{\"External id\":%u,\"correlation\":%u,\"Record function "
    "id\":0,"
    "\"Input Dims\":[[64,128,768],[768,3072],[]],\"Input type\":[\"float\",\"float\",\"\"],"
    "\"Sequence number\":%u,\"Fwd thread id\":0,\"bytes\":%u,\"Ev Idx\":%u,"
    "\"Call stack\":\"train.py(%u): step;model.py(%u): forward;layers.py(%u): forward\"}},\n",
    is_kernel    ? "kernel"
    : level == 2 ? "cuda_runtime"
                 : "cpu_op",
    is_kernel ? "void at::native::vectorized_elementwise_kernel" : "aten::operation", call % 300,
    is_kernel ? 0 : 417, is_kernel ? 7u : 417 + call % 6, start, i % 1000, 36 - level * 8, i % 977,
    i, call, call, (i % 7) * 4096, i, 100 + i % 800, 20 + i % 400, i % 90);
  if (level >= 2)
    fprintf (file,
             "{\"ph\":\"%s\",\"id\":%u,\"pid\":%u,\"tid\":%u,\"ts\":%" G_GINT64_FORMAT
             ".%03u,\"cat\":\"ac2g\",\"name\":\"ac2g\"%s},\n",
             is_kernel ? "f" : "s", call, is_kernel ? 0 : 417, is_kernel ? 7u : 417 + call % 6,
             start, i % 1000, is_kernel ? ",\"bp\":\"e\"" : "");
}

static char *
write_trace (void)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("weft-timeline-XXXXXX.json", &path, NULL);
  FILE *file = fdopen (fd, "w");

  fputs ("{\"schemaVersion\":1,\"traceEvents\":[\n", file);
  for (guint i = 0; i < N_METADATA; i++)
    write_metadata (file, i);
  for (guint i = 0; i < N_SLICES; i++)
    write_slice (file, i);
  fputs ("{\"ph\":\"i\",\"s\":\"g\",\"ts\":1700000000000000,\"name\":\"end\"}]}\n", file);
  fclose (file);
  return g_steal_pointer (&path);
}

/* --- the scanner alone ------------------------------------------------------------------------------ */

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated, gpointer data)
{
}

static void
on_element (guint slot, const WeftJsonRecord *record, gpointer data)
{
  ++*(guint *) data;
}

static double
scan (const char *path, guint *n_elements)
{
  static const char *const keys[] = { "ph",  "name", "cat", "ts",   "dur",
                                      "pid", "tid",  "id",  "args", NULL };
  static const WeftJsonMember members[] = { { "traceEvents", 0, keys }, { NULL, 0, NULL } };
  static const WeftJsonShape shape = { .members = members, .loose = TRUE, .single = TRUE };
  static const WeftJsonHandler handler = { .member = on_member, .element = on_element };
  g_autoptr (WeftJsonScanner) scanner = weft_json_scanner_new (&shape, &handler, n_elements);
  g_autofree char *block = g_malloc (1 << 20);
  FILE *file = g_fopen (path, "r");
  double start = get_processor_time ();
  guint64 offset = 0;
  gsize length;

  *n_elements = 0;
  while ((length = fread (block, 1, 1 << 20, file)) > 0)
    {
      g_assert_true (weft_json_scanner_feed (scanner, block, length, offset));
      offset += length;
    }
  fclose (file);
  return get_processor_time () - start;
}

static double
load (const char *path, guint64 *memory)
{
  g_autoptr (WeftLoad) run = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;
  MemoryWatch watch;
  double start;

  memory_watch_start (&watch);
  start = get_processor_time ();
  g_assert_true (weft_load_run (run, NULL, NULL));
  start = get_processor_time () - start;
  snapshot = weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (weft_load_get_trace (run)));
  g_assert_cmpuint (snapshot->n_events, ==, N_SLICES + 1);
  g_assert_cmpuint (snapshot->flows->n, ==, N_SLICES / 4);
  *memory = memory_watch_stop (&watch);
  return start;
}

int
main (void)
{
  g_autofree char *path = write_trace ();
  GStatBuf status;
  double best_scan = G_MAXDOUBLE, best_load = G_MAXDOUBLE;
  guint64 memory = 0, least = G_MAXUINT64; /* what earlier runs leave to malloc is no load's */
  guint n_elements;

  g_stat (path, &status);
  for (guint i = 0; i < N_RUNS; i++)
    {
      best_scan = MIN (best_scan, scan (path, &n_elements));
      best_load = MIN (best_load, load (path, &memory));
      least = MIN (least, memory);
    }
  g_remove (path);
  printf ("%u elements\n", n_elements);
  verdict_row (&(VerdictRow){ "load a timeline, 93 MB", "s", best_load, "scanner alone", best_scan,
                              MAX_RATIO });
  verdict_row (&(VerdictRow){ "memory of a timeline", "MB", (double) least * 1024 / 1e6, "the file",
                              (double) status.st_size / 1e6, MAX_MEMORY });
  return verdict_status ();
}
