/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>

/* The floor of bench-info: the least that a command line program over GIO can be, which reads a file and says how
 * long it is. */

int
main (int argc, char **argv)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (argc > 1 ? argv[1] : "/dev/null");
  g_autofree char *bytes = NULL;
  gsize length = 0;

  if (!g_file_load_contents (file, NULL, &bytes, &length, NULL, NULL))
    return 1;
  g_print ("%" G_GSIZE_FORMAT "\n", length);
  return 0;
}
