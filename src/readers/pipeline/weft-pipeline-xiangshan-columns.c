/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-xiangshan-columns.h"

#include <string.h>

static const struct
{
  const char *column;
  const char *stage;
} stages[WEFT_XIANGSHAN_N_STAGES] = {
  { "AtFetch", "F" },         { "AtDecode", "Dc" },   { "AtRename", "Rn" },
  { "AtDispQue", "Dq" },      { "AtIssueQue", "Iq" }, { "AtIssueArb", "Ia" },
  { "AtIssueReadReg", "Rr" }, { "AtFU", "X" },        { "AtBypassVal", "Bp" },
  { "AtWriteVal", "Wb" },     { "AtCommit", "Cm" },
};

/* Columns that are known to stand beside, here or in the table of loads, and have their place in the
 * detail alone. */
static const char *const beside[] = { "Result",     "VAddress",   "PAddress",
                                      "LastReplay", "StallSpans", "MemType" };

/* Why a load was replayed: a letter for each time. */
static const struct
{
  char letter;
  const char *word;
} replays[] = {
  { 'C', "cache miss" }, { 'T', "TLB miss" },           { 'B', "bank conflict" },
  { 'N', "nuke" },       { 'S', "D-cache stall" },      { 'R', "RAR" },
  { 'W', "RAW" },        { 'F', "store-forward fail" }, { 'O', "other" },
};

/* --- finding them ------------------------------------------------------------------------------- */

static gboolean
is_beside (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    if (g_str_equal (name, beside[i]))
      return TRUE;
  return FALSE;
}

/* The place that a column of that name has; NULL: it has none. */
static int *
find_place (WeftXiangshanColumns *self, const char *name)
{
  const struct
  {
    const char *name;
    int *place;
  } places[] = {
    { "ID", &self->id },
    { "SN", &self->sn },
    { "TID", &self->tid },
    { "UopIdx", &self->uop },
    { "PC", &self->pc },
    { "DisAsm", &self->disassembly },
    { "ReplayStr", &self->replay },
    { "StallReason", &self->reason },
    { "StallCycles", &self->stall },
    { "SecondaryReason", &self->second },
  };

  for (guint i = 0; i < WEFT_XIANGSHAN_N_STAGES; i++)
    if (g_str_equal (name, stages[i].column))
      return &self->stages[i];
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_equal (name, places[i].name))
      return places[i].place;
  return NULL;
}

static void
clear_unknown (gpointer unknown)
{
  g_free (((WeftXiangshanUnknown *) unknown)->name);
}

void
weft_xiangshan_columns_init (WeftXiangshanColumns *self, sqlite3_stmt *query)
{
  memset (self, 0xff, sizeof *self);
  self->unknown = g_array_new (FALSE, FALSE, sizeof (WeftXiangshanUnknown));
  g_array_set_clear_func (self->unknown, clear_unknown);
  self->n = sqlite3_column_count (query);
  for (int i = 0; i < self->n; i++)
    {
      const char *name = sqlite3_column_name (query, i);
      int *place = name != NULL ? find_place (self, name) : NULL;

      if (place != NULL && *place < 0)
        *place = i;
      else if (place == NULL && name != NULL && !is_beside (name))
        {
          WeftXiangshanUnknown unknown = { .name = g_utf8_make_valid (name, -1), .column = i };

          g_array_append_val (self->unknown, unknown);
        }
    }
}

void
weft_xiangshan_columns_clear (WeftXiangshanColumns *self)
{
  g_clear_pointer (&self->unknown, g_array_unref);
}

const char *
weft_xiangshan_stage_name (guint stage)
{
  return stages[stage].stage;
}

/* --- cells -------------------------------------------------------------------------------------- */

gint64
weft_xiangshan_get_number (sqlite3_stmt *query, int column, gint64 otherwise)
{
  if (column < 0 || sqlite3_column_type (query, column) != SQLITE_INTEGER)
    return otherwise;
  return sqlite3_column_int64 (query, column);
}

gint64
weft_xiangshan_columns_get_tick (const WeftXiangshanColumns *self, sqlite3_stmt *query, guint stage)
{
  return MAX (weft_xiangshan_get_number (query, self->stages[stage], 0), 0);
}

