/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-software-gl.h"

#include <epoxy/gl.h>

gboolean
weft_software_gl_is (const char *renderer)
{
  /* Mesa's drivers that need no GPU. */
  static const char *const names[] = { "llvmpipe", "softpipe", "swrast", "Software Rasterizer" };

  for (guint i = 0; renderer != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (renderer, names[i]))
      return TRUE;
  return FALSE;
}

void
weft_software_gl_avoid (GdkDisplay *display)
{
  g_autoptr (GdkGLContext) context = NULL;

  if (g_getenv ("GSK_RENDERER") != NULL)
    return;
  /* Where there is no OpenGL at all, GTK finds that out by itself. */
  context = gdk_display_create_gl_context (display, NULL);
  if (context == NULL || !gdk_gl_context_realize (context, NULL))
    return;
  gdk_gl_context_make_current (context);
  if (weft_software_gl_is ((const char *) glGetString (GL_RENDERER)))
    g_setenv ("GSK_RENDERER", "cairo", FALSE);
  gdk_gl_context_clear_current ();
}
