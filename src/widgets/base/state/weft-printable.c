/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-printable.h"

#include "weft-runner.h"

G_DEFINE_INTERFACE (WeftPrintable, weft_printable, G_TYPE_OBJECT)

static WeftStyle *
get_own_style (WeftPrintable *self)
{
  return weft_view_state_get_style (WEFT_VIEW_STATE (self));
}

static void
weft_printable_default_init (WeftPrintableInterface *iface)
{
  iface->get_style = get_own_style;
}

WeftPrint
weft_printable_copy (WeftPrintable *self, gboolean whole)
{
  return WEFT_PRINTABLE_GET_IFACE (self)->copy (self, whole);
}

WeftStyle *
weft_printable_get_style (WeftPrintable *self)
{
  return WEFT_PRINTABLE_GET_IFACE (self)->get_style (self);
}

typedef struct
{
  WeftPrint print;
  WeftPrintOptions options;
  WeftStyleOptions style; /* with texts of its own */
} Job;

static void
clear_job (gpointer question)
{
  Job *job = question;

  job->print.free_data (job->print.data);
  g_free ((char *) job->style.ui_family);
  g_free ((char *) job->style.mono_family);
}

static void
clear_part (gpointer data)
{
  weft_paint_list_free (((WeftPicturePart *) data)->list);
}

/* (transfer full) */
static GArray *
paint (const WeftPrint *print, WeftStyle *style, int width, int height)
{
  GArray *parts = g_array_new (FALSE, TRUE, sizeof (WeftPicturePart));
  WeftPicturePart whole = { NULL, 0, 0 };

  g_array_set_clear_func (parts, clear_part);
  if (print->paint_parts != NULL)
    {
      print->paint_parts (print->data, style, width, height, parts);
      return parts;
    }
  whole.list = weft_paint_list_new ();
  print->paint (print->data, style, width, height, NULL, whole.list);
  g_array_append_val (parts, whole);
  return parts;
}

/* With a style, and so with fonts, of its own: pango's are for one thread. */
static gpointer
encode (gconstpointer question, GCancellable *cancellable G_GNUC_UNUSED, GError **error)
{
  const Job *job = question;
  const WeftPrintOptions *options = &job->options;
  double in_pixels = job->style.device_scale;
  int width = CLAMP ((int) (options->width * in_pixels + 0.5), 1, WEFT_PRINT_MAX_SIZE);
  int height = CLAMP ((int) (options->height * in_pixels + 0.5), 1, WEFT_PRINT_MAX_SIZE);
  WeftStyle *style = weft_style_new (&job->style, NULL);
  g_autoptr (GArray) parts = paint (&job->print, style, width, height);
  GBytes *bytes;

  bytes = weft_picture_encode (
    (const WeftPicturePart *) (gpointer) parts->data, parts->len, style->atlas, width, height,
    options->format == WEFT_PICTURE_PNG ? 1 : options->scale, options->format, error);
  weft_style_unref (style);
  return bytes;
}

static const WeftDerivation encoding = {
  .name = "WeftPrintEncoding",
  .question_size = sizeof (Job),
  .clear_question = clear_job,
  .derive = encode,
  .free_value = (GDestroyNotify) g_bytes_unref,
};

void
weft_printable_encode_async (WeftPrintable *self, const WeftPrintOptions *options,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  Job job;

  g_return_if_fail (WEFT_IS_PRINTABLE (self));

  job.print = weft_printable_copy (self, options->whole);
  job.options = *options;
  job.style = weft_printable_get_style (self)->options;
  job.style.ui_family = g_strdup (job.style.ui_family);
  job.style.mono_family = g_strdup (job.style.mono_family);
  job.style.theme = options->theme;
  /* Lines and shapes are made larger by who draws them, pixels by there being more of them. */
  job.style.device_scale = options->format == WEFT_PICTURE_PNG ? options->scale : 1;
  weft_runner_derive_async (&encoding, &job, self, cancellable, callback, user_data);
}

GBytes *
weft_printable_encode_finish (WeftPrintable *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return weft_runner_derive_finish (result, error);
}
