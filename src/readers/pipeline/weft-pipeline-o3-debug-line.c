/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-o3-debug-line.h"

#include "weft-pipeline-o3-numbers.h"

#include <string.h>

/* Where `phrase` stands in [text, end); NULL where it does not. */
static const char *
find (const char *text, const char *end, const char *phrase)
{
  return memmem (text, (gsize) (end - text), phrase, strlen (phrase));
}

static const char *
find_behind (const char *text, const char *end, const char *phrase)
{
  const char *found = find (text, end, phrase);

  return found != NULL ? found + strlen (phrase) : NULL;
}

static gboolean
is (const char *text, const char *end, const char *word)
{
  return (gsize) (end - text) == strlen (word) && memcmp (text, word, strlen (word)) == 0;
}

/* The number whose digits stand at `p` (nullable), and what follows them; −1 where there is none
 * below 10¹⁸. */
static gint64
get_number (const char *p, const char *end, const char **behind)
{
  const char *digits = p;
  gint64 value = 0;

  for (; p != NULL && p < end && g_ascii_isdigit (*p) && p - digits < 19; p++)
    value = p - digits < 18 ? value * 10 + (*p - '0') : -1;
  *behind = p;
  return p != digits ? value : -1;
}

static void
set_detail (WeftPipelineO3DebugLine *self, const char *text, const char *end)
{
  self->detail = text;
  self->detail_length = (gsize) (end - text);
}

/* "Renaming arch reg 2 (integer) to physical reg 37 (37).": older gem5 names no class. */
static void
read_written (WeftPipelineO3DebugLine *self, const char *text, const char *end)
{
  static const char phrase[] = " to physical reg ";
  const char *found = find (text, end, phrase), *open, *behind;

  if (found == NULL)
    return;
  self->written.number = get_number (found + strlen (phrase), end, &behind);
  open = found > text && found[-1] == ')' ? memrchr (text, '(', (gsize) (found - text)) : NULL;
  if (open == NULL)
    return;
  self->written.class_name = open + 1;
  self->written.class_length = (gsize) (found - 1 - (open + 1));
}

/* "Looking up integer arch reg 2, got phys reg 37 (integer)": likewise. */
static void
read_read (WeftPipelineO3DebugLine *self, const char *text, const char *end)
{
  const char *number = find_behind (text, end, "got phys reg "), *p, *close;

  if (number == NULL)
    return;
  self->read.number = get_number (number, end, &p);
  if (end - p < 3 || p[0] != ' ' || p[1] != '(')
    return;
  p += 2;
  close = memchr (p, ')', (gsize) (end - p));
  if (close == NULL)
    return;
  self->read.class_name = p;
  self->read.class_length = (gsize) (close - p);
}

/* gem5 gives the registers that are none a class of this name. */
static void
drop_invalid (WeftO3Register *reg)
{
  static const char invalid[] = "invalid";

  if (reg->class_length >= strlen (invalid)
      && g_ascii_strncasecmp (reg->class_name, invalid, strlen (invalid)) == 0)
    reg->number = -1;
}

static void
read_rename (WeftPipelineO3DebugLine *self, const char *message, const char *end)
{
  const char *text = find (message, end, "Renaming");

  if (text == NULL)
    text = find (message, end, "Looking");
  if (text == NULL)
    return;
  set_detail (self, text, end);
  read_written (self, text, end);
  read_read (self, text, end);
  drop_invalid (&self->written);
  drop_invalid (&self->read);
}

/* Behind the tick that begins at `start`. */
static void
read_message (WeftPipelineO3DebugLine *self, const char *start, const char *component,
              const char *end)
{
  const char *colon = memchr (component, ':', (gsize) (end - component));
  const char *message = colon != NULL ? weft_o3_skip_blanks (colon + 1, end) : end;
  const char *values;

  if (colon == NULL)
    return;
  if (find (component, colon, "rename") != NULL)
    read_rename (self, message, end);
  else if (find (component, colon, ".memDep") != NULL)
    {
      self->ends_memory = find (message, end, "Completed mem") != NULL;
      if (self->ends_memory)
        set_detail (self, start, end);
    }
  else if (is (component, colon, "user"))
    set_detail (self, start, end);
  else if (is (component, colon, "global"))
    {
      values = find_behind (message, end, "RegFile:");
      if (values != NULL)
        set_detail (self, weft_o3_skip_blanks (values, end), end);
    }
  else if (find (component, colon, ".lsq") != NULL
           && (find (message, end, "Read called") != NULL
               || find (message, end, "Doing write") != NULL))
    set_detail (self, message, end);
}

void
weft_pipeline_o3_debug_line_parse (WeftPipelineO3DebugLine *self, const char *text, gsize length)
{
  const char *end = text + length, *start = weft_o3_skip_blanks (text, end), *behind;

  memset (self, 0, sizeof *self);
  self->written.number = self->read.number = -1;
  self->written.class_name = self->read.class_name = "";
  if (end > start && end[-1] == '\r')
    end--;
  self->sn = get_number (find_behind (text, end, "sn:"), end, &behind);
  self->tid = get_number (find_behind (text, end, "[tid:"), end, &behind);
  self->tick = get_number (start, end, &behind);
  if (self->tick >= 0 && (behind == end || *behind != ':'))
    self->tick = -1;
  if (self->tick >= 0)
    read_message (self, start, weft_o3_skip_blanks (behind + 1, end), end);
}
