/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-sidecars.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
weft_noc_list_names (const char *directory)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Whether a file is called `word`, or "<prefix>_word" where the trace has that prefix too. */
static gboolean
is_sidecar (const char *name, const char *word, const char *trace_name)
{
  gsize prefix = strlen (name) - MIN (strlen (name), strlen (word));

  if (!g_str_has_suffix (name, word))
    return FALSE;
  return prefix == 0
         || (name[prefix - 1] == '_'
             && (trace_name == NULL || strncmp (trace_name, name, prefix) == 0));
}

static gboolean
is_topology (const char *name, const char *trace_name)
{
  return is_sidecar (name, "topology.json", trace_name);
}

static gboolean
is_coordinates (const char *name, const char *trace_name)
{
  return is_sidecar (name, "cluster_coordinates.json", trace_name);
}

WeftNocCluster *
weft_noc_sidecars_read (const char *path, WeftDiagnostics *diagnostics)
{
  gboolean is_directory = g_file_test (path, G_FILE_TEST_IS_DIR);
  g_autofree char *directory = is_directory ? g_strdup (path) : g_path_get_dirname (path);
  g_autofree char *trace_name = is_directory ? NULL : g_path_get_basename (path);
  g_autoptr (GPtrArray) names = weft_noc_list_names (directory);
  g_autoptr (WeftNocCluster) cluster = weft_noc_cluster_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *file = g_build_filename (directory, name, NULL);
      g_autoptr (GError) error = NULL;

      if (is_topology (name, trace_name))
        weft_noc_cluster_read_topology (cluster, file, &error);
      else if (is_coordinates (name, trace_name))
        weft_noc_cluster_read_coordinates (cluster, file, &error);
      if (error != NULL)
        weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                              _ ("“%s” beside the trace can't be used: %s"), name, error->message);
    }
  return g_steal_pointer (&cluster);
}

GPtrArray *
weft_noc_sidecars_list (const char *path)
{
  gboolean is_directory = g_file_test (path, G_FILE_TEST_IS_DIR);
  g_autofree char *directory = is_directory ? g_strdup (path) : g_path_get_dirname (path);
  g_autofree char *trace_name = is_directory ? NULL : g_path_get_basename (path);
  g_autoptr (GPtrArray) names = weft_noc_list_names (directory);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);

      if (is_topology (name, trace_name) || is_coordinates (name, trace_name))
        g_ptr_array_add (files, g_build_filename (directory, name, NULL));
    }
  return files;
}
