/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-block-reader.h"
#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-reader.h"
#include "weft-text-check.h"

G_BEGIN_DECLS

/* The formats that are known, and how each is recognised by what an input contains, never by its
 * name. */

typedef enum
{
  WEFT_SNIFF_NO,
  WEFT_SNIFF_YES,
  WEFT_SNIFF_MORE, /* can't be told before more of the input is there */
} WeftSniff;

typedef struct
{
  const char *name;  /* for people, marked for translation; the desktop calls it the same */
  const char *signs; /* what it is recognised by, for people, marked for translation */

  /* Formats of lines: whether `head`, whole lines from the beginning of the input, is one. The
   * reader is then fed whole lines. `within`: what is looked for may begin at any line. */
  gboolean (*sniff_lines) (const char *head, gsize length);
  gboolean within;
  gboolean is_vague; /* formats of one's own are asked first */

  /* Formats of bytes, JSON documents and binary ones: whether `head`, the beginning of the input cut
   * anywhere, is one. Formats of lines are tried where all formats of bytes say no. The reader is
   * fed blocks that are cut anywhere. */
  WeftSniff (*sniff_bytes) (const char *head, gsize length);

  /* (nullable) The files that make a directory one capture, in the order in which they are read:
   * (transfer full) (nullable), full paths. NULL: it is none. The reader is told of each with
   * weft_reader_begin_part(). */
  char **(*list_parts) (const char *directory);

  /* (nullable) What an input named `title` is that begins with `head`, where it is no trace but lies
   * beside one of the format and is read with that: a sentence for people, (transfer full). */
  char *(*explain_companion) (const char *head, gsize length, const char *title);

  guint checks; /* of WeftTextCheck */

  WeftReader *(*create) (const WeftReaderSetup *setup);

  /* (nullable) The trace that an index file holds: (transfer full). NULL, with the reader bad, where it holds none.
   * Without it, files of the format are always read. */
  WeftTrace *(*restore) (const WeftReaderSetup *setup, WeftIndexReader *index);

  /* (nullable) The reader that goes on with a trace that was restored, where one that was fed all of its lines has left
   * such a state (weft_reader_get_state()): (transfer full). NULL: that makes no sense. */
  WeftReader *(*go_on) (WeftTrace *trace, GVariant *state);

  /* Where there is that: puts a trace that was read to its end into an index file. */
  void (*keep) (WeftTrace *trace, WeftIndexWriter *index);

  /* (nullable) Whether that holds all of this trace. NULL: of any. */
  gboolean (*can_keep) (WeftTrace *trace);

  /* (nullable) The texts of the files of a directory, in their order: (transfer full) (element-type WeftTextStore). NULL: it
   * needs none of them later. */
  GPtrArray *(*list_texts) (WeftTrace *trace);

  /* (nullable) The files beside that at `path` that are read with it, of which `trace` is: (transfer full)
   * (element-type utf8). */
  GPtrArray *(*list_beside) (const char *path, WeftTrace *trace);
} WeftFormat;

/* All of them, in the order in which they are tried (weft-formats.c). */
extern const WeftFormat weft_formats[];
extern const guint weft_n_formats;

/* As which files that are described are kept, whatever their description: only for index files (weft-formats.c). */
extern const WeftFormat weft_described_format;

/* The names of all formats, for people: (transfer full). */
char *weft_format_list (void);

/* A line for each format, which says what was looked for: (transfer full). */
char *weft_format_list_signs (void);

/* The format of lines of which `text` is the beginning, or a piece of the head; NULL: none. `vague`: one of
 * those that are, or none of them. */
const WeftFormat *weft_format_of_lines (const char *text, gsize length, gboolean is_beginning,
                                        gboolean vague);

/* The format of bytes that begins with `head`. NULL: none, or, where `more` is set, not known yet. */
const WeftFormat *weft_format_of_bytes (const char *head, gsize length, gboolean *more);

/* The format of that name (before it is translated); NULL: none. */
const WeftFormat *weft_format_of_name (const char *name);

/* The format of which a directory is a capture, with its files: NULL where it is none. `parts` is
 * (transfer full). */
const WeftFormat *weft_format_of_directory (const char *directory, char ***parts);

/* A sentence on an input that lies beside a trace of some format: (transfer full) (nullable). */
char *weft_format_explain_companion (const char *head, gsize length, const char *title);

G_END_DECLS
