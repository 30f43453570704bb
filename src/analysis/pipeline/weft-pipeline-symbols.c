/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-symbols.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

/* libdwfl reads DWARF when it is asked, and is no library for several threads. What it says of each
 * address is kept. */
struct _WeftPipelineSymbols
{
  gatomicrefcount ref_count;
  char *path;
  Dwfl *dwfl;
  Dwfl_Module *module;
  GMutex lock;
};

G_DEFINE_QUARK (weft - symbols - error, weft_pipeline_symbols_error)

static int
find_no_debuginfo (Dwfl_Module *module G_GNUC_UNUSED, void **data G_GNUC_UNUSED,
                   const char *name G_GNUC_UNUSED, Dwarf_Addr base G_GNUC_UNUSED,
                   const char *file G_GNUC_UNUSED, const char *link G_GNUC_UNUSED,
                   GElf_Word checksum G_GNUC_UNUSED, char **path G_GNUC_UNUSED)
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

static void
symbols_free (WeftPipelineSymbols *self)
{
  g_clear_pointer (&self->dwfl, dwfl_end);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self);
}

/* Whether the file says anything: a symbol table or lines. */
static gboolean
says_something (WeftPipelineSymbols *self)
{
  Dwarf_Addr bias;

  return dwfl_module_getsymtab (self->module) > 1
         || dwfl_module_getdwarf (self->module, &bias) != NULL;
}

static gboolean
open_module (WeftPipelineSymbols *self, int fd, GError **error)
{
  g_autofree char *name = g_path_get_basename (self->path);
  g_autofree char *shown = g_filename_display_name (name);

  self->dwfl = dwfl_begin (&callbacks);
  if (self->dwfl != NULL)
    {
      dwfl_report_begin (self->dwfl);
      /* At base 0: a program that can be loaded anywhere keeps the addresses of its file. */
      self->module = dwfl_report_elf (self->dwfl, name, self->path, fd, 0, false);
      dwfl_report_end (self->dwfl, NULL, NULL);
    }
  if (self->module == NULL)
    {
      close (fd);
      g_set_error (
        error, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_FORMAT,
        _ ("“%s” is no program in the ELF format. Choose the file that the simulator ran."), shown);
      return FALSE;
    }
  if (says_something (self))
    return TRUE;
  g_set_error (error, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_EMPTY,
               _ ("“%s” has no symbols. Choose the file from before it was stripped."), shown);
  return FALSE;
}

WeftPipelineSymbols *
weft_pipeline_symbols_new (const char *path, GError **error)
{
  g_autoptr (WeftPipelineSymbols) self = g_new0 (WeftPipelineSymbols, 1);
  int fd;

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->path = g_strdup (path);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    {
      int code = errno;
      g_autofree char *shown = g_filename_display_name (path);

      g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s: %s", shown,
                   g_strerror (code));
      return NULL;
    }
  return open_module (self, fd, error) ? g_steal_pointer (&self) : NULL;
}

WeftPipelineSymbols *
weft_pipeline_symbols_ref (WeftPipelineSymbols *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_pipeline_symbols_unref (WeftPipelineSymbols *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    symbols_free (self);
}

const char *
weft_pipeline_symbols_get_path (const WeftPipelineSymbols *self)
{
  return self->path;
}

static void
find_function (Dwfl_Module *module, guint64 address, WeftSymbol *symbol)
{
  GElf_Off offset = 0;
  GElf_Sym sym;
  const char *name = dwfl_module_addrinfo (module, address, &offset, &sym, NULL, NULL, NULL);

  /* A symbol with a size ends there; one of assembly has none, and goes on until the next. */
  if (name == NULL || *name == '\0' || (sym.st_size > 0 && offset >= sym.st_size))
    return;
  symbol->function = name;
  symbol->offset = offset;
}

static void
find_line (Dwfl_Module *module, guint64 address, WeftSymbol *symbol)
{
  Dwfl_Line *line = dwfl_module_getsrc (module, address);
  int number = 0;
  const char *file = line != NULL ? dwfl_lineinfo (line, NULL, &number, NULL, NULL, NULL) : NULL;

  if (file == NULL || number <= 0)
    return;
  symbol->file = file;
  symbol->line = number;
}

gboolean
weft_pipeline_symbols_find (const WeftPipelineSymbols *self, guint64 address, WeftSymbol *symbol)
{
  *symbol = (WeftSymbol){ NULL, 0, NULL, 0 };
  g_mutex_lock ((GMutex *) &self->lock);
  find_function (self->module, address, symbol);
  find_line (self->module, address, symbol);
  g_mutex_unlock ((GMutex *) &self->lock);
  return symbol->function != NULL || symbol->file != NULL;
}

char *
weft_symbol_format_source (const WeftSymbol *symbol)
{
  g_autofree char *name = NULL, *valid = NULL;

  if (symbol->file == NULL)
    return g_strdup ("—");
  name = g_path_get_basename (symbol->file);
  valid = g_utf8_make_valid (name, -1);
  return g_strdup_printf ("%s:%d", valid, symbol->line);
}
