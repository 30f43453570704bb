/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-symbols-wire.h"

/* The functions and source lines of a program, as libdwfl reads them from its ELF file. */

typedef struct _WeftElf WeftElf;

/* Reads the open file, which is taken. `elf` is set for WEFT_ELF_READ. */
WeftElfStatus weft_elf_open (int file, WeftElf **elf);
void weft_elf_close (WeftElf *elf);

/* The name of the function that the address lies in, and the bytes from its start; NULL: not known. As linked. */
const char *weft_elf_find_function (WeftElf *elf, uint64_t address, uint64_t *offset);

/* The file and the line, from 1, that the address is of; NULL: not known. The path as the compiler was given it. */
const char *weft_elf_find_line (WeftElf *elf, uint64_t address, int *line);
