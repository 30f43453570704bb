/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-daemon.h"
#include "weft-program.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>

#define EXIT_RUNNING 3 /* another daemon serves already */
#define EXIT_USAGE 64
#define IDLE_EXIT 120

typedef struct
{
  char *directory;
  gboolean has_model, print_ledger, version;
  gint64 seed;
  int n_devices, idle_exit, exit_after, history_mib;
  double rate, duration, batch_ms, drift_ppm;
  char *mix, *ticks;
  char **faults;
} Arguments;

static gboolean
parse_faults (char **names, guint *faults)
{
  *faults = 0;
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (names[i], ",", -1);

      for (guint k = 0; parts[k] != NULL; k++)
        {
          guint fault = weft_model_fault_from_string (parts[k]);

          if (fault == 0)
            {
              g_autofree char *known = g_strjoinv (", ", (char **) weft_model_fault_names);

              fprintf (stderr, _ ("weft-profilerd: there is no fault “%s”. There are: %s.\n"),
                       parts[k], known);
              return FALSE;
            }
          *faults |= fault;
        }
    }
  return TRUE;
}

/* FALSE, after a complaint. */
static gboolean
parse_model (const Arguments *arguments, WeftModelOptions *model)
{
  if (!parse_faults (arguments->faults, &model->faults))
    return FALSE;
  if (arguments->mix != NULL && !weft_model_mix_parse (&model->mix, arguments->mix))
    {
      fprintf (stderr, "%s\n",
               _ ("weft-profilerd: --mix takes NAME=WEIGHT,NAME=WEIGHT,…: at most 16 names, 256 "
                  "steps, and weights from 0.01 to 100."));
      return FALSE;
    }
  model->has_ticks = arguments->ticks != NULL;
  if (model->has_ticks
      && !g_ascii_string_to_unsigned (arguments->ticks, 10, 0, G_MAXUINT64, &model->ticks, NULL))
    {
      fprintf (stderr, "%s\n", _ ("weft-profilerd: --ticks takes a number from 0 to 2^64 - 1."));
      return FALSE;
    }
  return TRUE;
}

/* FALSE, after a complaint, where a number is out of range. */
static gboolean
check_numbers (const Arguments *arguments)
{
  if (arguments->n_devices >= 1 && arguments->n_devices <= 64 && arguments->rate >= 1
      && arguments->rate <= 781250 && arguments->duration >= 0 && arguments->exit_after >= 0
      && arguments->idle_exit >= 0 && arguments->history_mib >= 1 && arguments->batch_ms >= 0
      && arguments->batch_ms <= 1000
      && (isnan (arguments->drift_ppm) || fabs (arguments->drift_ppm) <= 1000))
    return TRUE;
  fprintf (stderr, "%s\n",
           _ ("weft-profilerd: a number is out of range: --devices 1 to 64, --rate 1 to 781250, "
              "--batch 0 to 1000, --drift -1000 to 1000, --history 1 or more, others 0 or more."));
  return FALSE;
}

