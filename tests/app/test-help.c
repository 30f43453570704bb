/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-help-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-family.h"
#include "weft-help-text.h"
#include "weft-settings.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

/* Pages of help: how they are taken apart, that none leads nowhere, and that F1 opens the right
 * one. */

static WeftApplication *app;

static const WeftHelpBlock *
get_block (GPtrArray *blocks, guint index, WeftHelpKind kind)
{
  const WeftHelpBlock *block;

  g_assert_cmpuint (index, <, blocks->len);
  block = blocks->pdata[index];
  g_assert_cmpint (block->kind, ==, kind);
  return block;
}

static void
list_links (const char *markup, GPtrArray *targets)
{
  static const char *const mark = "<a href=\"";

  for (const char *link = strstr (markup, mark); link != NULL; link = strstr (link, mark))
    {
      const char *end = strchr (link += strlen (mark), '"');

      g_ptr_array_add (targets, g_strndup (link, (gsize) (end - link)));
    }
}

/* The targets of all pictures and links in a block: appended to `targets`, which owns them. */
static void
list_targets (const WeftHelpBlock *block, GPtrArray *targets)
{
  if (block->target != NULL)
    g_ptr_array_add (targets, g_strdup (block->target));
  if (block->text != NULL && block->kind != WEFT_HELP_CODE && block->kind != WEFT_HELP_PICTURE)
    list_links (block->text, targets);
  for (guint i = 0; block->cells != NULL && i < block->cells->len; i++)
    list_links (block->cells->pdata[i], targets);
}

static void
test_parse (void)
{
  g_autoptr (GPtrArray) blocks =
    weft_help_text_parse ("# A *title* & more\n\nOne line\nand the next, `a<b *c*`.\n"
                          "- first\n  goes on\n- **second** [link](x.md#y)\n  - within\n"
                          "\n12. numbered\n\n"
                          "After.\n\n    code *as is*\n    and on\n\n![What it shows](a/b.png)\n"
                          "| a | b |\n|---|---|\n| `x \\| y` | ![](p.png) |\n\n```\nfenced\n```\n"
                          "3 \\* 4 * 5 and 2 ** 3\n");
  const WeftHelpBlock *block;

  block = get_block (blocks, 0, WEFT_HELP_HEADING);
  g_assert_cmpuint (block->level, ==, 1);
  g_assert_cmpstr (block->text, ==, "A <i>title</i> &amp; more");
  block = get_block (blocks, 1, WEFT_HELP_PARAGRAPH);
  g_assert_cmpstr (block->text, ==, "One line and the next, <tt>a&lt;b *c*</tt>.");
  block = get_block (blocks, 2, WEFT_HELP_ITEM);
  g_assert_cmpstr (block->text, ==, "first goes on");
  g_assert_cmpstr (block->mark, ==, "•");
  block = get_block (blocks, 3, WEFT_HELP_ITEM);
  g_assert_cmpstr (block->text, ==, "<b>second</b> <a href=\"x.md#y\">link</a>");
  block = get_block (blocks, 4, WEFT_HELP_ITEM);
  g_assert_cmpuint (block->level, ==, 1);
  block = get_block (blocks, 5, WEFT_HELP_ITEM);
  g_assert_cmpstr (block->mark, ==, "12.");
  get_block (blocks, 6, WEFT_HELP_PARAGRAPH);
  block = get_block (blocks, 7, WEFT_HELP_CODE);
  g_assert_cmpstr (block->text, ==, "code *as is*\nand on");
  block = get_block (blocks, 8, WEFT_HELP_PICTURE);
  g_assert_cmpstr (block->text, ==, "What it shows");
  g_assert_cmpstr (block->target, ==, "a/b.png");
  block = get_block (blocks, 9, WEFT_HELP_ROW);
  g_assert_cmpuint (block->level, ==, 1);
  block = get_block (blocks, 10, WEFT_HELP_ROW);
  g_assert_cmpuint (block->cells->len, ==, 2);
  g_assert_cmpstr (block->cells->pdata[0], ==, "<tt>x | y</tt>");
  g_assert_cmpstr (block->cells->pdata[1], ==, "<a href=\"p.png\">p.png</a>");
  get_block (blocks, 11, WEFT_HELP_CODE);
  block = get_block (blocks, 12, WEFT_HELP_PARAGRAPH);
  g_assert_cmpstr (block->text, ==, "3 * 4 * 5 and 2 ** 3");
}

