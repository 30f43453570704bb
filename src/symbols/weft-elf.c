/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-elf.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <unistd.h>

struct _WeftElf
{
  Dwfl *dwfl;
  Dwfl_Module *module;
};

static int
find_no_debuginfo (Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                   const char *file, const char *link, GElf_Word checksum, char **path)
{
  /* The file alone: nothing of this machine or of a server belongs to a program that ran
   * elsewhere. */
  return -1;
}

static const Dwfl_Callbacks callbacks = {
  .find_elf = dwfl_build_id_find_elf,
  .find_debuginfo = find_no_debuginfo,
  .section_address = dwfl_offline_section_address,
};

/* Whether the file says anything: a symbol table or lines. */
static int
says_something (Dwfl_Module *module)
{
  Dwarf_Addr bias;

  return dwfl_module_getsymtab (module) > 1 || dwfl_module_getdwarf (module, &bias) != NULL;
}

WeftElfStatus
weft_elf_open (int file, WeftElf **elf)
{
  Dwfl *dwfl = dwfl_begin (&callbacks);
  Dwfl_Module *module = NULL;

  *elf = NULL;
  if (dwfl != NULL)
    {
      dwfl_report_begin (dwfl);
      /* At base 0: a program that can be loaded anywhere keeps the addresses of its file. */
      module = dwfl_report_elf (dwfl, "program", "program", file, 0, false);
      dwfl_report_end (dwfl, NULL, NULL);
    }
  if (module == NULL)
    close (file);
  if (module != NULL && says_something (module))
    *elf = malloc (sizeof **elf);
  if (*elf != NULL)
    {
      **elf = (WeftElf){ dwfl, module };
      return WEFT_ELF_READ;
    }
  if (dwfl != NULL)
    dwfl_end (dwfl);
  return module != NULL ? WEFT_ELF_EMPTY : WEFT_ELF_FOREIGN;
}

void
weft_elf_close (WeftElf *elf)
{
  dwfl_end (elf->dwfl);
  free (elf);
}

const char *
weft_elf_find_function (WeftElf *elf, uint64_t address, uint64_t *offset)
{
  GElf_Off from_start = 0;
  GElf_Sym sym;
  const char *name =
    dwfl_module_addrinfo (elf->module, address, &from_start, &sym, NULL, NULL, NULL);

  *offset = from_start;
  /* A symbol with a size ends there; one of assembly has none, and goes on until the next. */
  return name != NULL && *name != '\0' && (sym.st_size == 0 || from_start < sym.st_size) ? name
                                                                                         : NULL;
}

const char *
weft_elf_find_line (WeftElf *elf, uint64_t address, int *line)
{
  Dwfl_Line *entry = dwfl_module_getsrc (elf->module, address);
  const char *file = entry != NULL ? dwfl_lineinfo (entry, NULL, line, NULL, NULL, NULL) : NULL;

  return file != NULL && *line > 0 ? file : NULL;
}
