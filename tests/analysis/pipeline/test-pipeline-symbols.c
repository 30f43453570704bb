/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-function-stats.h"
#include "weft-pipeline-symbols-wire.h"
#include "weft-pipeline-symbols.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <link.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the linker put the first byte of this program, whatever it is loaded at. */
extern const char __executable_start[];

/* A function that this program has, and whose lines are known. */
static G_GNUC_NO_INLINE guint
landmark (guint value)
{
  return value * 2654435761u;
}

/* A symbol of one byte, with more behind it that is nobody's. */
extern const char weft_test_short[];
__asm__(".text\n"
        ".globl weft_test_short\n"
        ".type weft_test_short, %object\n"
        "weft_test_short: .byte 0\n"
        ".size weft_test_short, 1\n"
        ".byte 0, 0, 0\n"
        ".balign 16\n");

static guint64
get_address_of (gconstpointer code)
{
  return (guint64) ((guintptr) code - (guintptr) __executable_start);
}

static guint64
get_address (void)
{
  return get_address_of (landmark);
}

static WeftPipelineSymbols *
read_self (void)
{
  g_autoptr (GError) error = NULL;
  WeftPipelineSymbols *symbols = weft_pipeline_symbols_new ("/proc/self/exe", &error);

  g_assert_no_error (error);
  return symbols;
}

static void
test_find (void)
{
  g_autoptr (WeftPipelineSymbols) symbols = read_self ();
  g_autofree char *source = NULL;
  WeftSymbol symbol;

  g_assert_cmpuint (landmark (1), ==, 2654435761u);
  g_assert_true (weft_pipeline_symbols_find (symbols, get_address (), &symbol));
  g_assert_cmpstr (symbol.function, ==, "landmark");
  g_assert_cmpuint (symbol.offset, ==, 0);
  g_assert_true (weft_pipeline_symbols_find (symbols, get_address () + 1, &symbol));
  g_assert_cmpuint (symbol.offset, ==, 1);
  if (symbol.file == NULL)
    {
      g_test_skip ("libdw finds lines by .debug_aranges, which not every compiler writes");
      return;
    }
  source = weft_symbol_format_source (&symbol);
  g_assert_true (g_str_has_prefix (source, "test-pipeline-symbols.c:"));
  g_assert_cmpint (symbol.line, >, 10);
}

/* Code behind the end of a symbol is not in it. */
static void
test_behind (void)
{
  g_autoptr (WeftPipelineSymbols) symbols = read_self ();
  const guint64 address = get_address_of (weft_test_short);
  WeftSymbol symbol;

  g_assert_true (weft_pipeline_symbols_find (symbols, address, &symbol));
  g_assert_cmpstr (symbol.function, ==, "weft_test_short");
  weft_pipeline_symbols_find (symbols, address + 2, &symbol);
  g_assert_cmpstr (symbol.function, !=, "weft_test_short");
}

static void
test_nowhere (void)
{
  g_autoptr (WeftPipelineSymbols) symbols = read_self ();
  g_autofree char *source = NULL;
  WeftSymbol symbol;

  g_assert_false (weft_pipeline_symbols_find (symbols, G_MAXUINT64 - 1, &symbol));
  g_assert_null (symbol.function);
  source = weft_symbol_format_source (&symbol);
  g_assert_cmpstr (source, ==, "—");
}

static void
test_unusable (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-no-elf", NULL);
  g_autoptr (GError) missing = NULL, format = NULL;

  g_assert_null (weft_pipeline_symbols_new ("/nowhere/to/be/found", &missing));
  g_assert_error (missing, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_true (g_file_set_contents (path, "Kanata\t0004\n", -1, NULL));
  g_assert_null (weft_pipeline_symbols_new (path, &format));
  g_assert_error (format, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_FORMAT);
  g_assert_nonnull (strstr (format->message, "weft-no-elf"));
  g_unlink (path);
}

/* A program that was stripped of all names: a header and what is to be loaded. */
static void
test_empty (void)
{
  const struct
  {
    ElfW (Ehdr) header;
    ElfW (Phdr) segment;
  } program = {
    .header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
                             sizeof (gpointer) == 8 ? ELFCLASS64 : ELFCLASS32,
                             G_BYTE_ORDER == G_LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB,
                             EV_CURRENT },
                .e_type = ET_EXEC,
                .e_machine = EM_RISCV,
                .e_version = EV_CURRENT,
                .e_phoff = sizeof program.header,
                .e_ehsize = sizeof program.header,
                .e_phentsize = sizeof program.segment,
                .e_phnum = 1 },
    .segment = { .p_type = PT_LOAD,
                 .p_flags = PF_R | PF_X,
                 .p_vaddr = 0x10000,
                 .p_paddr = 0x10000,
                 .p_filesz = sizeof program,
                 .p_memsz = sizeof program,
                 .p_align = 0x1000 },
  };
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-no-names", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, (const char *) &program, sizeof program, NULL));
  g_assert_null (weft_pipeline_symbols_new (path, &error));
  g_assert_error (error, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_EMPTY);
  g_unlink (path);
}