/* Appends text without what would end a line. */
static void
append_text (sqlite3_stmt *query, int column, GString *text)
{
  const unsigned char *bytes = sqlite3_column_text (query, column);
  int length = sqlite3_column_bytes (query, column);

  for (int i = 0; bytes != NULL && i < length; i++)
    g_string_append_c (text, bytes[i] < ' ' ? ' ' : (char) bytes[i]);
}

/* SQLite keeps whole numbers to 2^63 − 1. Larger ones of unsigned columns become reals, which have lost their
 * last bits, or negative. */
static void
append_pc (const WeftXiangshanColumns *self, sqlite3_stmt *query, GString *text)
{
  double real;

  switch (self->pc >= 0 ? sqlite3_column_type (query, self->pc) : SQLITE_NULL)
    {
    case SQLITE_INTEGER:
      g_string_append_printf (
        text, "%" G_GINT64_MODIFIER "x: ", (guint64) sqlite3_column_int64 (query, self->pc));
      break;
    case SQLITE_FLOAT:
      real = sqlite3_column_double (query, self->pc);
      if (real >= 0 && real < 0x1p64)
        g_string_append_printf (text, "≈%" G_GINT64_MODIFIER "x: ", (guint64) real);
      break;
    default:
      break;
    }
}

void
weft_xiangshan_columns_append_label (const WeftXiangshanColumns *self, sqlite3_stmt *query,
                                     GString *text)
{
  gint64 uop = weft_xiangshan_get_number (query, self->uop, 0);

  append_pc (self, query, text);
  if (self->disassembly >= 0 && sqlite3_column_type (query, self->disassembly) == SQLITE_INTEGER)
    g_string_append_printf (text, "%08" G_GINT64_MODIFIER "x",
                            (guint64) sqlite3_column_int64 (query, self->disassembly));
  else if (self->disassembly >= 0)
    append_text (query, self->disassembly, text);
  if (uop > 0)
    g_string_append_printf (text, " · uop %" G_GINT64_FORMAT, uop);
}

static const char *
get_word (sqlite3_stmt *query, int column)
{
  const char *text = column >= 0 ? (const char *) sqlite3_column_text (query, column) : NULL;

  return text != NULL && *text != '\0' ? text : NULL;
}

gboolean
weft_xiangshan_columns_get_attribution (const WeftXiangshanColumns *self, sqlite3_stmt *query,
                                        WeftPipelineAttribution *attribution)
{
  gint64 cycles = weft_xiangshan_get_number (query, self->stall, WEFT_ATTRIBUTION_UNKNOWN);

  *attribution =
    (WeftPipelineAttribution){ get_word (query, self->reason), get_word (query, self->second),
                               MAX (cycles, WEFT_ATTRIBUTION_UNKNOWN) };
  return attribution->reason != NULL || attribution->second != NULL || attribution->cycles >= 0;
}

static void
append_replays (sqlite3_stmt *query, int column, GString *text)
{
  const char *letters = (const char *) sqlite3_column_text (query, column);
  const char *before = " (";

  for (; letters != NULL && *letters != '\0'; letters++)
    for (guint i = 0; i < G_N_ELEMENTS (replays); i++)
      if (replays[i].letter == *letters)
        {
          g_string_append_printf (text, "%s%s", before, replays[i].word);
          before = ", ";
        }
  if (*before == ',')
    g_string_append_c (text, ')');
}

static void
count_unknown (WeftXiangshanColumns *self, sqlite3_stmt *query)
{
  for (guint i = 0; i < self->unknown->len; i++)
    {
      WeftXiangshanUnknown *unknown = &g_array_index (self->unknown, WeftXiangshanUnknown, i);

      unknown->n += sqlite3_column_type (query, unknown->column) != SQLITE_NULL;
    }
}

void
weft_xiangshan_columns_append_detail (WeftXiangshanColumns *self, sqlite3_stmt *query,
                                      GString *text)
{
  count_unknown (self, query);
  for (int i = 0; i < self->n; i++)
    {
      if (sqlite3_column_type (query, i) == SQLITE_NULL)
        continue;
      g_string_append_printf (text, "%s%s: ", text->len > 0 ? "\\n" : "",
                              sqlite3_column_name (query, i));
      append_text (query, i, text);
      if (i == self->replay)
        append_replays (query, i, text);
    }
}
