/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-offsets.h"

#include <glib/gi18n-lib.h>

static gboolean
parse (const char *text, WeftNocOffset *offset)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  guint64 device, cycles;

  if (g_strv_length (parts) != 2
      || !g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXINT32, &device, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT32, &cycles, NULL))
    return FALSE;
  *offset = (WeftNocOffset){ (gint32) device, (guint32) cycles };
  return TRUE;
}

gboolean
weft_noc_offsets_add (GArray *offsets, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      WeftNocOffset offset;

      if (!parse (*part, &offset))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _ ("“%s” is not a valid --offset. It is a device and how many cycles "
                          "later its clock is put: 1=5000."),
                       *part);
          return FALSE;
        }
      g_array_append_val (offsets, offset);
    }
  return TRUE;
}

char *
weft_noc_offsets_format (const GArray *offsets)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; offsets != NULL && i < offsets->len; i++)
    {
      const WeftNocOffset *offset = &g_array_index (offsets, WeftNocOffset, i);

      g_string_append_printf (text, "%s%" G_GINT32_FORMAT "=%" G_GUINT32_FORMAT, i > 0 ? "," : "",
                              offset->device, offset->cycles);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