/* --- rights -------------------------------------------------------------------------------------- */

/* Runs the reader of symbols on this program, with the other end of its socket. */
static GPid
spawn_reader (int *end)
{
  g_autofree char *program =
    g_build_filename (g_getenv ("WEFT_LIBEXECDIR"), WEFT_SYMBOLS_PROGRAM, NULL);
  const char *const line[] = { program, NULL };
  int file = g_open ("/proc/self/exe", O_RDONLY | O_CLOEXEC, 0), ends[2];
  g_autoptr (GError) error = NULL;
  GPid reader;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), ==, 0);
  g_spawn_async_with_pipes_and_fds (NULL, line, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, file,
                                    ends[1], -1, NULL, NULL, 0, &reader, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  close (file);
  close (ends[1]);
  *end = ends[0];
  return reader;
}

/* By the time that it has read the file, it can gain no rights, and leave nothing on the disk. */
static void
test_rights (void)
{
  g_autofree char *path = NULL, *told = NULL, *limits_path = NULL, *limits = NULL;
  guint32 status;
  int end;
  GPid reader = spawn_reader (&end);

  g_assert_cmpint (recv (end, &status, sizeof status, 0), ==, sizeof status);
  g_assert_cmpuint (status, ==, WEFT_ELF_READ);
  path = g_strdup_printf ("/proc/%d/status", (int) reader);
  g_assert_true (g_file_get_contents (path, &told, NULL, NULL));
  g_assert_nonnull (strstr (told, "\nNoNewPrivs:\t1\n"));
  limits_path = g_strdup_printf ("/proc/%d/limits", (int) reader);
  g_assert_true (g_file_get_contents (limits_path, &limits, NULL, NULL));
  g_assert_true (g_regex_match_simple ("\nMax core file size +0 +0 ", limits, 0, 0));
  /* But for what it counts of itself, under tests/coverage. */
  if (g_getenv ("GCOV_PREFIX") == NULL)
    g_assert_true (g_regex_match_simple ("\nMax file size +0 +0 ", limits, 0, 0));
  g_assert_true (g_regex_match_simple ("\nMax open files +16 +16 ", limits, 0, 0));
  close (end);
  g_assert_cmpint (waitpid (reader, NULL, 0), ==, reader);
  g_spawn_close_pid (reader);
}

/* --- a program that does harm ---------------------------------------------------------------------- */

/* This program itself is taken for weft-symbols; WEFT_TEST_HARM says what it does. */
static int
do_harm (const char *how)
{
  char message[sizeof (WeftSymbolsAnswer) + 4] = { 0 };
  WeftSymbolsAnswer *answer = (WeftSymbolsAnswer *) message;
  guint32 status = g_str_equal (how, "unknown status") ? 99 : WEFT_ELF_READ;
  guint64 address;

  if (g_str_equal (how, "ends at once"))
    return 0;
  if (send (WEFT_SYMBOLS_SOCKET, &status, sizeof status, MSG_NOSIGNAL) < 0)
    return 1;
  while (recv (WEFT_SYMBOLS_SOCKET, &address, sizeof address, 0) == sizeof address)
    {
      *answer = (WeftSymbolsAnswer){ .address = address, .function = 4 };
      if (g_str_equal (how, "ends when asked"))
        return 0;
      if (g_str_equal (how, "other address"))
        answer->address++;
      if (g_str_equal (how, "longer than it is"))
        answer->function = 5;
      if (g_str_equal (how, "endless"))
        answer->function = G_MAXUINT32 - 3;
      if (send (WEFT_SYMBOLS_SOCKET, message, sizeof message, MSG_NOSIGNAL) < 0)
        return 1;
    }
  return 0;
}

static void
begin_harm (const char *how, char **folder)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *link = NULL;

  *folder = g_dir_make_tmp ("weft-symbols-XXXXXX", NULL);
  link = g_build_filename (*folder, WEFT_SYMBOLS_PROGRAM, NULL);
  g_assert_cmpint (symlink (self, link), ==, 0);
  g_setenv ("WEFT_LIBEXECDIR", *folder, TRUE);
  g_setenv ("WEFT_TEST_HARM", how, TRUE);
}

