/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-picture.h"

#include "weft-file-replace.h"
#include "weft-paint-cairo.h"
#include "weft-paint-pixels.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#define POINTS_PER_PIXEL 0.75

gboolean
weft_picture_format_from_name (const char *name, WeftPictureFormat *format)
{
  static const char *const ends[] = { ".png", ".svg", ".pdf" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (lower, ends[i]))
      {
        *format = (WeftPictureFormat) i;
        return TRUE;
      }
  return FALSE;
}

/* Pictures are packed piece by piece, and what is cancelled goes no further. */
static cairo_status_t
append_bytes (void *bytes, const unsigned char *data, unsigned int length)
{
  if (g_cancellable_is_cancelled (g_cancellable_get_current ()))
    return CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
draw_pixels (const WeftPicturePart *parts, guint n_parts, WeftGlyphAtlas *atlas, int width,
             int height, GByteArray *bytes)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_status_t status = cairo_surface_status (surface);

  if (status == CAIRO_STATUS_SUCCESS)
    {
      for (guint i = 0; i < n_parts; i++)
        weft_paint_pixels_draw_surface (parts[i].list, atlas, surface, NULL, -parts[i].x,
                                        -parts[i].y);
      status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
    }
  cairo_surface_destroy (surface);
  return status;
}

static cairo_surface_t *
create_page (WeftPictureFormat format, double width, double height, GByteArray *bytes)
{
  cairo_surface_t *surface;

  if (format == WEFT_PICTURE_PDF)
    return cairo_pdf_surface_create_for_stream (append_bytes, bytes, width * POINTS_PER_PIXEL,
                                                height * POINTS_PER_PIXEL);
  surface = cairo_svg_surface_create_for_stream (append_bytes, bytes, width, height);
  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

static cairo_status_t
draw_page (const WeftPicturePart *parts, guint n_parts, WeftGlyphAtlas *atlas, int width,
           int height, double scale, WeftPictureFormat format, GByteArray *bytes)
{
  cairo_surface_t *surface = create_page (format, width * scale, height * scale, bytes);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  if (format == WEFT_PICTURE_PDF)
    scale *= POINTS_PER_PIXEL;
  cairo_scale (cr, scale, scale);
  for (guint i = 0; i < n_parts; i++)
    {
      cairo_save (cr);
      cairo_translate (cr, parts[i].x, parts[i].y);
      weft_paint_cairo_draw (parts[i].list, atlas, cr);
      cairo_restore (cr);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

GBytes *
weft_picture_encode (const WeftPicturePart *parts, guint n_parts, WeftGlyphAtlas *atlas, int width,
                     int height, double scale, WeftPictureFormat format, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_status_t status =
    format == WEFT_PICTURE_PNG
      ? draw_pixels (parts, n_parts, atlas, width, height, bytes)
      : draw_page (parts, n_parts, atlas, width, height, scale, format, bytes);

  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  if (!g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The picture can't be drawn: %s"),
                 cairo_status_to_string (status));
  return NULL;
}

gboolean
weft_picture_save (const WeftPaintList *list, WeftGlyphAtlas *atlas, int width, int height,
                   double scale, WeftPictureFormat format, const char *path, GError **error)
{
  const WeftPicturePart part = { (WeftPaintList *) list, 0, 0 };
  g_autoptr (GBytes) bytes =
    weft_picture_encode (&part, 1, atlas, width, height, scale, format, error);
  g_autofree char *name = g_filename_display_name (path);
  GError *reason = NULL;

  if (bytes == NULL)
    return FALSE;
  if (weft_file_replace (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), 0666, TRUE,
                         &reason))
    return TRUE;
  g_set_error (error, reason->domain, reason->code, _ ("“%s” can't be written: %s"), name,
               reason->message);
  g_error_free (reason);
  return FALSE;
}
