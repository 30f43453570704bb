/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-command.h"
#include "weft-cycle-range.h"
#include "weft-picture.h"
#include "weft-report.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* The kinds of traces that weft-cli knows. A command parses its line, loads FILE, and has the
 * trace's family do the rest. */

/* Tasks with a trace: the commands but `check`, which needs no family. */
typedef enum
{
  WEFT_CLI_INFO,
  WEFT_CLI_DUMP,
  WEFT_CLI_STATS,
  WEFT_CLI_RENDER,
  WEFT_CLI_EXPORT,
  WEFT_CLI_COMPARE,
  WEFT_CLI_WHY,
  WEFT_CLI_N_TASKS
} WeftCliTask;

/* Options whose words are the families'. */
typedef enum
{
  WEFT_CLI_VIEWS,   /* --view */
  WEFT_CLI_KEYS,    /* --by */
  WEFT_CLI_FORMATS, /* --format */
  WEFT_CLI_N_WORDS
} WeftCliWords;

/* The options that all families share, as far as the task has them, parsed. */
typedef struct
{
  const char *path;
  gboolean partial; /* not all of its input was read */
  WeftReportFormat report_format;
  WeftReport *report; /* info, stats, why and compare: where it is said what there is to say */
  char *filter;       /* (nullable) an expression of the family's language, not yet parsed */
  gboolean has_range;
  WeftCycleRange range; /* in the trace's own absolute units; all where there is none */
  guint top;            /* how long lists may be; 0: as long as the family finds right */
  const char *key_word; /* (nullable) --by, */
  guint key;            /* its place among the family's keys */
  double tolerance;     /* percent */
  const char *op;       /* --op: an id as the log writes it, a number or a word */
  WeftTrace *other;     /* compare: the second trace, of the same family, */
  const char *other_path;

  const char *view_word;   /* (nullable) --view, */
  guint view;              /* its place among the family's views; the first without */
  const char *format_word; /* (nullable) --format, */
  guint format;            /* its place among the family's formats */
  char *output;            /* -o */
  FILE *stream; /* (nullable) what is exported or rendered is written there, not to `output` */
  WeftPictureFormat picture;
  int width; /* pixels before `scale` */
  int height;
  double scale;
  guint theme; /* a WeftTheme */
} WeftCliRequest;

/* Does a task; for WEFT_CLI_INFO it adds to what the command prints. Returns a WeftCliStatus, which need not tell of input
 * that was not read whole. Where g_cancellable_get_current() is cancelled it ends soon, and what it wrote and returns says
 * nothing. */
typedef int (*WeftCliRun) (WeftTrace *trace, const WeftCliRequest *request);

typedef struct
{
  const char *name;         /* the JSON member "kind": "pipeline" */
  GType (*get_type) (void); /* of its traces */

  /* NULL-terminated; each (nullable), and views are the painter's. */
  const char *const *words[WEFT_CLI_N_WORDS];

  /* (nullable) Where traces are had from an address instead of a file: whether `path` is one, and
   * what is to be had there in so many seconds (0: as the command line says): (transfer full), NULL
   * with an error. */
  gboolean (*is_address) (const char *path);
  WeftTrace *(*collect) (const char *path, double seconds, GCancellable *cancellable,
                         GError **error);

  /* (nullable) What "check" says besides the reader's diagnostics. */
  void (*check) (WeftTrace *trace, WeftDiagnosticSink sink, gpointer data);

  /* (nullable) Compares each of several runs with the first. `files` end with NULL, and a folder
   * stands for what lies in it. A WeftCliStatus. */
  int (*compare_runs) (char **files, const WeftCliRequest *request);

  /* (nullable) More options. Their variables begin as zero or NULL, and no two families give the
   * same option different meanings. */
  const GOptionEntry *options[WEFT_CLI_N_TASKS];

  /* (nullable) Does it, but for WEFT_CLI_RENDER. */
  WeftCliRun run[WEFT_CLI_N_TASKS];
} WeftCliFamily;

/* The format that every trace has, and no family has among its words: a database of all tables. */
#define WEFT_CLI_SQLITE "sqlite"

extern const WeftCliFamily *const weft_cli_families[]; /* weft-cli-families.c; ends with NULL */

/* Draws the traces of a family. It stands apart from the rest of the family: the program that does not draw need not
 * load the libraries that draw. */
typedef struct
{
  const WeftCliFamily *family;
  const char *const *views;
  const char *const *
    titles; /* by view: what a page has above it, not yet translated; (nullable): it leaves it out */
  const GOptionEntry *options;
  WeftCliRun render;
} WeftCliPainter;

/* weft-cli-painters.c, and empty in the program that does not draw; ends with NULL. */
extern const WeftCliPainter *const weft_cli_painters[];

/* As a family says by itself, or its painter: words may be none, options are (nullable), and so is what does a task that
 * is not for its traces. */
const char *const *weft_cli_family_get_words (const WeftCliFamily *self, WeftCliWords which);
const char *const *weft_cli_family_get_titles (const WeftCliFamily *self);
const GOptionEntry *weft_cli_family_get_options (const WeftCliFamily *self, WeftCliTask task);
WeftCliRun weft_cli_family_get_run (const WeftCliFamily *self, WeftCliTask task);

/* The words that a trace of the family may have on the command line: (transfer full). Its own come first. */
char **weft_cli_family_list_own_words (const WeftCliFamily *self, WeftCliWords which);

/* Every word that some trace may have, without repetition: (transfer full). */
char **weft_cli_family_list_words (WeftCliWords which);

/* The same, as text: (transfer full). */
char *weft_cli_family_join_words (WeftCliWords which);

/* The family of a trace. */
const WeftCliFamily *weft_cli_family_of (WeftTrace *trace);

/* The family that has traces from that address: (nullable), NULL where it is none. */
const WeftCliFamily *weft_cli_family_of_address (const char *path);

/* The family that compares several runs. */
const WeftCliFamily *weft_cli_family_of_runs (void);

/* Adds the options that families have for the task. */
void weft_cli_family_add_options (GOptionContext *context, WeftCliTask task);

/* Makes all of them as if they had not been given. */
void weft_cli_family_clear_options (WeftCliTask task);

/* An option that was given and is another family's: (nullable). */
const char *weft_cli_family_find_foreign_option (const WeftCliFamily *self, WeftCliTask task);

G_END_DECLS