static void
end_harm (const char *folder, const char *before)
{
  g_autofree char *link = g_build_filename (folder, WEFT_SYMBOLS_PROGRAM, NULL);

  g_unlink (link);
  g_rmdir (folder);
  g_unsetenv ("WEFT_TEST_HARM");
  if (before != NULL)
    g_setenv ("WEFT_LIBEXECDIR", before, TRUE);
  else
    g_unsetenv ("WEFT_LIBEXECDIR");
}

static void
test_harm_at_start (void)
{
  static const char *const ways[] = { "ends at once", "unknown status" };
  g_autofree char *before = g_strdup (g_getenv ("WEFT_LIBEXECDIR"));

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *folder = NULL;
      g_autoptr (GError) error = NULL;

      begin_harm (ways[i], &folder);
      g_assert_null (weft_pipeline_symbols_new ("/proc/self/exe", &error));
      g_assert_error (error, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_STOPPED);
      end_harm (folder, before);
    }
}

/* Nothing is known of addresses that it was asked for, and that it failed is known. */
static void
test_harm_when_asked (void)
{
  static const char *const ways[] = { "ends when asked", "other address", "longer than it is",
                                      "endless" };
  g_autofree char *before = g_strdup (g_getenv ("WEFT_LIBEXECDIR"));

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *folder = NULL;
      g_autoptr (WeftPipelineSymbols) symbols = NULL;

      begin_harm (ways[i], &folder);
      symbols = read_self ();
      g_assert_false (weft_pipeline_symbols_have_failed (symbols));
      for (guint64 address = 0; address < 10; address++)
        {
          WeftSymbol symbol;

          g_assert_false (weft_pipeline_symbols_find (symbols, address, &symbol));
        }
      g_assert_true (weft_pipeline_symbols_have_failed (symbols));
      end_harm (folder, before);
    }
}

static void
add_pc (GArray *pcs, gboolean has_pc, guint64 pc, guint32 n_ops, guint64 stall_cycles)
{
  WeftPipelinePcStats stats = { .has_pc = has_pc,
                                .pc = pc,
                                .n_ops = n_ops,
                                .latency_total = 10 * n_ops,
                                .latency_max = pc % 100,
                                .slowest_op = n_ops,
                                .stall_cycles = stall_cycles };

  g_array_append_val (pcs, stats);
}

/* The sums over a function's PCs; what is of no function is summed up too. */
static void
test_functions (void)
{
  g_autoptr (WeftPipelineSymbols) symbols = read_self ();
  g_autoptr (GArray) pcs = g_array_new (FALSE, FALSE, sizeof (WeftPipelinePcStats)),
                     functions = NULL;
  const WeftPipelinePcStats *stats;

  add_pc (pcs, TRUE, get_address (), 3, 50);
  add_pc (pcs, FALSE, 0, 7, 5);
  add_pc (pcs, TRUE, get_address () + 1, 4, 60);
  add_pc (pcs, TRUE, G_MAXUINT64 - 1, 1, 1);
  functions = weft_pipeline_function_stats_new (pcs, symbols);
  g_assert_cmpuint (functions->len, ==, 2);
  stats = &g_array_index (functions, WeftPipelinePcStats, 0);
  g_assert_cmpstr (stats->function, ==, "landmark");
  g_assert_cmpuint (stats->n_pcs, ==, 2);
  g_assert_cmpuint (stats->n_ops, ==, 7);
  g_assert_cmpuint (stats->stall_cycles, ==, 110);
  g_assert_cmpuint (stats->latency_total, ==, 70);
  stats = &g_array_index (functions, WeftPipelinePcStats, 1);
  g_assert_null (stats->function);
  g_assert_cmpuint (stats->n_ops, ==, 8);
}

int
main (int argc, char **argv)
{
  if (g_getenv ("WEFT_TEST_HARM") != NULL)
    return do_harm (g_getenv ("WEFT_TEST_HARM"));
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbols/find", test_find);
  g_test_add_func ("/symbols/nowhere", test_nowhere);
  g_test_add_func ("/symbols/behind", test_behind);
  g_test_add_func ("/symbols/unusable", test_unusable);
  g_test_add_func ("/symbols/empty", test_empty);
  g_test_add_func ("/symbols/rights", test_rights);
  g_test_add_func ("/symbols/harm/at-start", test_harm_at_start);
  g_test_add_func ("/symbols/harm/when-asked", test_harm_when_asked);
  g_test_add_func ("/symbols/functions", test_functions);
  return g_test_run ();
}
