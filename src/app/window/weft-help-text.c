/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-help-text.h"

#include <string.h>

static void
block_free (gpointer data)
{
  WeftHelpBlock *block = data;

  g_free (block->text);
  g_free (block->mark);
  g_free (block->target);
  g_clear_pointer (&block->cells, g_ptr_array_unref);
  g_free (block);
}

/* --- within a line ---------------------------------------------------------------------------- */

static void append_inline (GString *markup, const char *text, gsize length);

static void
append_escaped (GString *markup, const char *text, gsize length)
{
  g_autofree char *escaped = g_markup_escape_text (text, (gssize) length);

  g_string_append (markup, escaped);
}

/* What stands between two marks, as an element: the bytes taken, 0 where there is no second mark.
 */
static gsize
append_marked (GString *markup, const char *text, const char *end, const char *mark,
               const char *element)
{
  gsize n = strlen (mark);
  const char *close = g_strstr_len (text + n, end - text - (gssize) n, mark);

  /* A sign between blanks is a sign. */
  if (close == NULL || close == text + n || g_ascii_isspace (text[n])
      || g_ascii_isspace (close[-1]))
    return 0;
  g_string_append_printf (markup, "<%s>", element);
  if (g_str_equal (element, "tt"))
    append_escaped (markup, text + n, (gsize) (close - text) - n);
  else
    append_inline (markup, text + n, (gsize) (close - text) - n);
  g_string_append_printf (markup, "</%s>", element);
  return (gsize) (close - text) + n;
}

/* [words](target): the parts; FALSE where it is none. */
static gboolean
find_link (const char *text, const char *end, const char **words_end, const char **target,
           const char **target_end)
{
  *words_end = g_strstr_len (text, end - text, "](");
  if (*words_end == NULL)
    return FALSE;
  *target = *words_end + 2;
  *target_end = memchr (*target, ')', (gsize) (end - *target));
  return *target_end != NULL;
}

static gsize
append_link (GString *markup, const char *text, const char *end)
{
  const char *words_end, *target, *target_end;

  if (!find_link (text, end, &words_end, &target, &target_end))
    return 0;
  g_string_append (markup, "<a href=\"");
  append_escaped (markup, target, (gsize) (target_end - target));
  g_string_append (markup, "\">");
  /* A picture in a table may have no words of its own. */
  if (words_end > text + 1)
    append_inline (markup, text + 1, (gsize) (words_end - text) - 1);
  else
    append_escaped (markup, target, (gsize) (target_end - target));
  g_string_append (markup, "</a>");
  return (gsize) (target_end - text) + 1;
}

static void
append_inline (GString *markup, const char *text, gsize length)
{
  const char *end = text + length;

  while (text < end)
    {
      gsize taken = 0;

      if (*text == '\\' && text + 1 < end && g_ascii_ispunct (text[1]))
        {
          append_escaped (markup, text + 1, 1);
          taken = 2;
        }
      else if (*text == '`')
        taken = append_marked (markup, text, end, "`", "tt");
      else if (g_str_has_prefix (text, "**"))
        taken = append_marked (markup, text, end, "**", "b");
      else if (*text == '*')
        taken = append_marked (markup, text, end, "*", "i");
      else if (*text == '[')
        taken = append_link (markup, text, end);
      else if (g_str_has_prefix (text, "!["))
        {
          taken = append_link (markup, text + 1, end);
          taken += taken > 0;
        }
      if (taken == 0)
        {
          taken = (gsize) (g_utf8_next_char (text) - text);
          append_escaped (markup, text, taken);
        }
      text += taken;
    }
}

