/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-help-text.h"

#include <cmark.h>
#include <pango/pango.h>
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

static void append_nodes (GString *markup, cmark_node *first);

static void
append_escaped (GString *markup, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text != NULL ? text : "", -1);

  g_string_append (markup, escaped);
}

static void
append_element (GString *markup, const char *element, cmark_node *node)
{
  g_string_append_printf (markup, "<%s>", element);
  append_nodes (markup, cmark_node_first_child (node));
  g_string_append_printf (markup, "</%s>", element);
}

/* A picture within a text or a table is a link, but within a link its words. */
static void
append_link (GString *markup, cmark_node *node)
{
  gboolean within = cmark_node_get_type (cmark_node_parent (node)) == CMARK_NODE_LINK;

  if (!within)
    {
      g_string_append (markup, "<a href=\"");
      append_escaped (markup, cmark_node_get_url (node));
      g_string_append (markup, "\">");
    }
  /* A picture in a table may have no words of its own. */
  if (cmark_node_first_child (node) != NULL)
    append_nodes (markup, cmark_node_first_child (node));
  else
    append_escaped (markup, cmark_node_get_url (node));
  if (!within)
    g_string_append (markup, "</a>");
}

static void
append_node (GString *markup, cmark_node *node)
{
  switch (cmark_node_get_type (node))
    {
    case CMARK_NODE_SOFTBREAK:
      g_string_append_c (markup, ' ');
      break;
    case CMARK_NODE_LINEBREAK:
      g_string_append_c (markup, '\n');
      break;
    case CMARK_NODE_CODE:
      g_string_append (markup, "<tt>");
      append_escaped (markup, cmark_node_get_literal (node));
      g_string_append (markup, "</tt>");
      break;
    case CMARK_NODE_EMPH:
      append_element (markup, "i", node);
      break;
    case CMARK_NODE_STRONG:
      append_element (markup, "b", node);
      break;
    case CMARK_NODE_LINK:
    case CMARK_NODE_IMAGE:
      append_link (markup, node);
      break;
    default:
      append_escaped (markup, cmark_node_get_literal (node));
    }
}

static void
append_nodes (GString *markup, cmark_node *first)
{
  for (cmark_node *node = first; node != NULL; node = cmark_node_next (node))
    append_node (markup, node);
}

/* --- blocks ----------------------------------------------------------------------------------- */

static WeftHelpBlock *
add_block (GPtrArray *blocks, WeftHelpKind kind, guint level)
{
  WeftHelpBlock *block = g_new0 (WeftHelpBlock, 1);

  block->kind = kind;
  block->level = level;
  g_ptr_array_add (blocks, block);
  return block;
}

static gboolean
ends_line (cmark_node *node)
{
  return node == NULL || cmark_node_get_type (node) == CMARK_NODE_SOFTBREAK;
}

/* CommonMark knows no tables: "| a | b |" is a line of a paragraph, whose cells end at bars that
 * stand neither in code nor in other elements. */
static void
append_to_row (GPtrArray *cells, GString *cell, cmark_node *node)
{
  g_auto (GStrv) parts = NULL;

  if (cmark_node_get_type (node) == CMARK_NODE_CODE)
    {
      g_autoptr (GString) code = g_string_new (cmark_node_get_literal (node));

      g_string_replace (code, "\\|", "|", 0);
      cmark_node_set_literal (node, code->str);
    }
  if (cmark_node_get_type (node) != CMARK_NODE_TEXT)
    {
      append_node (cell, node);
      return;
    }
  parts = g_strsplit (cmark_node_get_literal (node), "|", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (i > 0)
        {
          g_ptr_array_add (cells, g_strdup (g_strstrip (cell->str)));
          g_string_truncate (cell, 0);
        }
      append_escaped (cell, parts[i]);
    }
}

/* The line below a table's titles, or titles that are empty. */
static gboolean
is_rule (GPtrArray *cells)
{
  for (guint i = 0; i < cells->len; i++)
    if (strspn (cells->pdata[i], "-: ") != strlen (cells->pdata[i]))
      return FALSE;
  return TRUE;
}

/* The line that begins with the node: the node behind it. */
static cmark_node *
add_row (GPtrArray *blocks, cmark_node *node)
{
  WeftHelpBlock *last = blocks->len > 0 ? blocks->pdata[blocks->len - 1] : NULL;
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) cell = g_string_new (NULL);

  for (; !ends_line (node); node = cmark_node_next (node))
    append_to_row (cells, cell, node);
  /* Nothing is before the first bar. */
  g_ptr_array_remove_index (cells, 0);
  if (!is_rule (cells))
    add_block (blocks, WEFT_HELP_ROW, 0)->cells = g_steal_pointer (&cells);
  else if (last != NULL && last->kind == WEFT_HELP_ROW)
    last->level = 1;
  return node;
}

