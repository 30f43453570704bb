/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-faults.h"

struct _WeftFaults
{
  GObject parent_instance;

  GHashTable *texts; /* by what it is about */
  gboolean is_read;
};

G_DEFINE_FINAL_TYPE (WeftFaults, weft_faults, G_TYPE_OBJECT)

static void
weft_faults_finalize (GObject *object)
{
  g_hash_table_unref (WEFT_FAULTS (object)->texts);
  G_OBJECT_CLASS (weft_faults_parent_class)->finalize (object);
}

static void
weft_faults_class_init (WeftFaultsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_faults_finalize;
  g_signal_new ("changed", WEFT_TYPE_FAULTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
weft_faults_init (WeftFaults *self)
{
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

WeftFaults *
weft_faults_get_default (void)
{
  static WeftFaults *faults;

  if (faults == NULL)
    faults = g_object_new (WEFT_TYPE_FAULTS, NULL);
  return faults;
}

void
weft_faults_set (WeftFaults *self, const char *what, const char *text)
{
  if (g_strcmp0 (g_hash_table_lookup (self->texts, what), text) == 0)
    return;
  if (text != NULL)
    {
      g_hash_table_insert (self->texts, g_strdup (what), g_strdup (text));
      self->is_read = FALSE;
    }
  else
    g_hash_table_remove (self->texts, what);
  g_signal_emit_by_name (self, "changed");
}

char *
weft_faults_get_text (WeftFaults *self)
{
  g_autoptr (GList) texts = g_hash_table_get_values (self->texts);
  g_autoptr (GString) all = g_string_new (NULL);

  for (GList *item = texts; item != NULL; item = item->next)
    g_string_append_printf (all, "%s%s", all->len > 0 ? " " : "", (const char *) item->data);
  return all->len > 0 && !self->is_read ? g_strdup (all->str) : NULL;
}

void
weft_faults_read (WeftFaults *self)
{
  self->is_read = TRUE;
  g_signal_emit_by_name (self, "changed");
}
