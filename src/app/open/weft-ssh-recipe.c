/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-ssh-recipe.h"

#include <string.h>

#include "weft-live-paths.h"

/* Longer names of sockets do not fit into an address. */
#define MAX_NAME 32

#define SAFE "@%+=:,./-_"

char *
weft_ssh_recipe_get_socket (const char *host)
{
  const char *at = strrchr (host, '@');
  const char *name = at != NULL ? at + 1 : host;
  g_autofree char *directory = weft_live_get_directory ();
  g_autoptr (GString) file = g_string_new (NULL);

  for (const char *p = name; *p != '\0' && file->len < MAX_NAME; p++)
    g_string_append_c (file, g_ascii_isalnum (*p) || strchr ("._-", *p) != NULL ? *p : '-');
  g_string_append (file, file->len == 0 || file->str[0] == '.' ? "remote.sock" : ".sock");
  return g_build_filename (directory, file->str, NULL);
}

/* As a shell takes it. */
static char *
quote (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr (SAFE, *p) == NULL)
      return g_shell_quote (text);
  return g_strdup (text);
}

char *
weft_ssh_recipe_make_line (const char *host)
{
  g_autofree char *socket = weft_ssh_recipe_get_socket (host);
  g_autofree char *both =
    g_strdup_printf ("%s:/run/user/1000/app/" WEFT_APPLICATION_ID "/view.sock", socket);
  g_autofree char *forward = quote (both);
  g_autofree char *target = quote (*host != '\0' ? host : "HOST");

  return g_strdup_printf ("ssh -N -o StreamLocalBindUnlink=yes -L %s %s", forward, target);
}
