/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-options.h"
#include "weft-cli-run.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_WIDTH 1280
#define DEFAULT_HEIGHT 800
#define MAX_SIZE 16384
#define MAX_SCALE 8

static const char *const theme_words[] = { "light", "dark", "light-contrast", "dark-contrast",
                                           NULL };

static gboolean
check_output (WeftCliRequest *request)
{
  if (request->output == NULL)
    {
      weft_cli_complain (_ ("Say with -o where the picture goes: a file that ends in .png, .svg or "
                            ".pdf."));
      return FALSE;
    }
  if (weft_picture_format_from_name (request->output, &request->picture))
    return TRUE;
  weft_cli_complain (_ ("-o needs a name that ends in .png, .svg or .pdf, not “%s”."),
                     request->output);
  return FALSE;
}

static gboolean
check_scale (const WeftCliRequest *request)
{
  if (request->scale >= 0.25 && request->scale <= MAX_SCALE
      && request->width * request->scale <= MAX_SIZE
      && request->height * request->scale <= MAX_SIZE)
    return TRUE;
  weft_cli_complain (
    _ ("--scale needs a number from 0.25 to %d, and the picture must not be larger "
       "than %d × %d pixels."),
    MAX_SCALE, MAX_SIZE, MAX_SIZE);
  return FALSE;
}

static gboolean
check_request (WeftCliRequest *request, const char *size, const char *range, const char *theme)
{
  return weft_cli_check_word (WEFT_CLI_VIEWS, request->view_word) && check_output (request)
         && weft_cli_parse_size ("--size", size, MAX_SIZE, &request->width, &request->height)
         && check_scale (request) && weft_cli_parse_range ("--range", range, &request->range)
         && weft_cli_parse_word ("--theme", theme, theme_words, &request->theme);
}

gboolean
weft_cli_render_parse (char **arguments, WeftCliRequest *request)
{
  g_autofree char *size = NULL, *range = NULL, *theme = NULL;
  g_autofree char *view_list = weft_cli_family_join_words (WEFT_CLI_VIEWS);
  g_autofree char *view_help = g_strdup_printf (_ ("What to draw: %s"), view_list);
  const GOptionEntry entries[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &request->view_word, view_help, N_ ("VIEW") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &request->output,
      N_ ("Where to: the name's end, .png, .svg or .pdf, says which format"), N_ ("OUT") },
    { "size", 0, 0, G_OPTION_ARG_STRING, &size, N_ ("Pixels (1280x800)"), N_ ("WxH") },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &request->scale,
      N_ ("Everything so many times as large, the picture included (1)"), N_ ("FACTOR") },
    { "range", 0, 0, G_OPTION_ARG_STRING, &range,
      N_ ("The time from A up to but not including B (all), and what happens in it"), N_ ("A:B") },
    { "theme", 0, 0, G_OPTION_ARG_STRING, &theme,
      N_ ("light, dark, light-contrast or dark-contrast"), N_ ("THEME") },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &request->filter, N_ ("Only what EXPR holds for"),
      N_ ("EXPR") },
    G_OPTION_ENTRY_NULL
  };

  *request = (WeftCliRequest){ .width = DEFAULT_WIDTH, .height = DEFAULT_HEIGHT, .scale = 1 };
  request->path = weft_cli_parse_file (&weft_cli_render, WEFT_CLI_RENDER, arguments, entries, NULL);
  request->has_range = range != NULL;
  return request->path != NULL && check_request (request, size, range, theme);
}

static int
run_render (char **arguments)
{
  g_auto (WeftCliRequest) request = { 0 };

  if (!weft_cli_render_parse (arguments, &request))
    return WEFT_CLI_USAGE;
  return weft_cli_run_on_file (WEFT_CLI_RENDER, &request);
}

const WeftCliCommand weft_cli_render = { "render",
                                         N_ ("Draw a view of a trace into a PNG, SVG or PDF file"),
                                         run_render };
