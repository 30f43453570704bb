/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-symbols.h"

#include "weft-own-program.h"
#include "weft-pipeline-symbols-wire.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds that the program has for reading the file, and for an answer. */
#define TIME_TO_START 60
#define TIME_TO_ANSWER 10

/* After so many ends there is no more program. An address that ended it is not asked for again. */
#define MAX_ENDS 3

/* Another program reads the file (src/symbols/main.c), as a library does it that is not ours and harmful files are made
 * for. What it says of an address is kept. */
struct _WeftPipelineSymbols
{
  gatomicrefcount ref_count;
  char *path;
  int file;

  GMutex lock; /* of what follows */
  int socket;  /* −1: there is no program */
  GPid program;
  guint n_ends;
  GHashTable *found; /* from an address to its WeftSymbol */
  GStringChunk *names;
};

G_DEFINE_QUARK (weft - symbols - error, weft_pipeline_symbols_error)

/* --- the program ---------------------------------------------------------------------------------- */

static void
stop (WeftPipelineSymbols *self)
{
  if (self->socket < 0)
    return;
  close (self->socket);
  self->socket = -1;
  kill (self->program, SIGKILL);
  while (waitpid (self->program, NULL, 0) < 0 && errno == EINTR)
    ;
  g_spawn_close_pid (self->program);
}

static void
set_patience (WeftPipelineSymbols *self, int seconds)
{
  const struct timeval time = { seconds, 0 };

  setsockopt (self->socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

/* One message, of at most `size` bytes: its length, −1 where none comes in time. */
static gssize
receive (WeftPipelineSymbols *self, void *message, gsize size)
{
  gssize length;

  do
    length = recv (self->socket, message, size, 0);
  while (length < 0 && errno == EINTR);
  return length;
}

static gboolean
spawn (WeftPipelineSymbols *self, GError **error)
{
  g_autofree char *program = weft_own_program_find (WEFT_SYMBOLS_PROGRAM);
  const char *const line[] = { program, NULL };
  int ends[2];
  gboolean done;

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    {
      g_set_error_literal (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno),
                           g_strerror (errno));
      return FALSE;
    }
  done = g_spawn_async_with_pipes_and_fds (NULL, line, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                           self->file, ends[1], -1, NULL, NULL, 0, &self->program,
                                           NULL, NULL, NULL, error);
  close (ends[1]);
  if (done)
    self->socket = ends[0];
  else
    close (ends[0]);
  return done;
}

static void
set_status_error (WeftPipelineSymbols *self, guint32 status, GError **error)
{
  g_autofree char *name = g_path_get_basename (self->path);
  g_autofree char *shown = g_filename_display_name (name);

  if (status == WEFT_ELF_FOREIGN)
    g_set_error (
      error, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_FORMAT,
      _ ("“%s” is no program in the ELF format. Choose the file that the simulator ran."), shown);
  else if (status == WEFT_ELF_EMPTY)
    g_set_error (error, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_EMPTY,
                 _ ("“%s” has no symbols. Choose the file from before it was stripped."), shown);
  else
    g_set_error (
      error, WEFT_PIPELINE_SYMBOLS_ERROR, WEFT_PIPELINE_SYMBOLS_ERROR_STOPPED,
      _ ("Reading the symbols of “%s” was stopped: it took too much time or memory, or failed."),
      shown);
}

static gboolean
start (WeftPipelineSymbols *self, GError **error)
{
  guint32 status = G_MAXUINT32;

  if (!spawn (self, error))
    return FALSE;
  set_patience (self, TIME_TO_START);
  if (receive (self, &status, sizeof status) == sizeof status && status == WEFT_ELF_READ)
    {
      set_patience (self, TIME_TO_ANSWER);
      return TRUE;
    }
  stop (self);
  set_status_error (self, status, error);
  return FALSE;
}

/* --- life ------------------------------------------------------------------------------------------- */

static void
symbols_free (WeftPipelineSymbols *self)
{
  stop (self);
  if (self->file >= 0)
    close (self->file);
  g_hash_table_unref (self->found);
  g_string_chunk_free (self->names);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self);
}

WeftPipelineSymbols *
weft_pipeline_symbols_new (const char *path, GError **error)
{
  g_autoptr (WeftPipelineSymbols) self = g_new0 (WeftPipelineSymbols, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->path = g_strdup (path);
  self->socket = -1;
  self->found = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->names = g_string_chunk_new (4096);
  self->file = open (path, O_RDONLY | O_CLOEXEC);
  if (self->file < 0)
    {
      int code = errno;
      g_autofree char *shown = g_filename_display_name (path);

      g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s: %s", shown,
                   g_strerror (code));
      return NULL;
    }
  return start (self, error) ? g_steal_pointer (&self) : NULL;
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

gboolean
weft_pipeline_symbols_have_failed (WeftPipelineSymbols *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->n_ends > 0;
}

/* --- an address --------------------------------------------------------------------------------------- */

/* (nullable) */
static const char *
keep_name (WeftPipelineSymbols *self, const char *name, gsize length)
{
  g_autofree char *copy = g_strndup (name, length);

  return *copy != '\0' ? g_string_chunk_insert_const (self->names, copy) : NULL;
}

static gboolean
read_answer (WeftPipelineSymbols *self, guint64 address, const char *message, gssize length,
             WeftSymbol *symbol)
{
  const char *names = message + sizeof (WeftSymbolsAnswer);
  WeftSymbolsAnswer head;

  if (length < 0 || !weft_symbols_answer_take (message, (gsize) length, address, &head))
    return FALSE;
  symbol->function = keep_name (self, names, head.function);
  if (symbol->function != NULL)
    symbol->offset = head.offset;
  if (head.line > 0)
    symbol->file = keep_name (self, names + head.function, head.file);
  if (symbol->file != NULL)
    symbol->line = head.line;
  return TRUE;
}

/* FALSE where the program had to be ended. */
static gboolean
ask (WeftPipelineSymbols *self, guint64 address, WeftSymbol *symbol)
{
  char message[WEFT_SYMBOLS_MAX_MESSAGE];

  return send (self->socket, &address, sizeof address, MSG_NOSIGNAL) == sizeof address
         && read_answer (self, address, message, receive (self, message, sizeof message), symbol);
}

/* Under the lock. */
static const WeftSymbol *
find_anew (WeftPipelineSymbols *self, guint64 address)
{
  WeftSymbol *symbol = g_new0 (WeftSymbol, 1);

  g_hash_table_insert (self->found, g_memdup2 (&address, sizeof address), symbol);
  if (self->n_ends >= MAX_ENDS || (self->socket < 0 && !start (self, NULL))
      || ask (self, address, symbol))
    return symbol;
  stop (self);
  self->n_ends++;
  return symbol;
}

gboolean
weft_pipeline_symbols_find (WeftPipelineSymbols *self, guint64 address, WeftSymbol *symbol)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  const WeftSymbol *found = g_hash_table_lookup (self->found, &address);

  *symbol = found != NULL ? *found : *find_anew (self, address);
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
