/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Weft and weft-symbols talk in messages of a SOCK_SEQPACKET. First the program says, as a
 * uint32_t, which WeftElfStatus the file has, and ends unless it can be read. Then an address is asked, as a uint64_t,
 * and the program answers. */

/* The file that is read turned out to be this. */
typedef enum
{
  WEFT_ELF_READ,
  WEFT_ELF_FOREIGN, /* no ELF file, or a broken one */
  WEFT_ELF_EMPTY,   /* it names no function and no line */
} WeftElfStatus;

#define WEFT_SYMBOLS_PROGRAM "weft-symbols"

/* Bytes of a name; what is longer is cut. */
#define WEFT_SYMBOLS_MAX_NAME 16384

typedef struct
{
  uint64_t address;  /* that was asked for */
  uint64_t offset;   /* from the function's start */
  uint32_t function; /* the length of its name, which follows; 0: not known */
  uint32_t file;     /* and that of the file's name, which follows it */
  int32_t line;
  uint32_t unused;
} WeftSymbolsAnswer;

#define WEFT_SYMBOLS_MAX_MESSAGE (sizeof (WeftSymbolsAnswer) + 2 * WEFT_SYMBOLS_MAX_NAME)

/* Takes an answer out of a message of `length` bytes, behind which its names stand as far as it says. FALSE: it is none to
 * that address. Nothing that the program says is trusted. */
static inline bool
weft_symbols_answer_take (const char *message, size_t length, uint64_t address,
                          WeftSymbolsAnswer *answer)
{
  if (length < sizeof *answer)
    return false;
  memcpy (answer, message, sizeof *answer);
  return answer->address == address && answer->function <= WEFT_SYMBOLS_MAX_NAME
         && answer->file <= WEFT_SYMBOLS_MAX_NAME
         && length == sizeof *answer + answer->function + answer->file;
}

/* The program's files: the ELF file, and the socket. */
#define WEFT_SYMBOLS_FILE 0
#define WEFT_SYMBOLS_SOCKET 1