static void
add_picture (GPtrArray *blocks, cmark_node *node)
{
  WeftHelpBlock *picture = add_block (blocks, WEFT_HELP_PICTURE, 0);
  g_autoptr (GString) markup = g_string_new (NULL);

  append_nodes (markup, cmark_node_first_child (node));
  picture->target = g_strdup (cmark_node_get_url (node));
  if (!pango_parse_markup (markup->str, -1, 0, NULL, &picture->text, NULL, NULL))
    picture->text = g_strdup (markup->str);
}

/* Words from the node on that go on over lines, as markup: the node behind them. */
static cmark_node *
append_words (WeftHelpBlock *block, cmark_node *node)
{
  g_autoptr (GString) markup = g_string_new (block->text);

  if (markup->len > 0)
    g_string_append_c (markup, ' ');
  for (; !ends_line (node); node = cmark_node_next (node))
    append_node (markup, node);
  g_free (block->text);
  block->text = g_strdup (markup->str);
  return node;
}

/* Line by line, as rows of tables and pictures are alone in theirs. `mark` (nullable) stands before
 * the first, which is an item of a list then. */
static void
add_lines (GPtrArray *blocks, cmark_node *node, const char *mark, guint level)
{
  WeftHelpBlock *words = NULL;

  while (node != NULL)
    {
      cmark_node_type type = cmark_node_get_type (node);
      cmark_node *next = cmark_node_next (node);

      if (type == CMARK_NODE_SOFTBREAK)
        {
          node = next;
          continue;
        }
      if (type == CMARK_NODE_TEXT && *cmark_node_get_literal (node) == '|')
        node = add_row (blocks, node);
      else if (type == CMARK_NODE_IMAGE && ends_line (next))
        {
          add_picture (blocks, node);
          node = next;
        }
      else
        {
          if (words == NULL)
            {
              words =
                add_block (blocks, mark != NULL ? WEFT_HELP_ITEM : WEFT_HELP_PARAGRAPH, level);
              words->mark = g_strdup (mark);
              mark = NULL;
            }
          node = append_words (words, node);
          continue;
        }
      words = NULL;
    }
}

static void
add_code (GPtrArray *blocks, cmark_node *node)
{
  WeftHelpBlock *code = add_block (blocks, WEFT_HELP_CODE, 0);

  code->text = g_strdup (cmark_node_get_literal (node));
  if (g_str_has_suffix (code->text, "\n"))
    code->text[strlen (code->text) - 1] = '\0';
}

static void add_nodes (GPtrArray *blocks, cmark_node *first, guint level);

/* Its first paragraph has the mark. `level` is that of the list. */
static void
add_item (GPtrArray *blocks, cmark_node *item, const char *mark, guint level)
{
  cmark_node *first = cmark_node_first_child (item);

  if (first != NULL && cmark_node_get_type (first) == CMARK_NODE_PARAGRAPH)
    {
      add_lines (blocks, cmark_node_first_child (first), mark, level);
      first = cmark_node_next (first);
    }
  add_nodes (blocks, first, level + 1);
}

static void
add_list (GPtrArray *blocks, cmark_node *list, guint level)
{
  gboolean numbered = cmark_node_get_list_type (list) == CMARK_ORDERED_LIST;
  int number = cmark_node_get_list_start (list);

  for (cmark_node *item = cmark_node_first_child (list); item != NULL;
       item = cmark_node_next (item), number++)
    {
      g_autofree char *mark = numbered ? g_strdup_printf ("%d.", number) : g_strdup ("•");

      add_item (blocks, item, mark, level);
    }
}

static void
add_heading (GPtrArray *blocks, cmark_node *node)
{
  guint level = (guint) MIN (cmark_node_get_heading_level (node), 3);
  GString *markup = g_string_new (NULL);

  append_nodes (markup, cmark_node_first_child (node));
  add_block (blocks, WEFT_HELP_HEADING, level)->text = g_string_free (markup, FALSE);
}

/* `level` is that of a list among them. */
static void
add_nodes (GPtrArray *blocks, cmark_node *first, guint level)
{
  for (cmark_node *node = first; node != NULL; node = cmark_node_next (node))
    switch (cmark_node_get_type (node))
      {
      case CMARK_NODE_HEADING:
        add_heading (blocks, node);
        break;
      case CMARK_NODE_LIST:
        add_list (blocks, node, level);
        break;
      case CMARK_NODE_CODE_BLOCK:
      case CMARK_NODE_HTML_BLOCK:
        add_code (blocks, node);
        break;
      case CMARK_NODE_PARAGRAPH:
        add_lines (blocks, cmark_node_first_child (node), NULL, 0);
        break;
      default:
        add_nodes (blocks, cmark_node_first_child (node), level);
      }
}

GPtrArray *
weft_help_text_parse (const char *text)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);
  cmark_node *document = cmark_parse_document (text, strlen (text), CMARK_OPT_VALIDATE_UTF8);

  add_nodes (blocks, cmark_node_first_child (document), 0);
  cmark_node_free (document);
  return blocks;
}
