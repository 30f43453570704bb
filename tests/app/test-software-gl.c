/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-software-gl.h"

/* Names as drivers give them. */
static void
test_names (void)
{
  static const char *const software[] = { "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe",
                                          "Software Rasterizer" };
  static const char *const hardware[] = { "Mesa Intel(R) Xe Graphics (TGL GT2)",
                                          "AMD Radeon RX 6700 XT (navi22, LLVM 15.0.6, DRM 3.49)",
                                          "NVIDIA GeForce RTX 3070/PCIe/SSE2", "virgl (ANGLE)",
                                          "" };

  for (guint i = 0; i < G_N_ELEMENTS (software); i++)
    g_assert_true (weft_software_gl_is (software[i]));
  for (guint i = 0; i < G_N_ELEMENTS (hardware); i++)
    g_assert_false (weft_software_gl_is (hardware[i]));
  g_assert_false (weft_software_gl_is (NULL));
}

/* Where drivers draw on the processor, GTK is told to use cairo; what was chosen stays. */
static void
test_avoided (void)
{
  GdkDisplay *display;

  if (!gtk_init_check ())
    {
      g_test_skip ("no display");
      return;
    }
  display = gdk_display_get_default ();
  g_setenv ("GSK_RENDERER", "gl", TRUE);
  weft_software_gl_avoid (display);
  g_assert_cmpstr (g_getenv ("GSK_RENDERER"), ==, "gl");
  g_unsetenv ("GSK_RENDERER");
  g_setenv ("LIBGL_ALWAYS_SOFTWARE", "1", TRUE);
  weft_software_gl_avoid (display);
  /* No OpenGL at all: then there is nothing to choose. */
  if (gdk_display_prepare_gl (display, NULL))
    g_assert_cmpstr (g_getenv ("GSK_RENDERER"), ==, "cairo");
  else
    g_assert_null (g_getenv ("GSK_RENDERER"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/software-gl/names", test_names);
  g_test_add_func ("/software-gl/avoided", test_avoided);
  return g_test_run ();
}
