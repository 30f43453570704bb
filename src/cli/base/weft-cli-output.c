/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-output.h"

#include "weft-cli-command.h"
#include "weft-passing-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _WeftCliOutput
{
  FILE *stream;
  char *path;
  char *temporary; /* where it is written to until it is complete; NULL: written straight */
};

static void
complain (const char *path)
{
  weft_cli_complain (_ ("“%s” can't be written: %s"), path, g_strerror (errno));
}

/* Something that is there and no file is not replaced. */
static gboolean
can_replace (const char *path)
{
  struct stat status;

  return stat (path, &status) != 0 || S_ISREG (status.st_mode);
}

/* As other programs make files: the user's mask says who may read it. */
static FILE *
open_temporary (const char *path, char **name)
{
  int fd = weft_passing_file_open (path, 0666, name);
  FILE *stream = fd >= 0 ? fdopen (fd, "w") : NULL;

  if (stream == NULL && fd >= 0)
    close (fd);
  return stream;
}

WeftCliOutput *
weft_cli_output_open (const char *path)
{
  WeftCliOutput *self = g_new0 (WeftCliOutput, 1);

  self->path = g_strdup (path);
  if (strcmp (path, "-") == 0)
    self->stream = stdout;
  else if (can_replace (path))
    self->stream = open_temporary (path, &self->temporary);
  else
    self->stream = fopen (path, "we");
  if (self->stream != NULL)
    return self;
  complain (path);
  g_free (self->path);
  g_free (self->temporary);
  g_free (self);
  return NULL;
}

FILE *
weft_cli_output_get_stream (WeftCliOutput *self)
{
  return self->stream;
}

const char *
weft_cli_output_get_path (WeftCliOutput *self)
{
  return self->temporary;
}

gboolean
weft_cli_output_close (WeftCliOutput *self, gboolean keep)
{
  gboolean done = TRUE;

  /* Whether standard output took it all shows when the program ends. */
  if (self->stream != stdout)
    {
      done = ferror (self->stream) == 0;
      done = fclose (self->stream) == 0 && done;
      if (done && keep && self->temporary != NULL)
        done = weft_passing_file_keep (self->temporary, self->path);
      if (!done)
        complain (self->path);
      if (self->temporary != NULL && (!done || !keep))
        weft_passing_file_drop (self->temporary);
    }
  g_free (self->path);
  g_free (self->temporary);
  g_free (self);
  return done;
}
