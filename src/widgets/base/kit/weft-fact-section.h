/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A section of the inspector: a title, and facts below it in three columns. It is written anew
 * whenever something changes; widgets are kept, and change only where a text does, so that nothing
 * flickers.
 *
 * Signal "link" (const char *target): the user followed the link of a fact. */

#define WEFT_TYPE_FACT_SECTION (weft_fact_section_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactSection, weft_fact_section, WEFT, FACT_SECTION, GtkWidget)

typedef enum
{
  WEFT_FACT_CODE = 1 << 0,    /* the value is code or an address */
  WEFT_FACT_STRONG = 1 << 1,  /* the fact that matters, or is selected */
  WEFT_FACT_HEADING = 1 << 2, /* names the columns */
  WEFT_FACT_SINGLE = 1 << 3,  /* the value stays in one line */
  WEFT_FACT_MARKUP = 1 << 4,  /* the note is Pango markup, whose links lead to targets */
} WeftFactFlags;

/* Texts are plain but for the note of WEFT_FACT_MARKUP, and nullable all of them. */
typedef struct
{
  const char *name;
  const char *value;
  const char *extra; /* right-aligned: a number with its unit, or in a column with a heading */
  const char *note;  /* a paragraph below, which can be selected */
  const char *tooltip;
  const char *target; /* the name is a link to this */
  WeftFactFlags flags;
} WeftFact;

GtkWidget *weft_fact_section_new (void);

/* Writes the section: first its title, then facts, then the end, which hides what is left of the
 * time before. Without a fact the section is hidden. It has room for a hundred facts, each of which is
 * several widgets; what is added beyond is counted in a last line, which leads to the statistics. */
void weft_fact_section_begin (WeftFactSection *self, const char *title);
void weft_fact_section_add (WeftFactSection *self, const WeftFact *fact);
void weft_fact_section_end (WeftFactSection *self);

/* Whether there is no more room; then `n` facts need not be written to be counted. */
gboolean weft_fact_section_is_full (WeftFactSection *self);
void weft_fact_section_skip (WeftFactSection *self, guint n);

/* A fact with nothing but a name and a value. Takes the value. */
void weft_fact_section_take (WeftFactSection *self, const char *name, char *value);

/* Hides the section. */
void weft_fact_section_clear (WeftFactSection *self);

/* A line per fact, its texts parted by tabs, below the title: (transfer full). */
char *weft_fact_section_get_text (WeftFactSection *self);

G_END_DECLS
