/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-described-splitter.h"

G_BEGIN_DECLS

/* Counts and places of all that a description made of a file, and could make nothing of. */

/* So many lines that no pattern matches are kept, of at most so many bytes each. */
#define WEFT_DESCRIBED_KEPT_LINES 1000
#define WEFT_DESCRIBED_KEPT_BYTES 1000

typedef struct
{
  gint64 line;   /* 0: there is none */
  gint64 column; /* from 1 */
  char *text;    /* valid UTF-8, perhaps cut; nullable */
} WeftDescribedPlace;

typedef struct
{
  guint64 n;
  WeftDescribedPlace first;
  guint64 n_gave_up; /* lines that its pattern could not be held against, */
  gboolean is_off;   /* until it was not any more */
} WeftSourceReport;

typedef struct
{
  guint64 n_made;
  guint64 n_unreadable;
  WeftDescribedPlace first_unreadable;
  guint64 n_stray;
  WeftDescribedPlace first_stray;
} WeftItemReport;

typedef struct
{
  gatomicrefcount ref_count;
  WeftDescribedSplitter *splitter; /* held, with its description */
  WeftSourceReport *sources;
  WeftItemReport *items;
  guint64 n_unread; /* lines or rows that nothing was made of */
  GArray *unread;   /* WeftDescribedPlace: the first of them */
} WeftDescribedReport;

WeftDescribedReport *weft_described_report_new (WeftDescribedSplitter *splitter);
void weft_described_report_unref (WeftDescribedReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDescribedReport, weft_described_report_unref)

/* The reader, which alone adds to it, while others wait for its end. */
void weft_described_report_attach (WeftDescribedReport *self, WeftTrace *trace);

/* That of a trace that was read: (transfer none), NULL where no description was used. */
const WeftDescribedReport *weft_described_report_of (WeftTrace *trace);

/* Notes a place where it is the first. */
void weft_described_place_note (WeftDescribedPlace *self, const WeftDescribedRecord *record,
                                gint64 column);

void weft_described_report_add_unread (WeftDescribedReport *self, const WeftDescribedRecord *record,
                                       gint64 column);

/* Lines that are not, or not all, what the description says. */
guint64 weft_described_report_count_faults (const WeftDescribedReport *self);

/* Adds what is to be said of the whole file, once. */
void weft_described_report_say (WeftDescribedReport *self, WeftDiagnostics *diagnostics);

G_END_DECLS