static char *
to_markup (const char *text)
{
  GString *markup = g_string_new (NULL);

  append_inline (markup, text, strlen (text));
  return g_string_free (markup, FALSE);
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* What is being read. */
typedef struct
{
  GPtrArray *blocks;
  WeftHelpBlock *open; /* a paragraph or item that the next line may continue; its text is raw */
} Parser;

static void
close_block (Parser *parser)
{
  char *raw;

  if (parser->open == NULL)
    return;
  raw = parser->open->text;
  parser->open->text = to_markup (raw);
  g_free (raw);
  parser->open = NULL;
}

static WeftHelpBlock *
add_block (Parser *parser, WeftHelpKind kind, guint level)
{
  WeftHelpBlock *block = g_new0 (WeftHelpBlock, 1);

  close_block (parser);
  block->kind = kind;
  block->level = level;
  g_ptr_array_add (parser->blocks, block);
  return block;
}

/* A line without its leading blanks goes on with what is open. */
static void
continue_block (Parser *parser, const char *line)
{
  char *text = g_strconcat (parser->open->text, " ", line, NULL);

  g_free (parser->open->text);
  parser->open->text = text;
}

static void
add_code (Parser *parser, const char *line)
{
  WeftHelpBlock *last =
    parser->blocks->len > 0 ? parser->blocks->pdata[parser->blocks->len - 1] : NULL;

  if (last != NULL && last->kind == WEFT_HELP_CODE && parser->open == NULL && last->level == 1)
    {
      char *text = g_strconcat (last->text, "\n", line, NULL);

      g_free (last->text);
      last->text = text;
      return;
    }
  /* Level 1: more lines may follow. */
  add_block (parser, WEFT_HELP_CODE, 1)->text = g_strdup (line);
}

/* After what is no code. */
static void
end_code (Parser *parser)
{
  WeftHelpBlock *last =
    parser->blocks->len > 0 ? parser->blocks->pdata[parser->blocks->len - 1] : NULL;

  if (last != NULL && last->kind == WEFT_HELP_CODE)
    last->level = 0;
}

/* "| a | b |": cells end at bars that stand neither in code nor after a backslash. */
static void
add_row (Parser *parser, const char *line)
{
  WeftHelpBlock *row = add_block (parser, WEFT_HELP_ROW, 0);
  g_autoptr (GString) cell = g_string_new (NULL);
  gboolean in_code = FALSE;

  row->cells = g_ptr_array_new_with_free_func (g_free);
  for (line++; *line != '\0'; line++)
    {
      if (*line == '\\' && line[1] == '|')
        g_string_append_c (cell, *++line);
      else if (*line == '|' && !in_code)
        {
          g_ptr_array_add (row->cells, to_markup (g_strstrip (cell->str)));
          g_string_truncate (cell, 0);
        }
      else
        {
          in_code ^= *line == '`';
          g_string_append_c (cell, *line);
        }
    }
}

/* The line below a table's titles. */
static gboolean
is_rule (const char *line)
{
  return line[0] == '|' && strspn (line, "|-: ") == strlen (line);
}

static void
mark_titles (Parser *parser)
{
  WeftHelpBlock *last =
    parser->blocks->len > 0 ? parser->blocks->pdata[parser->blocks->len - 1] : NULL;

  if (last != NULL && last->kind == WEFT_HELP_ROW)
    last->level = 1;
}

/* A picture alone in its line; within texts and tables it is a link. */
static gboolean
add_picture (Parser *parser, const char *line)
{
  const char *end = line + strlen (line), *words_end, *target, *target_end;
  WeftHelpBlock *picture;

  if (!g_str_has_prefix (line, "![") || !find_link (line + 1, end, &words_end, &target, &target_end)
      || target_end[1] != '\0')
    return FALSE;
  picture = add_block (parser, WEFT_HELP_PICTURE, 0);
  picture->text = g_strndup (line + 2, (gsize) (words_end - line) - 2);
  picture->target = g_strndup (target, (gsize) (target_end - target));
  return TRUE;
}

/* "- " and "12. ": the bytes of the mark, 0 where there is none. */
static gsize
measure_mark (const char *line)
{
  gsize n = strspn (line, "0123456789");

  if (n > 0 && line[n] == '.' && line[n + 1] == ' ')
    return n + 2;
  return (*line == '-' || *line == '*') && line[1] == ' ' ? 2 : 0;
}

static void
add_item (Parser *parser, const char *line, gsize mark, gsize indentation)
{
  WeftHelpBlock *item = add_block (parser, WEFT_HELP_ITEM, indentation >= 2 ? 1 : 0);

  item->mark = g_ascii_isdigit (*line) ? g_strndup (line, mark - 1) : g_strdup ("•");
  item->text = g_strdup (line + mark);
  parser->open = item;
}

static void
add_heading (Parser *parser, const char *line)
{
  gsize level = strspn (line, "#");

  add_block (parser, WEFT_HELP_HEADING, (guint) MIN (level, 3))->text =
    to_markup (line + level + (line[level] == ' '));
}

static void
parse_line (Parser *parser, const char *raw)
{
  gsize indentation = strspn (raw, " ");
  const char *line = raw + indentation;
  gsize mark = measure_mark (line);

  if (indentation >= 4 && parser->open == NULL)
    {
      add_code (parser, raw + 4);
      return;
    }
  if (*line == '\0')
    {
      close_block (parser);
      return;
    }
  end_code (parser);
  if (*raw == '#')
    add_heading (parser, line);
  else if (is_rule (line))
    mark_titles (parser);
  else if (*line == '|')
    add_row (parser, line);
  else if (add_picture (parser, line))
    return;
  else if (mark > 0)
    add_item (parser, line, mark, indentation);
  else if (parser->open != NULL)
    continue_block (parser, line);
  else
    {
      parser->open = add_block (parser, WEFT_HELP_PARAGRAPH, 0);
      parser->open->text = g_strdup (line);
    }
}

GPtrArray *
weft_help_text_parse (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Parser parser = { g_ptr_array_new_with_free_func (block_free), NULL };
  gboolean fenced = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "```"))
      {
        close_block (&parser);
        end_code (&parser);
        fenced = !fenced;
      }
    else if (fenced)
      add_code (&parser, lines[i]);
    else
      parse_line (&parser, lines[i]);
  close_block (&parser);
  return parser.blocks;
}

/* --- links ------------------------------------------------------------------------------------ */

static void
list_targets (const char *markup, GPtrArray *targets)
{
  static const char *const mark = "<a href=\"";

  for (const char *link = strstr (markup, mark); link != NULL; link = strstr (link, mark))
    {
      const char *end = strchr (link += strlen (mark), '"');

      g_ptr_array_add (targets, g_strndup (link, (gsize) (end - link)));
    }
}

void
weft_help_block_list_targets (const WeftHelpBlock *block, GPtrArray *targets)
{
  if (block->target != NULL)
    g_ptr_array_add (targets, g_strdup (block->target));
  if (block->text != NULL && block->kind != WEFT_HELP_CODE && block->kind != WEFT_HELP_PICTURE)
    list_targets (block->text, targets);
  for (guint i = 0; block->cells != NULL && i < block->cells->len; i++)
    list_targets (block->cells->pdata[i], targets);
}
