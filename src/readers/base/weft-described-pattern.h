/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A regular expression that is held against lines, compiled to machine code. It sees bytes, and gives up on
 * a line that would take it too long. PCRE2 by itself, as GRegex has no limit that can be set. */

typedef struct _WeftDescribedPattern WeftDescribedPattern;

/* Lines of more bytes are held against no pattern. */
#define WEFT_PATTERN_MAX_LINE ((gsize) 16384)

typedef enum
{
  WEFT_PATTERN_OTHER,
  WEFT_PATTERN_MATCHES,
  WEFT_PATTERN_GAVE_UP, /* it took too long to tell */
} WeftPatternAnswer;

/* NULL where `text` is none: `message`, (transfer full), says why, and `place` at which byte. */
WeftDescribedPattern *weft_described_pattern_new (const char *text, gsize *place, char **message);
void weft_described_pattern_free (WeftDescribedPattern *self);

/* Its named groups: how many, their names and numbers. */
guint weft_described_pattern_get_n_names (const WeftDescribedPattern *self);
const char *weft_described_pattern_get_name (const WeftDescribedPattern *self, guint index,
                                             guint *group);

/* For one thread, to match any pattern of at most so many groups. */
typedef struct _WeftPatternMatch WeftPatternMatch;

WeftPatternMatch *weft_pattern_match_new (void);
void weft_pattern_match_free (WeftPatternMatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPatternMatch, weft_pattern_match_free)

WeftPatternAnswer weft_described_pattern_match (const WeftDescribedPattern *self,
                                                WeftPatternMatch *match, const char *text,
                                                gsize length);

/* The bytes of a group of the last match: FALSE where it took no part. */
gboolean weft_pattern_match_get (const WeftPatternMatch *self, guint group, gsize *begin,
                                 gsize *end);

/* How many bytes of a line that does not match could begin one that does, if it has to begin there. */
gsize weft_described_pattern_reach (const WeftDescribedPattern *self, WeftPatternMatch *match,
                                    const char *text, gsize length);

G_END_DECLS