static void
assert_markup (const char *markup)
{
  g_autoptr (GError) error = NULL;

  pango_parse_markup (markup, -1, 0, NULL, NULL, NULL, &error);
  /* Of links the widget knows, not Pango. */
  if (strstr (markup, "<a href=") == NULL)
    g_assert_no_error (error);
}

/* Whatever stands in a page, what comes out is markup that Pango takes, and links have an end. */
static void
test_any_text (void)
{
  static const char pieces[] = "#-*`[]()|!\\\n 1.<&ax";

  for (guint round = 0; round < 2000; round++)
    {
      char text[40];
      g_autoptr (GPtrArray) blocks = NULL;

      for (guint i = 0; i < sizeof text - 1; i++)
        text[i] = pieces[g_test_rand_int_range (0, sizeof pieces - 1)];
      text[sizeof text - 1] = '\0';
      blocks = weft_help_text_parse (text);
      for (guint i = 0; i < blocks->len; i++)
        {
          const WeftHelpBlock *block = blocks->pdata[i];
          g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func (g_free);

          list_targets (block, targets);
          /* The target of a picture, the first, is a name and no markup. */
          for (guint k = block->target != NULL ? 1 : 0; k < targets->len; k++)
            g_assert_null (strpbrk (targets->pdata[k], "<\""));
          if (block->text != NULL && block->kind != WEFT_HELP_CODE
              && block->kind != WEFT_HELP_PICTURE)
            assert_markup (block->text);
          for (guint k = 0; block->cells != NULL && k < block->cells->len; k++)
            assert_markup (block->cells->pdata[k]);
        }
    }
}

static void
test_resolve (void)
{
  static const char *const cases[][3] = {
    { "help/index.md", "noc.md", "help/noc.md" },
    { "help/index.md", "../cli.md#export", "cli.md" },
    { "help/index.md", "../formats/noc.md", "formats/noc.md" },
    { "cli.md", "formats/noc.md", "formats/noc.md" },
    { "help/noc.md", "#routes", "help/noc.md" },
    { "help/noc.md", "../../../etc/passwd", "etc/passwd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *page = weft_help_window_resolve (cases[i][0], cases[i][1]);

      g_assert_cmpstr (page, ==, cases[i][2]);
    }
  g_assert_null (weft_help_window_resolve ("help/index.md", "https://example.org/"));
}

/* Follows all links from the first page on. */
static void
visit (const char *page, GHashTable *seen)
{
  g_autofree char *folder = weft_help_window_get_folder ();
  g_autofree char *path = g_build_filename (folder, page, NULL), *text = NULL;
  g_autoptr (GPtrArray) blocks = NULL;

  if (!g_hash_table_add (seen, g_strdup (page)))
    return;
  if (!g_str_has_suffix (page, ".md"))
    {
      g_autofree char *name = g_path_get_basename (page);
      g_autofree char *made = g_build_filename (g_getenv ("WEFT_HELP_PICTURES"), name, NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (made, G_FILE_TEST_EXISTS))
        g_error ("there is no %s", page);
      return;
    }
  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("there is no page %s", page);
  blocks = weft_help_text_parse (text);
  for (guint i = 0; i < blocks->len; i++)
    {
      const WeftHelpBlock *block = blocks->pdata[i];
      g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func (g_free);

      if (block->text != NULL && block->kind != WEFT_HELP_CODE && block->kind != WEFT_HELP_PICTURE
          && !pango_parse_markup (block->text, -1, 0, NULL, NULL, NULL, NULL)
          && strstr (block->text, "<a href") == NULL)
        g_error ("%s: no markup: %s", page, block->text);
      list_targets (block, targets);
      for (guint j = 0; j < targets->len; j++)
        {
          g_autofree char *target = weft_help_window_resolve (page, targets->pdata[j]);

          if (target != NULL)
            visit (target, seen);
        }
    }
}

static void
test_links (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  static const char *const needed[] = {
    "help/pipeline.md",  "help/noc.md",
    "help/npu.md",       "help/bus.md",
    "help/live.md",      "help/workspaces.md",
    "help/estimates.md", "help/troubleshooting.md",
    "filters.md",        "cli.md",
    "formats/live.md",   "formats/kanata.md",
  };

  visit (WEFT_HELP_INDEX, seen);
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    g_assert_true (g_hash_table_contains (seen, needed[i]));
}

static WeftHelpWindow *
find_help (void)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (app));

  for (; windows != NULL; windows = windows->next)
    if (WEFT_IS_HELP_WINDOW (windows->data))
      return windows->data;
  return NULL;
}

