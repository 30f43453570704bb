/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The functions and source lines of a program, from its ELF file: functions from the symbol table,
 * lines from DWARF where it has that. Addresses are those that the file was linked for, which are
 * those of a program that runs on bare metal; whatever was loaded elsewhere needs an offset. */

typedef struct _WeftPipelineSymbols WeftPipelineSymbols;

#define WEFT_PIPELINE_SYMBOLS_ERROR (weft_pipeline_symbols_error_quark ())
GQuark weft_pipeline_symbols_error_quark (void);

typedef enum
{
  WEFT_PIPELINE_SYMBOLS_ERROR_FORMAT, /* no ELF file, or a broken one; the message is translated */
  WEFT_PIPELINE_SYMBOLS_ERROR_EMPTY,  /* it names no function and no line */
  WEFT_PIPELINE_SYMBOLS_ERROR_STOPPED, /* reading it took too much time or memory, or ended its reader */
} WeftPipelineSymbolsError;

/* Where an address is. */
typedef struct
{
  const char *function; /* NULL: unknown. As linked: C++ names stay mangled */
  guint64 offset;       /* bytes from the function's start */
  const char *file;     /* NULL: unknown. The path as the compiler was given it */
  int line;             /* from 1 */
} WeftSymbol;

/* Reads the file at `path` in a process of its own: (transfer full). Any thread; takes as long as reading it, at most a
 * minute. */
WeftPipelineSymbols *weft_pipeline_symbols_new (const char *path, GError **error);
WeftPipelineSymbols *weft_pipeline_symbols_ref (WeftPipelineSymbols *self);
void weft_pipeline_symbols_unref (WeftPipelineSymbols *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineSymbols, weft_pipeline_symbols_unref)

const char *weft_pipeline_symbols_get_path (const WeftPipelineSymbols *self);

/* Whether an address could not be looked up, as its reader took too long, or ended; nothing is known of it then. */
gboolean weft_pipeline_symbols_have_failed (WeftPipelineSymbols *self);

/* Looks an address up. Texts live as long as the symbols. FALSE where nothing is known. Any
 * thread, several at a time. */
gboolean weft_pipeline_symbols_find (WeftPipelineSymbols *self, guint64 address,
                                     WeftSymbol *symbol);

/* "main.c:12", "—" where no line is known: (transfer full). */
char *weft_symbol_format_source (const WeftSymbol *symbol);

G_END_DECLS
