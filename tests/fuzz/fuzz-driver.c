/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Runs a fuzz target on its seeds and on random mutations of them:
 *
 *     fuzz-driver NAME SEEDS...        seeds are files and folders of files
 *     fuzz-driver --once FILE          what made a run fail
 *
 * $FUZZ_ITERATIONS mutations, but no longer than $FUZZ_SECONDS. The input at hand lies in
 * NAME.input in the current folder, should the target not come back from it. */

#define MAX_SIZE ((gsize) 16384)

#pragma weak LLVMFuzzerCustomMutator

typedef struct
{
  GPtrArray *seeds; /* GByteArray */
  GRand *random;
  int file;      /* which outlives us, as long as the input that runs: */
  guint8 *input; /* MAX_SIZE bytes of it while one is made */
  gsize size;
} Fuzz;

static void
set_length (Fuzz *fuzz, gsize length)
{
  if (ftruncate (fuzz->file, (off_t) length) != 0)
    g_error ("can't keep the input");
}

static gsize
below (Fuzz *fuzz, gsize limit)
{
  return limit > 1 ? g_rand_int (fuzz->random) % limit : 0;
}

/* --- seeds ------------------------------------------------------------------------------------------- */

static void
add_seed (Fuzz *fuzz, const char *path)
{
  g_autofree char *bytes = NULL;
  gsize length;
  GByteArray *seed;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
      const char *name;

      while ((name = g_dir_read_name (folder)) != NULL)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);

          add_seed (fuzz, child);
        }
      return;
    }
  if (!g_file_get_contents (path, &bytes, &length, NULL))
    g_error ("can't read the seed %s", path);
  seed = g_byte_array_new ();
  g_byte_array_append (seed, (const guint8 *) bytes, (guint) MIN (length, MAX_SIZE));
  g_ptr_array_add (fuzz->seeds, seed);
}

/* --- mutations --------------------------------------------------------------------------------------- */

/* Puts `length` bytes in place of `removed` ones at `at`. */
static void
replace (Fuzz *fuzz, gsize at, gsize removed, const void *bytes, gsize length)
{
  removed = MIN (removed, fuzz->size - at);
  length = MIN (length, MAX_SIZE - (fuzz->size - removed));
  memmove (fuzz->input + at + length, fuzz->input + at + removed, fuzz->size - at - removed);
  /* Nothing has no place that could be copied from. */
  if (length > 0)
    memcpy (fuzz->input + at, bytes, length);
  fuzz->size = fuzz->size - removed + length;
}

static void
insert_word (Fuzz *fuzz)
{
  static const char *const words[] = {
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "4611686018427387904",
    "4294967296",
    "-4611686018427387904",
    "999999999999999999",
    "\t",
    "\n",
    "\r\n",
    " ",
    "//",
    " // x",
    "\\n",
    "X",
    "Xm",
    "\xff",
    "\xef\xbb\xbf",
    "C\t1\n",
    "C=\t-5\n",
    "C\t4611686018427387903\n",
    "R\t0\t0\t1\n",
    "E\t0\t0\tF\n",
    "S\t0\t1\tstl\n",
    "W\t0\t1\t0\n",
    "L\t0\t2\tx\n",
    "O3PipeView:",
    "O3PipeView:retire:0:store:0\n",
    ":store:",
    "[sn:1]",
    "[tid:1]",
    "Kanata\t0004\n",
    "7; ",
  };
  const char *word = words[below (fuzz, G_N_ELEMENTS (words))];

  replace (fuzz, below (fuzz, fuzz->size + 1), 0, word, strlen (word));
}

/* The line at or behind a random place, newline and all. */
static void
choose_line (Fuzz *fuzz, gsize *at, gsize *length)
{
  guint8 *eol;

  *at = below (fuzz, fuzz->size);
  while (*at > 0 && fuzz->input[*at - 1] != '\n')
    (*at)--;
  eol = memchr (fuzz->input + *at, '\n', fuzz->size - *at);
  *length = (eol != NULL ? (gsize) (eol - fuzz->input) + 1 : fuzz->size) - *at;
}

static void
move_line (Fuzz *fuzz)
{
  g_autofree guint8 *line = NULL;
  gsize at, length, unused;

  choose_line (fuzz, &at, &length);
  line = g_memdup2 (fuzz->input + at, length);
  if (below (fuzz, 2) == 0)
    replace (fuzz, at, length, "", 0);
  choose_line (fuzz, &at, &unused);
  replace (fuzz, at, 0, line, length);
}

static void
splice (Fuzz *fuzz)
{
  const GByteArray *other = g_ptr_array_index (fuzz->seeds, below (fuzz, fuzz->seeds->len));
  gsize from = below (fuzz, other->len), length = below (fuzz, other->len - from);
  gsize at = below (fuzz, fuzz->size), removed = below (fuzz, length + 1);

  replace (fuzz, at, removed, length > 0 ? other->data + from : NULL, length);
}