static gboolean
knows_family (gpointer page)
{
  return weft_document_get_family (weft_document_page_get_document (page)) != NULL;
}

static void
check_guide (const char *sample, const char *guide)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) file = sample != NULL ? sample_file (sample) : NULL;

  gtk_window_present (GTK_WINDOW (window));
  if (file != NULL)
    wait_until (knows_family, weft_window_open_file (window, file));
  wait_settled ();
  g_action_group_activate_action (G_ACTION_GROUP (app), "help", NULL);
  wait_settled ();
  g_assert_cmpstr (weft_help_window_get_page (find_help ()), ==, guide);
  gtk_window_destroy (GTK_WINDOW (find_help ()));
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

static void
test_guides (void)
{
  check_guide (NULL, "help/index.md");
  check_guide ("kanata-core.log", "help/pipeline.md");
  check_guide ("saturnis-bus.jsonl", "help/bus.md");
  check_guide ("npu-two-layers.json", "help/npu.md");
  check_guide ("noc-eight-cores.json", "help/noc.md");
  check_guide ("live-two-chips.weftlive", "help/live.md");
}

static GtkWidget *
find_picture (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_PICTURE (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_picture (child);
  return found;
}

/* A picture has the width of its text, and the height that goes with that. */
static gboolean
shows_picture (gpointer help)
{
  GtkWidget *picture = find_picture (help);

  return picture != NULL && gtk_widget_get_height (picture) > 200;
}

/* Tables have all of their columns. */
static void
check_tables (WeftHelpWindow *help)
{
  g_autoptr (GPtrArray) grids = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (help), GTK_TYPE_GRID, grids);
  g_assert_cmpuint (grids->len, >, 0);
  for (guint i = 0; i < grids->len; i++)
    for (int column = 0; column < 2; column++)
      g_assert_nonnull (gtk_grid_get_child_at (grids->pdata[i], column, 0));
}

/* Through the pages and back, one that is not there too. */
static void
test_window (void)
{
  WeftHelpWindow *help = weft_help_window_new (GTK_APPLICATION (app));

  gtk_window_present (GTK_WINDOW (help));
  weft_help_window_show_page (help, WEFT_HELP_INDEX);
  weft_help_window_show_page (help, "window.md");
  wait_until (shows_picture, help);
  weft_help_window_show_page (help, "cli.md");
  wait_settled ();
  check_tables (help);
  weft_help_window_show_page (help, "no/such/page.md");
  wait_settled ();
  gtk_widget_activate_action (GTK_WIDGET (help), "help.back", NULL);
  g_assert_cmpstr (weft_help_window_get_page (help), ==, "cli.md");
  gtk_widget_activate_action (GTK_WIDGET (help), "help.contents", NULL);
  g_assert_cmpstr (weft_help_window_get_page (help), ==, WEFT_HELP_INDEX);
  gtk_window_destroy (GTK_WINDOW (help));
  wait_settled ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/help/parse", test_parse);
  g_test_add_func ("/help/any-text", test_any_text);
  g_test_add_func ("/help/resolve", test_resolve);
  g_test_add_func ("/help/links", test_links);
  g_test_add_func ("/help/window", test_window);
  g_test_add_func ("/help/guides", test_guides);
  return app_tests_run (homes);
}