static gboolean
parse_arguments (int *argc, char ***argv, Arguments *arguments)
{
  const GOptionEntry entries[] = {
    { "socket-dir", 0, 0, G_OPTION_ARG_FILENAME, &arguments->directory,
      N_ ("Where the sockets are made"), N_ ("DIRECTORY") },
    { "model", 0, 0, G_OPTION_ARG_NONE, &arguments->has_model,
      N_ ("Run modelled devices, so that there is something to see"), NULL },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &arguments->seed, N_ ("Of the model"), N_ ("NUMBER") },
    { "devices", 0, 0, G_OPTION_ARG_INT, &arguments->n_devices, N_ ("How many are modelled"),
      N_ ("NUMBER") },
    { "rate", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->rate,
      N_ ("Programs per second and modelled device"), N_ ("NUMBER") },
    { "mix", 0, 0, G_OPTION_ARG_STRING, &arguments->mix,
      N_ ("Programs that run one after the other, and how long each takes beside the others"),
      N_ ("NAME=WEIGHT,…") },
    { "drift", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->drift_ppm,
      N_ ("How fast the modelled clocks run against the nominal one"), N_ ("PPM") },
    { "ticks", 0, 0, G_OPTION_ARG_STRING, &arguments->ticks,
      N_ ("What the modelled clocks show at the start"), N_ ("NUMBER") },
    { "duration", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->duration,
      N_ ("End the modelled devices after this time"), N_ ("SECONDS") },
    { "fault", 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments->faults,
      N_ ("What goes wrong in the model; may be repeated"), N_ ("NAME") },
    { "batch", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->batch_ms,
      N_ ("How long the model's records wait for others"), N_ ("MILLISECONDS") },
    { "history", 0, 0, G_OPTION_ARG_INT, &arguments->history_mib,
      N_ ("Memory for records that viewers may still want"), N_ ("MIB") },
    { "exit-after", 0, 0, G_OPTION_ARG_INT, &arguments->exit_after, N_ ("Exit after this time"),
      N_ ("SECONDS") },
    { "idle-exit", 0, 0, G_OPTION_ARG_INT, &arguments->idle_exit,
      N_ ("Exit after so long without a connection; 0: never"), N_ ("SECONDS") },
    { "print-ledger", 0, 0, G_OPTION_ARG_NONE, &arguments->print_ledger,
      N_ ("Write the ledger as JSON at exit"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &arguments->version, N_ ("Say the version"), NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_set_summary (context, _ ("Collects what devices say of their programs, and "
                                            "passes it on to viewers."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      fprintf (stderr, "weft-profilerd: %s\n", error->message);
      return FALSE;
    }
  if (*argc > 1)
    fprintf (stderr, _ ("weft-profilerd: unexpected argument “%s”\n"), (*argv)[1]);
  return *argc == 1;
}

static int
run (const Arguments *arguments)
{
  WeftDaemonOptions options = {
    .directory = arguments->directory,
    .history_bytes = (gsize) arguments->history_mib << 20,
    .exit_after = (guint) arguments->exit_after,
    .has_model = arguments->has_model,
    .model = weft_model_options_default (),
    .duration = arguments->duration,
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *ledger = NULL;

  options.idle_exit = (guint) arguments->idle_exit;
  options.model.seed = (guint64) arguments->seed;
  options.model.n_devices = (guint) arguments->n_devices;
  options.model.rate = arguments->rate;
  options.model.batch_ns = (guint64) (arguments->batch_ms * 1e6);
  options.model.drift_ppm = arguments->drift_ppm;
  if (!parse_model (arguments, &options.model))
    return EXIT_USAGE;
  ledger = weft_daemon_run (&options, &error);
  if (ledger == NULL)
    {
      fprintf (stderr, "weft-profilerd: %s\n", error->message);
      return g_error_matches (error, WEFT_DAEMON_ERROR, WEFT_DAEMON_ERROR_RUNNING) ? EXIT_RUNNING
                                                                                   : 1;
    }
  if (arguments->print_ledger)
    printf ("%s\n", ledger);
  return 0;
}

int
main (int argc, char **argv)
{
  WeftModelOptions model = weft_model_options_default ();
  Arguments arguments = { .seed = (gint64) model.seed,
                          .n_devices = (int) model.n_devices,
                          .rate = model.rate,
                          .batch_ms = (double) model.batch_ns / 1e6,
                          .history_mib = (int) (WEFT_HUB_HISTORY_BYTES >> 20),
                          .idle_exit = -1,
                          .drift_ppm = model.drift_ppm };
  int status = EXIT_USAGE;

  weft_program_begin ();
  if (parse_arguments (&argc, &argv, &arguments))
    {
      /* A model that was asked for is there until it is stopped. */
      if (arguments.idle_exit == -1)
        arguments.idle_exit = arguments.has_model ? 0 : IDLE_EXIT;
      if (arguments.version)
        status = printf ("weft-profilerd %s\n", WEFT_VERSION) < 0;
      else if (check_numbers (&arguments))
        status = run (&arguments);
    }
  g_free (arguments.directory);
  g_free (arguments.mix);
  g_free (arguments.ticks);
  g_strfreev (arguments.faults);
  return status;
}