static void
mutate_once (Fuzz *fuzz)
{
  gsize at = below (fuzz, fuzz->size);
  guint8 byte = (guint8) below (fuzz, 256);

  switch (below (fuzz, 8))
    {
    case 0:
      if (fuzz->size > 0)
        fuzz->input[at] ^= (guint8) (1u << below (fuzz, 8));
      break;
    case 1:
      if (fuzz->size > 0)
        fuzz->input[at] = byte;
      break;
    case 2:
      replace (fuzz, at, below (fuzz, 20), "", 0);
      break;
    case 3:
      replace (fuzz, at, 0, &byte, 1);
      break;
    case 4:
    case 5:
      insert_word (fuzz);
      break;
    case 6:
      move_line (fuzz);
      break;
    default:
      splice (fuzz);
    }
}

/* The one that runs, for mutators that mix their mutations with ours. */
static Fuzz *running;

gsize
LLVMFuzzerMutate (guint8 *data, gsize size, gsize max_size)
{
  g_assert_true (data == running->input && max_size == MAX_SIZE);
  running->size = size;
  mutate_once (running);
  return running->size;
}

static void
mutate (Fuzz *fuzz)
{
  const GByteArray *seed = g_ptr_array_index (fuzz->seeds, below (fuzz, fuzz->seeds->len));
  gsize n = 1 + below (fuzz, 12);

  set_length (fuzz, MAX_SIZE);
  fuzz->size = 0;
  replace (fuzz, 0, 0, seed->data, seed->len);
  running = fuzz;
  for (gsize i = 0; i < n; i++)
    if (LLVMFuzzerCustomMutator != NULL)
      fuzz->size =
        LLVMFuzzerCustomMutator (fuzz->input, fuzz->size, MAX_SIZE, g_rand_int (fuzz->random));
    else
      mutate_once (fuzz);
}

/* --- running ------------------------------------------------------------------------------------------- */

static guint
get_number (const char *variable, guint normal)
{
  const char *value = g_getenv (variable);

  return value != NULL ? (guint) g_ascii_strtoull (value, NULL, 10) : normal;
}

static void
run (Fuzz *fuzz)
{
  /* A copy of its own size, so that reading beyond the end shows. */
  g_autofree guint8 *copy = g_memdup2 (fuzz->input, fuzz->size);

  set_length (fuzz, fuzz->size);
  LLVMFuzzerTestOneInput (copy, fuzz->size);
}

static void
run_seeds (Fuzz *fuzz)
{
  for (guint i = 0; i < fuzz->seeds->len; i++)
    {
      const GByteArray *seed = g_ptr_array_index (fuzz->seeds, i);

      set_length (fuzz, MAX_SIZE);
      fuzz->size = 0;
      replace (fuzz, 0, 0, seed->data, seed->len);
      run (fuzz);
    }
}

/* Executions a second of the processor are told, so that what else runs on the machine does not count. */
static guint
run_mutations (Fuzz *fuzz)
{
  clock_t begin = clock ();
  double seconds;
  gint64 until = g_get_monotonic_time () + get_number ("FUZZ_SECONDS", 15) * G_USEC_PER_SEC;
  guint n = 0, n_iterations = get_number ("FUZZ_ITERATIONS", 2000);

  for (; n < n_iterations && g_get_monotonic_time () < until; n++)
    {
      mutate (fuzz);
      run (fuzz);
    }
  seconds = (double) (clock () - begin) / CLOCKS_PER_SEC;
  g_print ("# %.0f executions a second\n", n / MAX (seconds, 1e-6));
  return n;
}

static void
map_input (Fuzz *fuzz, const char *name)
{
  g_autofree char *path = g_strconcat (name, ".input", NULL);

  fuzz->file = g_open (path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fuzz->file < 0)
    g_error ("can't write %s", path);
  set_length (fuzz, MAX_SIZE);
  fuzz->input = mmap (NULL, MAX_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fuzz->file, 0);
}

int
main (int argc, char **argv)
{
  Fuzz fuzz = { .seeds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref),
                .random = g_rand_new_with_seed (get_number ("FUZZ_SEED", 1)) };

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  if (argc < 3)
    g_error ("usage: %s NAME SEEDS... | --once FILE", argv[0]);
  map_input (&fuzz, argv[1]);
  for (int i = 2; i < argc; i++)
    add_seed (&fuzz, argv[i]);
  g_print ("1..%d\n", g_str_equal (argv[1], "--once") ? 1 : 2);
  run_seeds (&fuzz);
  g_print ("ok 1 %u seeds\n", fuzz.seeds->len);
  if (!g_str_equal (argv[1], "--once"))
    g_print ("ok 2 %u mutations\n", run_mutations (&fuzz));
  munmap (fuzz.input, MAX_SIZE);
  close (fuzz.file);
  g_ptr_array_unref (fuzz.seeds);
  g_rand_free (fuzz.random);
  return 0;
}
