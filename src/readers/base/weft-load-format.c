/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-format.h"

#include "weft-described-reader.h"
#include "weft-description-find.h"

void
weft_load_format_init (WeftLoadFormat *self, const char *path, WeftDescription *description)
{
  *self = (WeftLoadFormat){ .path = path, .faults = g_string_new (NULL) };
  if (description != NULL)
    self->description = weft_description_ref (description);
  else if (path != NULL)
    self->description = weft_description_get_chosen (path);
}

void
weft_load_format_clear (WeftLoadFormat *self)
{
  g_clear_pointer (&self->description, weft_description_unref);
  g_string_free (self->faults, TRUE);
}

gboolean
weft_load_format_is_known (const WeftLoadFormat *self)
{
  return self->format != NULL || self->description != NULL;
}

static void
find_description (WeftLoadFormat *self, const char *head, gsize length)
{
  self->description =
    weft_description_recognise (self->path, self->title, head, length, self->faults);
}

gboolean
weft_load_format_is_of_bytes (const WeftLoadFormat *self)
{
  if (self->description != NULL)
    return self->description->input == WEFT_DESCRIPTION_SQLITE;
  return self->format != NULL && self->format->sniff_bytes != NULL;
}

WeftBlockShape
weft_load_format_choose_shape (WeftLoadFormat *self, const char *head, gsize length)
{
  gboolean more = FALSE;

  if (!weft_load_format_is_known (self))
    self->format = weft_format_of_bytes (head, length, &more);
  if (!weft_load_format_is_known (self) && weft_description_is_database (head, length))
    find_description (self, head, length);
  if (weft_load_format_is_of_bytes (self))
    return WEFT_BLOCKS_OF_BYTES;
  return more && self->description == NULL ? WEFT_BLOCKS_UNDECIDED : WEFT_BLOCKS_OF_LINES;
}

void
weft_load_format_look (WeftLoadFormat *self, const char *text, gsize length, gboolean is_beginning)
{
  self->format = weft_format_of_lines (text, length, is_beginning, FALSE);
  if (self->format == NULL && is_beginning)
    find_description (self, text, length);
  if (!weft_load_format_is_known (self))
    self->format = weft_format_of_lines (text, length, is_beginning, TRUE);
}

const WeftFormat *
weft_load_format_get_kept (const WeftLoadFormat *self)
{
  return self->description != NULL ? &weft_described_format : self->format;
}

WeftReader *
weft_load_format_create (const WeftLoadFormat *self, const WeftReaderSetup *setup, guint *checks)
{
  if (self->description != NULL)
    {
      *checks =
        self->description->input == WEFT_DESCRIPTION_SQLITE ? WEFT_CHECK_NOTHING : WEFT_CHECK_LINES;
      return weft_described_reader_new (setup, self->description);
    }
  *checks = self->format->checks;
  return self->format->create (setup);
}
