/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-description-private.h"

#include "weft-input.h"
#include "weft-load-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- values --------------------------------------------------------------------------------------- */

gboolean
weft_description_item_get_text (const WeftDescriptionItem *self, guint key,
                                const WeftDescribedRecord *record, GString *buffer,
                                WeftDescribedField *text)
{
  if (self->values[key] == NULL)
    return FALSE;
  *text = weft_described_value_get_text (self->values[key], record, buffer);
  return text->text != NULL;
}

WeftDescribedPresence
weft_description_item_get_number (const WeftDescriptionItem *self, guint key,
                                  const WeftDescribedRecord *record, gint64 *number)
{
  WeftDescribedNumber read;

  if (self->values[key] == NULL)
    return WEFT_DESCRIBED_NONE;
  if (!weft_described_value_get_number (self->values[key], record, &read))
    return weft_described_value_is_blank (self->values[key], record, NULL) ? WEFT_DESCRIBED_NONE
                                                                           : WEFT_DESCRIBED_INVALID;
  *number = read.whole;
  return WEFT_DESCRIBED_VALID;
}

WeftDescribedPresence
weft_description_get_time (const WeftDescription *self, const WeftDescribedValue *value,
                           const WeftDescribedRecord *record, gint64 *time)
{
  WeftDescribedNumber read;

  if (value == NULL
      || (self->never != NULL && weft_described_value_is_blank (value, record, self->never)))
    return WEFT_DESCRIBED_NONE;
  if (weft_described_value_get_number (value, record, &read)
      && weft_described_number_scale (&read, self->numerator, self->denominator, time))
    return WEFT_DESCRIBED_VALID;
  return weft_described_value_is_blank (value, record, NULL) ? WEFT_DESCRIBED_NONE
                                                             : WEFT_DESCRIBED_INVALID;
}

WeftDescribedPresence
weft_description_item_get_time (const WeftDescriptionItem *self, guint key,
                                const WeftDescribedRecord *record, gint64 *time)
{
  return weft_description_get_time (self->description, self->values[key], record, time);
}

WeftDescribedPresence
weft_description_item_get_real (const WeftDescriptionItem *self, guint key,
                                const WeftDescribedRecord *record, double *number)
{
  if (self->values[key] == NULL || weft_described_value_is_blank (self->values[key], record, NULL))
    return WEFT_DESCRIBED_NONE;
  return weft_described_value_get_real (self->values[key], record, number) ? WEFT_DESCRIBED_VALID
                                                                           : WEFT_DESCRIBED_INVALID;
}

/* --- reading a file ------------------------------------------------------------------------------- */

WeftDescription *
weft_description_load (const char *path, WeftDiagnostics *diagnostics)
{
  g_autoptr (GError) error = NULL;
  GError *failure = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, &failure);

  if (file == NULL)
    {
      weft_input_take_error (&error, path, failure);
      weft_diagnostics_add (diagnostics, WEFT_SEVERITY_ERROR, 0, 0, "%s", error->message);
    }
  else if (g_mapped_file_get_length (file) > WEFT_DESCRIPTION_MAX_SIZE)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_ERROR, 0, 0,
                          _ ("This is too large to be a format description"));
  else
    return weft_description_parse (path, g_mapped_file_get_contents (file),
                                   g_mapped_file_get_length (file), diagnostics);
  return NULL;
}

WeftDescription *
weft_description_open (const char *path, GError **error)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  WeftDescription *self = weft_description_load (path, diagnostics);
  WeftDiagnostic first;

  if (self != NULL)
    return self;
  weft_diagnostics_get (diagnostics, 0, &first);
  if (first.line > 0)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
                 "%s:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ": %s", path, first.line, first.column,
                 first.message);
  else
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED, "%s: %s", path, first.message);
  weft_diagnostic_clear (&first);
  return NULL;
}

/* --- the description ------------------------------------------------------------------------------ */

static void
free_source (gpointer data)
{
  WeftDescriptionSource *source = data;

  g_free (source->title);
  g_free (source->query);
  weft_described_pattern_free (source->pattern);
  g_free (source);
}

static void
free_item (gpointer data)
{
  WeftDescriptionItem *item = data;

  g_free (item->title);
  weft_described_value_free (item->condition);
  g_strfreev (item->accepted);
  for (guint i = 0; i < WEFT_DESCRIPTION_MAX_KEYS; i++)
    weft_described_value_free (item->values[i]);
  g_array_unref (item->named);
  g_free (item);
}

WeftDescription *
weft_description_new (const char *path)
{
  WeftDescription *self = g_new0 (WeftDescription, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->path = g_strdup (path);
  self->separator = ',';
  self->numerator = self->denominator = 1;
  self->fields = g_ptr_array_new_with_free_func (g_free);
  self->sources = g_ptr_array_new_with_free_func (free_source);
  self->items = g_ptr_array_new_with_free_func (free_item);
  return self;
}

WeftDescription *
weft_description_ref (WeftDescription *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_description_unref (WeftDescription *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->path);
  g_free (self->name);
  g_strfreev (self->files);
  weft_described_pattern_free (self->first_line);
  g_strfreev (self->header);
  g_free (self->table);
  g_free (self->comment);
  g_strfreev (self->columns);
  g_free (self->never);
  g_ptr_array_unref (self->fields);
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->items);
  g_free (self);
}
