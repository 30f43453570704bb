/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Notes of gem5's debug lines on ops whose fetch line has not come yet: gem5 prints an op's block
 * when the op leaves the pipeline. Kept by sequence number (SN) until the op comes; a bounded
 * number of them, the oldest are forgotten first. */

typedef enum
{
  WEFT_O3_NOTE_TEXT,   /* a line about it: place to read it back from, length, tick */
  WEFT_O3_NOTE_READ,   /* a register: tick of the line, small number of the register */
  WEFT_O3_NOTE_WRITE,  /* likewise */
  WEFT_O3_NOTE_THREAD, /* its number */
  WEFT_O3_NOTE_MEMORY, /* the tick at which its memory access completed */
} WeftO3NoteType;

typedef struct
{
  gint64 value;  /* place, tick or number */
  gint64 tick;   /* of a text; −1: its line has none */
  guint32 extra; /* length or register */
  WeftO3NoteType type;
} WeftO3Note;

typedef struct _WeftPipelineO3Notes WeftPipelineO3Notes;

WeftPipelineO3Notes *weft_pipeline_o3_notes_new (void);
void weft_pipeline_o3_notes_free (WeftPipelineO3Notes *self);

void weft_pipeline_o3_notes_add (WeftPipelineO3Notes *self, gint64 sn, WeftO3Note note);

typedef void (*WeftO3NoteFunc) (const WeftO3Note *note, gpointer data);

/* Calls `function` with each note about `sn`, in the order in which they were added, and forgets
 * them. */
void weft_pipeline_o3_notes_take (WeftPipelineO3Notes *self, gint64 sn, WeftO3NoteFunc function,
                                  gpointer data);

/* How many notes were forgotten before their op came. */
guint64 weft_pipeline_o3_notes_get_n_lost (const WeftPipelineO3Notes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineO3Notes, weft_pipeline_o3_notes_free)

G_END_DECLS
