/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-elf.h"

#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Reads a program's symbols for Weft, in a process of its own: libdwfl is not ours, and a file that is made to do harm
 * harms this process alone. It writes no file, starts nothing, and has bounded memory; Weft ends it where an answer takes
 * too long. */

#define MAX_MEMORY ((rlim_t) 4 << 30) /* of addresses: a kernel with its lines takes two */
#define MAX_FILES 16

static void
limit (int resource, rlim_t most)
{
  const struct rlimit limits = { most, most };

  setrlimit (resource, &limits);
}

static void
give_up_rights (void)
{
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, 0);
  limit (RLIMIT_NOFILE, MAX_FILES);
#ifndef WEFT_SANITIZED /* a sanitizer's addresses are more than memory */
  limit (RLIMIT_AS, MAX_MEMORY);
#endif
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
}

static uint32_t
put_name (char *to, const char *name)
{
  size_t length = name != NULL ? strnlen (name, WEFT_SYMBOLS_MAX_NAME) : 0;

  if (length > 0)
    memcpy (to, name, length);
  return (uint32_t) length;
}

static size_t
answer (WeftElf *elf, uint64_t address, char *message)
{
  WeftSymbolsAnswer head = { .address = address };
  char *names = message + sizeof head;
  int line = 0;

  head.function = put_name (names, weft_elf_find_function (elf, address, &head.offset));
  head.file = put_name (names + head.function, weft_elf_find_line (elf, address, &line));
  head.line = line;
  memcpy (message, &head, sizeof head);
  return sizeof head + head.function + head.file;
}

int
main (void)
{
  static char message[WEFT_SYMBOLS_MAX_MESSAGE];
  WeftElf *elf;
  uint64_t address;
  uint32_t status;
  int file;

  give_up_rights ();
  file = fcntl (WEFT_SYMBOLS_FILE, F_DUPFD_CLOEXEC, 3);
  status = weft_elf_open (file, &elf);
  if (send (WEFT_SYMBOLS_SOCKET, &status, sizeof status, MSG_NOSIGNAL) < 0 || elf == NULL)
    return 1;
  while (recv (WEFT_SYMBOLS_SOCKET, &address, sizeof address, 0) == sizeof address)
    if (send (WEFT_SYMBOLS_SOCKET, message, answer (elf, address, message), MSG_NOSIGNAL) < 0)
      break;
  weft_elf_close (elf);
  return 0;
}
