/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-described-report.h"

#include <glib/gi18n-lib.h>

#define DATA "weft-described-report"

static void
clear_place (gpointer data)
{
  g_free (((WeftDescribedPlace *) data)->text);
}

WeftDescribedReport *
weft_described_report_new (WeftDescribedSplitter *splitter)
{
  const WeftDescription *description = splitter->description;
  WeftDescribedReport *self = g_new0 (WeftDescribedReport, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->splitter = weft_described_splitter_ref (splitter);
  self->sources = g_new0 (WeftSourceReport, description->sources->len);
  self->items = g_new0 (WeftItemReport, description->items->len);
  self->unread = g_array_new (FALSE, FALSE, sizeof (WeftDescribedPlace));
  g_array_set_clear_func (self->unread, clear_place);
  return self;
}

void
weft_described_report_unref (WeftDescribedReport *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->splitter->description->sources->len; i++)
    clear_place (&self->sources[i].first);
  for (guint i = 0; i < self->splitter->description->items->len; i++)
    {
      clear_place (&self->items[i].first_unreadable);
      clear_place (&self->items[i].first_stray);
    }
  g_free (self->sources);
  g_free (self->items);
  g_array_unref (self->unread);
  weft_described_splitter_unref (self->splitter);
  g_free (self);
}

void
weft_described_report_attach (WeftDescribedReport *self, WeftTrace *trace)
{
  g_atomic_ref_count_inc (&self->ref_count);
  g_object_set_data_full (G_OBJECT (trace), DATA, self,
                          (GDestroyNotify) weft_described_report_unref);
}

const WeftDescribedReport *
weft_described_report_of (WeftTrace *trace)
{
  return g_object_get_data (G_OBJECT (trace), DATA);
}

static char *
copy_text (const WeftDescribedRecord *record)
{
  g_autofree char *bytes =
    record->text != NULL ? g_strndup (record->text, MIN (record->length, WEFT_DESCRIBED_KEPT_BYTES))
                         : NULL;

  return bytes != NULL ? g_utf8_make_valid (bytes, -1) : NULL;
}

void
weft_described_place_note (WeftDescribedPlace *self, const WeftDescribedRecord *record,
                           gint64 column)
{
  if (self->line == 0)
    *self = (WeftDescribedPlace){ record->line, column, copy_text (record) };
}

void
weft_described_report_add_unread (WeftDescribedReport *self, const WeftDescribedRecord *record,
                                  gint64 column)
{
  if (self->n_unread++ < WEFT_DESCRIBED_KEPT_LINES)
    {
      const WeftDescribedPlace place = { record->line, column, copy_text (record) };

      g_array_append_val (self->unread, place);
    }
}

guint64
weft_described_report_count_faults (const WeftDescribedReport *self)
{
  guint64 n = self->n_unread;

  for (guint i = 0; i < self->splitter->description->sources->len; i++)
    n += self->sources[i].n_gave_up;
  for (guint i = 0; i < self->splitter->description->items->len; i++)
    n += self->items[i].n_unreadable + self->items[i].n_stray;
  return n;
}

/* --- what is said --------------------------------------------------------------------------------- */

static void
say_unread (const WeftDescribedReport *self, WeftDiagnostics *diagnostics)
{
  const WeftDescribedPlace *first = &g_array_index (self->unread, WeftDescribedPlace, 0);

  weft_diagnostics_add (
    diagnostics, WEFT_SEVERITY_WARNING, first->line, first->column,
    g_dngettext (
      GETTEXT_PACKAGE,
      "%u line is not what the format “%s” describes; it is left out, and shown by "
      "“weft-cli dump”",
      "%u lines are not what the format “%s” describes; this is the first. They are left "
      "out, and shown by “weft-cli dump”",
      (gulong) self->n_unread),
    (guint) MIN (self->n_unread, G_MAXUINT), self->splitter->description->name);
}

static void
say_item (const WeftDescriptionItem *item, const WeftItemReport *report,
          WeftDiagnostics *diagnostics)
{
  if (report->n_unreadable > 0)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_WARNING, report->first_unreadable.line,
      report->first_unreadable.column,
      g_dngettext (GETTEXT_PACKAGE,
                   "“[%s]”: a value that it needs is missing, or no number, in %u line; nothing "
                   "is made of that",
                   "“[%s]”: a value that it needs is missing, or no number, in %u lines; this is "
                   "the first. Nothing is made of them",
                   (gulong) report->n_unreadable),
      item->title, (guint) MIN (report->n_unreadable, G_MAXUINT));
  if (report->n_stray > 0)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_WARNING, report->first_stray.line, report->first_stray.column,
      g_dngettext (GETTEXT_PACKAGE,
                   "“[%s]”: %u line speaks of what has not begun, has ended, or begins anew; "
                   "nothing is made of it",
                   "“[%s]”: %u lines speak of what has not begun, has ended, or begins anew; this "
                   "is the first. Nothing is made of them",
                   (gulong) report->n_stray),
      item->title, (guint) MIN (report->n_stray, G_MAXUINT));
}

static void
say_source (const WeftDescriptionSource *source, const WeftSourceReport *report,
            WeftDiagnostics *diagnostics)
{
  if (report->n_gave_up > 0)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
      report->is_off
        /* TRANSLATORS: a section of the format's description, and a count */
        ? _ (
          "The pattern of “[%s]” took too long for %u lines, and was then not looked at any more. "
          "Write it so that it can go wrong in one place only")
        : _ ("The pattern of “[%s]” took too long for %u lines, which count as others. Write it so "
             "that it can go wrong in one place only"),
      source->title, (guint) MIN (report->n_gave_up, G_MAXUINT));
}

void
weft_described_report_say (WeftDescribedReport *self, WeftDiagnostics *diagnostics)
{
  const WeftDescription *description = self->splitter->description;

  for (guint i = 0; i < description->sources->len; i++)
    say_source (description->sources->pdata[i], &self->sources[i], diagnostics);
  if (self->n_unread > 0)
    say_unread (self, diagnostics);
  for (guint i = 0; i < description->items->len; i++)
    say_item (description->items->pdata[i], &self->items[i], diagnostics);
}
