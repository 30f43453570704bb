/* SPDX-License-Identifier: GPL-3.0-or-later */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "weft-described-pattern.h"

#include <pcre2.h>
#include <string.h>

/* Steps back that a match may take: some milliseconds' worth. */
#define MATCH_LIMIT 100000
#define DEPTH_LIMIT 10000
#define HEAP_LIMIT 1024 /* KiB */
#define MAX_GROUPS 64

struct _WeftDescribedPattern
{
  pcre2_code *code;
  guint n_names;
  guint name_size;
  const guchar *names;
};

struct _WeftPatternMatch
{
  pcre2_match_data *data;
  pcre2_match_context *limits;
  int n_groups; /* that took part */
};

WeftDescribedPattern *
weft_described_pattern_new (const char *text, gsize *place, char **message)
{
  WeftDescribedPattern *self;
  PCRE2_SIZE offset = 0;
  guint32 n = 0;
  int error;
  pcre2_code *code = pcre2_compile (
    (PCRE2_SPTR) text, PCRE2_ZERO_TERMINATED,
    PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY, &error, &offset, NULL);

  if (code == NULL)
    {
      PCRE2_UCHAR buffer[256] = { 0 };

      pcre2_get_error_message (error, buffer, sizeof buffer);
      *place = MIN (offset, strlen (text));
      *message = g_strdup ((const char *) buffer);
      return NULL;
    }
  /* Where there is no compiler for the machine, it is interpreted. */
  pcre2_jit_compile (code, PCRE2_JIT_COMPLETE);
  self = g_new0 (WeftDescribedPattern, 1);
  self->code = code;
  pcre2_pattern_info (code, PCRE2_INFO_NAMECOUNT, &n);
  self->n_names = n;
  pcre2_pattern_info (code, PCRE2_INFO_NAMEENTRYSIZE, &n);
  self->name_size = n;
  pcre2_pattern_info (code, PCRE2_INFO_NAMETABLE, &self->names);
  return self;
}

void
weft_described_pattern_free (WeftDescribedPattern *self)
{
  if (self == NULL)
    return;
  pcre2_code_free (self->code);
  g_free (self);
}

guint
weft_described_pattern_get_n_names (const WeftDescribedPattern *self)
{
  return self->n_names;
}

const char *
weft_described_pattern_get_name (const WeftDescribedPattern *self, guint index, guint *group)
{
  const guchar *entry = self->names + index * self->name_size;

  *group = (guint) entry[0] << 8 | entry[1];
  return (const char *) entry + 2;
}

/* --- matching ------------------------------------------------------------------------------------- */

WeftPatternMatch *
weft_pattern_match_new (void)
{
  WeftPatternMatch *self = g_new0 (WeftPatternMatch, 1);

  self->data = pcre2_match_data_create (MAX_GROUPS + 1, NULL);
  self->limits = pcre2_match_context_create (NULL);
  pcre2_set_match_limit (self->limits, MATCH_LIMIT);
  pcre2_set_depth_limit (self->limits, DEPTH_LIMIT);
  pcre2_set_heap_limit (self->limits, HEAP_LIMIT);
  return self;
}

void
weft_pattern_match_free (WeftPatternMatch *self)
{
  pcre2_match_data_free (self->data);
  pcre2_match_context_free (self->limits);
  g_free (self);
}

WeftPatternAnswer
weft_described_pattern_match (const WeftDescribedPattern *self, WeftPatternMatch *match,
                              const char *text, gsize length)
{
  int n = pcre2_match (self->code, (PCRE2_SPTR) text, length, 0, 0, match->data, match->limits);

  /* 0: there are more groups than the match has room for. */
  match->n_groups = n == 0 ? MAX_GROUPS + 1 : n;
  if (n >= 0)
    return WEFT_PATTERN_MATCHES;
  return n == PCRE2_ERROR_NOMATCH ? WEFT_PATTERN_OTHER : WEFT_PATTERN_GAVE_UP;
}

gboolean
weft_pattern_match_get (const WeftPatternMatch *self, guint group, gsize *begin, gsize *end)
{
  const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer (self->data);

  if ((int) group >= self->n_groups || offsets[2 * group] == PCRE2_UNSET
      || offsets[2 * group] > offsets[2 * group + 1])
    return FALSE;
  *begin = offsets[2 * group];
  *end = offsets[2 * group + 1];
  return TRUE;
}

gsize
weft_described_pattern_reach (const WeftDescribedPattern *self, WeftPatternMatch *match,
                              const char *text, gsize length)
{
  gsize low = 0, high = length;

  /* A beginning that can't be gone on from can't be either where it is longer. */
  while (low < high)
    {
      gsize middle = low + (high - low + 1) / 2;
      int n = pcre2_match (self->code, (PCRE2_SPTR) text, middle, 0,
                           PCRE2_ANCHORED | PCRE2_PARTIAL_HARD, match->data, match->limits);

      if (n >= 0 || n == PCRE2_ERROR_PARTIAL)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}
