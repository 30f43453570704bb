/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-command.h"
#include "weft-query.h"

G_BEGIN_DECLS

/* Asks files in SQL, for the commands that do. */

/* The parts of the command line. */
typedef struct
{
  char **files; /* NULL-terminated */
  char *sql;
  char *sql_path; /* --file; nullable */
  double timeout; /* seconds; 0: none */
  char *elf;      /* --elf; nullable, as what follows */
  char *arch;     /* --arch */
  char *topology; /* --topology */
  char **offsets; /* --offset, each DEVICE=CYCLES; nullable */
} WeftCliAsk;

#define WEFT_CLI_ASK_OPTIONS(ask) \
  { "file",     0, 0, G_OPTION_ARG_FILENAME, &(ask).sql_path, N_ ("Read the query from a file"), \
    N_ ("FILE") }, \
    { "timeout", \
      0, \
      0, \
      G_OPTION_ARG_DOUBLE, \
      &(ask).timeout, \
      N_ ("Stop the query after this time"), \
      N_ ("SECONDS") }, \
    { "elf",      0, \
      0,          G_OPTION_ARG_FILENAME, \
      &(ask).elf, N_ ("Pipelines: the program that ran, for functions and source lines"), \
      N_ ("FILE") }, \
    { "arch",      0, \
      0,           G_OPTION_ARG_STRING, \
      &(ask).arch, N_ ("NoC traces: the chip: wormhole_b0, blackhole, torus, mesh"), \
      N_ ("NAME") }, \
    { "topology", \
      0, \
      0, \
      G_OPTION_ARG_FILENAME, \
      &(ask).topology, \
      N_ ("NoC traces: a file that describes the chip"), \
      N_ ("FILE") }, \
  { \
    "offset", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(ask).offsets, \
      N_ ("NoC traces: puts the clock of a device so many cycles later (can be given again)"), \
      N_ ("DEVICE=CYCLES") \
  }

/* Takes the rows, on a worker; `data` is the command's. */
typedef struct
{
  void (*begin) (const char *const *names, guint n_columns, gpointer data);
  void (*add) (const WeftCell *cells, gpointer data);
  void (*end) (gpointer data); /* also after an error */
} WeftCliAnswer;

/* Takes the files and the query from what is left of the line, which it takes. FALSE after a complaint. */
gboolean weft_cli_ask_take (WeftCliAsk *self, char **rest);
void weft_cli_ask_clear (WeftCliAsk *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliAsk, weft_cli_ask_clear)

/* Loads the files and asks them; Ctrl+C stops the query, as its time does. Returns a WeftCliStatus. */
int weft_cli_ask (const WeftCliAsk *self, const WeftCliAnswer *answer, gpointer data);

/* Anything else that is done with the files on a worker: FALSE with an error. */
typedef gboolean (*WeftCliWork) (WeftQuery *query, GCancellable *cancellable, gpointer data,
                                 GError **error);

/* The same, for other work; `is_done` says whether it came to its end, of as much as could be read of the
 * files. */
int weft_cli_ask_work (const WeftCliAsk *self, WeftCliWork work, gpointer data, gboolean *is_done);

G_END_DECLS
