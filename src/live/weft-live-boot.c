/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-boot.h"

#include <string.h>

gboolean
weft_live_get_boot_id (guint8 boot[16])
{
  g_autofree char *text = NULL;
  guint n = 0;

  memset (boot, 0, 16);
  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return FALSE;
  for (const char *p = text; *p != '\0' && n < 32; p++)
    if (g_ascii_isxdigit (*p))
      {
        boot[n / 2] = (guint8) (boot[n / 2] << 4 | g_ascii_xdigit_value (*p));
        n++;
      }
  return n == 32;
}
