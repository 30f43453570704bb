/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-diagnostics.h"

#include "weft-handover.h"

struct _WeftDiagnostics
{
  GObject parent_instance;

  WeftLock lock;
  guint64 counts[WEFT_N_SEVERITIES];
  GArray *kept; /* WeftDiagnostic */
  WeftDiagnosticSink sink;
  gpointer sink_data;
};

G_DEFINE_FINAL_TYPE (WeftDiagnostics, weft_diagnostics, G_TYPE_OBJECT)

void
weft_diagnostic_clear (WeftDiagnostic *diagnostic)
{
  g_clear_pointer (&diagnostic->message, g_free);
}

const char *
weft_severity_to_string (WeftSeverity severity)
{
  static const char *const words[WEFT_N_SEVERITIES] = { "info", "warning", "error" };

  return words[severity];
}

static void
weft_diagnostics_finalize (GObject *object)
{
  WeftDiagnostics *self = WEFT_DIAGNOSTICS (object);

  g_array_unref (self->kept);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_diagnostics_parent_class)->finalize (object);
}

static void
weft_diagnostics_class_init (WeftDiagnosticsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_diagnostics_finalize;
}

static void
weft_diagnostics_init (WeftDiagnostics *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->kept = g_array_new (FALSE, FALSE, sizeof (WeftDiagnostic));
  g_array_set_clear_func (self->kept, (GDestroyNotify) weft_diagnostic_clear);
}

WeftDiagnostics *
weft_diagnostics_new (void)
{
  return g_object_new (WEFT_TYPE_DIAGNOSTICS, NULL);
}

void
weft_diagnostics_set_sink (WeftDiagnostics *self, WeftDiagnosticSink sink, gpointer user_data)
{
  g_return_if_fail (WEFT_IS_DIAGNOSTICS (self));

  self->sink = sink;
  self->sink_data = user_data;
}

/* (transfer full): what stands in a file may be any bytes, and gets into messages by many ways. */
G_GNUC_PRINTF (2, 0)
static char *
format_message (const char *file, const char *format, va_list arguments)
{
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  g_autofree char *whole =
    file != NULL ? g_strconcat (file, ": ", message, NULL) : g_steal_pointer (&message);

  return g_utf8_validate (whole, -1, NULL) ? g_steal_pointer (&whole)
                                           : g_utf8_make_valid (whole, -1);
}

void
weft_diagnostics_add_valist (WeftDiagnostics *self, WeftSeverity severity, gint64 line,
                             gint64 column, const char *file, const char *format, va_list arguments)
{
  WeftDiagnostic diagnostic = { severity, line, column, NULL };
  gboolean keep;

  weft_lock (&self->lock);
  self->counts[severity]++;
  keep = self->kept->len < WEFT_DIAGNOSTICS_KEPT;
  if (keep || self->sink != NULL)
    diagnostic.message = format_message (file, format, arguments);
  if (self->sink != NULL)
    self->sink (&diagnostic, self->sink_data);
  if (keep)
    g_array_append_val (self->kept, diagnostic);
  else
    g_free (diagnostic.message);
  weft_unlock (&self->lock);
}

void
weft_diagnostics_add (WeftDiagnostics *self, WeftSeverity severity, gint64 line, gint64 column,
                      const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  weft_diagnostics_add_valist (self, severity, line, column, NULL, format, arguments);
  va_end (arguments);
}

guint64
weft_diagnostics_count (WeftDiagnostics *self, WeftSeverity severity)
{
  guint64 count;

  weft_lock (&self->lock);
  count = self->counts[severity];
  weft_unlock (&self->lock);
  return count;
}

guint
weft_diagnostics_get_n_kept (WeftDiagnostics *self)
{
  guint n_kept;

  weft_lock (&self->lock);
  n_kept = self->kept->len;
  weft_unlock (&self->lock);
  return n_kept;
}

void
weft_diagnostics_get (WeftDiagnostics *self, guint index, WeftDiagnostic *diagnostic)
{
  weft_lock (&self->lock);
  g_assert (index < self->kept->len);
  *diagnostic = g_array_index (self->kept, WeftDiagnostic, index);
  diagnostic->message = g_strdup (diagnostic->message);
  weft_unlock (&self->lock);
}
