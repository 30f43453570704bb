/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A pattern that texts are searched for: some letters, or a regular expression. Immutable, any thread.
 *
 * Regular expressions are those of GRegex over UTF-8; a line ends with "\n" alone, and "^" and "$"
 * are the ends of the text. Very many texts are looked through at once where that is possible:
 * they then stand one after the other, a NUL after each, and the expression is rewritten so that
 * it never reaches over a NUL. */
typedef struct _WeftTextMatcher WeftTextMatcher;

typedef enum
{
  WEFT_MATCH_PART,  /* the letters stand somewhere in the text */
  WEFT_MATCH_WHOLE, /* they are the text */
  WEFT_MATCH_REGEX,
} WeftTextMatch;

/* NULL with a G_REGEX_ERROR where `pattern` is no regular expression; `offset` (nullable) then is
 * the place of the mistake in it, in bytes. */
WeftTextMatcher *weft_text_matcher_new (WeftTextMatch match, const char *pattern,
                                        gboolean ignore_case, gsize *offset, GError **error);
WeftTextMatcher *weft_text_matcher_ref (WeftTextMatcher *self);
void weft_text_matcher_unref (WeftTextMatcher *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTextMatcher, weft_text_matcher_unref)

/* The first match in the `length` bytes of `text`, valid UTF-8: its bytes are [from, to). */
gboolean weft_text_matcher_find (const WeftTextMatcher *self, const char *text, gsize length,
                                 gsize *from, gsize *to);

/* A text of many: its bytes are [start, end) of those that all share, and a NUL stands at `end`. */
typedef struct
{
  gsize start;
  gsize end;
  gboolean ascii; /* no byte of it is above 127 */
} WeftTextSpan;

/* Hears of the first match in a text; [from, to) are bytes of the text. FALSE ends the search. */
typedef gboolean (*WeftTextFound) (guint index, gsize from, gsize to, gpointer user_data);

/* Looks through texts that stand one after the other in `bytes`, and reports each that matches.
 * FALSE where `found` ended it. */
gboolean weft_text_matcher_find_all (const WeftTextMatcher *self, const char *bytes,
                                     const WeftTextSpan *spans, guint n_spans, WeftTextFound found,
                                     gpointer user_data);

G_END_DECLS
