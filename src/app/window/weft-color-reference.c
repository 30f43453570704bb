/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-color-reference.h"

#include <glib/gi18n-lib.h>

#include "weft-desktop-style.h"
#include "weft-list-area.h"

/* Logical pixels of a sample. */
#define SAMPLE_WIDTH 96
#define SAMPLE_HEIGHT 18

/* Hues of the sequence before it gets lighter. */
#define N_SHOWN 8

typedef enum
{
  PLAIN,
  SEQUENCE, /* the hues of categories, in their order */
  HATCHED,  /* the second colour as a hatch over the first */
  RAMP,
  DIFFERENCES,
} Kind;

typedef struct
{
  Kind kind;
  WeftColorRole role, hatch;
  const char *title;
} Entry;

static const Entry entries[] = {
  { SEQUENCE, 0, 0,
    N_ ("Stages, ops and programs, in the order in which they first occur; then "
        "lighter, then darker") },
  { RAMP, 0, 0, N_ ("Amounts, from little to much") },
  { DIFFERENCES, 0, 0, N_ ("Differences: less, the same, more") },
  { PLAIN, WEFT_COLOR_DMA, 0, N_ ("DMA") },
  { PLAIN, WEFT_COLOR_TE, 0, N_ ("Tensor engine (TE)") },
  { PLAIN, WEFT_COLOR_VE, 0, N_ ("Vector engine (VE)") },
  { PLAIN, WEFT_COLOR_HOST, 0, N_ ("Host, control, other") },
  { PLAIN, WEFT_COLOR_READ, 0, N_ ("Read") },
  { PLAIN, WEFT_COLOR_WRITE, 0, N_ ("Write") },
  { PLAIN, WEFT_COLOR_MULTICAST, 0, N_ ("Multicast") },
  { HATCHED, WEFT_COLOR_HOST, WEFT_COLOR_WAIT_HATCH, N_ ("Waits or is stalled") },
  { HATCHED, WEFT_COLOR_FLUSH_VEIL, WEFT_COLOR_FLUSH_HATCH, N_ ("Flushed") },
  { HATCHED, WEFT_COLOR_UNKNOWN, WEFT_COLOR_UNKNOWN_HATCH, N_ ("Lost or not known") },
  { PLAIN, WEFT_COLOR_IDLE, 0, N_ ("Idle, known to do nothing") },
  { PLAIN, WEFT_COLOR_ERROR, 0, N_ ("Errors") },
};

/* A sample of one of them, in a style that is its own. */
typedef struct
{
  const Entry *entry;
  WeftStyle *style;
} Sample;

static void
sample_free (gpointer data)
{
  Sample *sample = data;

  weft_style_unref (sample->style);
  g_free (sample);
}

/* --- painting --------------------------------------------------------------------------------- */

static WeftColor
get_step (const Sample *sample, int step, int n_steps)
{
  switch (sample->entry->kind)
    {
    case SEQUENCE:
      return weft_style_category (sample->style, (unsigned) step);
    case RAMP:
      return weft_style_heat (sample->style, (step + 0.5) / n_steps);
    case DIFFERENCES:
      return weft_style_diverging (sample->style, 2 * (step + 0.5) / n_steps - 1);
    default:
      return weft_style_color (sample->style, sample->entry->role);
    }
}

static WeftStyle *
paint (WeftPaintList *list, int width, int height, gpointer data)
{
  const Sample *sample = data;
  Kind kind = sample->entry->kind;
  int n_steps = kind == SEQUENCE ? N_SHOWN : kind == RAMP || kind == DIFFERENCES ? 24 : 1;

  for (int i = 0; i < n_steps; i++)
    weft_paint_list_fill (list, width * i / n_steps, 0,
                          width * (i + 1) / n_steps - width * i / n_steps, height,
                          get_step (sample, i, n_steps));
  if (kind == HATCHED)
    weft_paint_list_hatch (list, 0, 0, width, height, WEFT_HATCH_UP,
                           weft_style_px (sample->style, 6),
                           weft_style_color (sample->style, sample->entry->hatch));
  return sample->style;
}

static int
measure (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return SAMPLE_HEIGHT;
}

/* --- rows ------------------------------------------------------------------------------------- */

static void
restyle (GtkWidget *area)
{
  Sample *sample = g_object_get_data (G_OBJECT (area), "sample");
  WeftStyle *style =
    weft_desktop_style_create (weft_desktop_style_get_default (), area, sample->style);

  weft_style_unref (sample->style);
  sample->style = style;
  weft_list_area_invalidate (WEFT_LIST_AREA (area));
}

static GtkWidget *
create_sample (const Entry *entry, GtkWidget *group)
{
  Sample *sample = g_new0 (Sample, 1);
  GtkWidget *area = weft_list_area_new (paint, measure, sample);

  sample->entry = entry;
  sample->style = weft_desktop_style_create (weft_desktop_style_get_default (), group, NULL);
  g_object_set_data_full (G_OBJECT (area), "sample", sample, sample_free);
  gtk_widget_set_size_request (area, SAMPLE_WIDTH, SAMPLE_HEIGHT);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (entry->title), -1);
  weft_desktop_style_follow (weft_desktop_style_get_default (), area, G_CALLBACK (restyle));
  return area;
}

void
weft_color_reference_fill (AdwPreferencesGroup *group)
{
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "title", _ (entries[i].title), NULL);

      adw_action_row_add_prefix (ADW_ACTION_ROW (row),
                                 create_sample (&entries[i], GTK_WIDGET (group)));
      adw_preferences_group_add (group, row);
    }
}
