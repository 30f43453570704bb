/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz.h"
#include "weft-elf.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ELF files of any bytes, as the program reads them that looks for symbols, without the limits that it has of memory
 * and time: functions and lines at the addresses that the file has in itself, and at others. */

#define MAX_ADDRESSES 64

static void
ask (WeftElf *elf, guint64 address)
{
  guint64 offset = 0;
  int line = 0;
  const char *function = weft_elf_find_function (elf, address, &offset);
  const char *file = weft_elf_find_line (elf, address, &line);

  g_assert_true (function == NULL || *function != '\0');
  g_assert_true (file == NULL || (line > 0 && strlen (file) < G_MAXINT));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  WeftElf *elf = NULL;
  WeftElfStatus status;

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  status = weft_elf_open (fd, &elf);
  g_assert_cmpint (status == WEFT_ELF_READ, ==, elf != NULL);
  if (elf == NULL)
    return 0;
  for (gsize i = 0; i < MAX_ADDRESSES && 8 * i + 8 <= size; i++)
    {
      guint64 address;

      memcpy (&address, data + 8 * i, sizeof address);
      ask (elf, address);
    }
  for (guint64 address = 1; address != 0; address <<= 4)
    ask (elf, address);
  weft_elf_close (elf);
  return 0;
}
