/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-expression-private.h"

#include <string.h>

G_DEFINE_QUARK (weft - expression - error - quark, weft_expression_error)

struct _WeftExpression
{
  gatomicrefcount ref_count;
  const WeftLanguage *language;
  WeftNode *root;
};

void
weft_node_free (WeftNode *node)
{
  if (node == NULL)
    return;
  g_clear_pointer (&node->children, g_ptr_array_unref);
  g_clear_pointer (&node->matcher, weft_text_matcher_unref);
  g_free (node->use.argument);
  g_free (node->other.argument);
  g_free (node);
}

WeftExpression *
weft_expression_new (const WeftLanguage *language, WeftNode *root)
{
  WeftExpression *self = g_new0 (WeftExpression, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->language = language;
  self->root = root;
  return self;
}

WeftExpression *
weft_expression_ref (WeftExpression *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_expression_unref (WeftExpression *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_node_free (self->root);
  g_free (self);
}

char *
weft_expression_quote (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *quoted = g_string_new ("\"");

  for (const char *p = valid; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (quoted, '\\');
      if (*p == '\n')
        g_string_append (quoted, "\\n");
      else
        g_string_append_c (quoted, *p);
    }
  g_string_append_c (quoted, '"');
  return g_string_free (quoted, FALSE);
}

const WeftLanguage *
weft_expression_get_language (const WeftExpression *self)
{
  return self->language;
}

const WeftNode *
weft_expression_get_root (const WeftExpression *self)
{
  return self->root;
}

static gboolean
use_is_of (const WeftLanguage *language, const WeftFieldUse *use, const char *name)
{
  if (use->field == NULL)
    return FALSE;
  return strcmp (name, use->function == WEFT_NO_FUNCTION ? use->field->key
                                                         : language->functions[use->function].name)
         == 0;
}

static gboolean
node_uses (const WeftLanguage *language, const WeftNode *node, const char *name)
{
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    if (node_uses (language, g_ptr_array_index (node->children, i), name))
      return TRUE;
  return use_is_of (language, &node->use, name) || use_is_of (language, &node->other, name);
}

gboolean
weft_expression_uses (const WeftExpression *self, const char *name)
{
  return node_uses (self->language, self->root, name);
}

/* A line without what would move the cursor. */
static char *
make_line (const char *text)
{
  char *line = g_utf8_make_valid (text, -1);

  for (char *c = line; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return line;
}

static gsize
count_letters (const char *text, gsize length)
{
  g_autofree char *piece = g_strndup (text, length);
  g_autofree char *valid = g_utf8_make_valid (piece, -1);

  return (gsize) g_utf8_strlen (valid, -1);
}

char *
weft_expression_show_error (const char *text, const WeftTextPlace *place, const GError *error)
{
  g_autofree char *line = make_line (text);
  gsize before = count_letters (text, place->start);
  gsize marked = count_letters (text + place->start, place->length);
  g_autofree char *mark = g_strnfill (MAX (marked, 1), '^');

  return g_strdup_printf ("%s\n  %s\n  %*s%s", error->message, line, (int) before, "", mark);
}
