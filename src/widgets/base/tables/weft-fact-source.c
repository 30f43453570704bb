/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-source.h"

#include <glib/gi18n-lib.h>

G_DEFINE_INTERFACE (WeftFactSource, weft_fact_source, WEFT_TYPE_VIEW_STATE)

static void
weft_fact_source_default_init (WeftFactSourceInterface *iface G_GNUC_UNUSED)
{
}

static const WeftFactSourceInterface *
get_source (WeftSearchable *self)
{
  return WEFT_FACT_SOURCE_GET_IFACE (WEFT_FACT_SOURCE (self));
}

/* --- what is searched --------------------------------------------------------------------------- */

typedef struct
{
  const WeftFactSourceInterface *iface;
  WeftFactSearchRows rows;
  gpointer opened; /* NULL: there are no rows yet */
} Content;

static gpointer
ref_content (WeftSearchable *self)
{
  Content *content = g_new0 (Content, 1);

  content->iface = get_source (self);
  content->opened = content->iface->open_rows (WEFT_FACT_SOURCE (self), &content->rows);
  return content;
}

static void
unref_content (gpointer data)
{
  Content *content = data;

  if (content->opened != NULL)
    content->iface->close_rows (content->opened);
  g_free (content);
}

static const WeftSchema *
get_schema (WeftSearchable *self)
{
  return get_source (self)->get_schema (WEFT_FACT_SOURCE (self));
}

static gpointer
create_search (WeftSearchable *self G_GNUC_UNUSED, WeftTextMatcher *matcher, guint32 fields)
{
  return weft_fact_search_new (matcher, fields);
}

static void
free_search (gpointer search)
{
  weft_fact_search_free (search);
}

static gboolean
update (gpointer search, gpointer content, WeftSearchFound found, gpointer user_data,
        GCancellable *cancellable, GError **error)
{
  return weft_fact_search_run (search, &((const Content *) content)->rows, found, user_data,
                               cancellable, error);
}

/* --- words -------------------------------------------------------------------------------------- */

static void
describe (WeftSearchable *self, const WeftSearchHit *hit, char **name, char **text)
{
  Content *content = ref_content (self);
  const WeftFacts *facts = &content->rows.facts;
  guint column = (guint) g_bit_nth_lsf (hit->field, -1);

  *name = g_strdup ("—");
  *text = NULL;
  if (hit->row < facts->n_rows && column < facts->n_columns
      && content->rows.get_item (facts->data, hit->row) == hit->item)
    {
      const WeftField *namer = weft_schema_find (get_schema (self), WEFT_FIELD_NAMES_ROW, NULL);
      WeftCell number =
        weft_field_get (namer, facts->data, weft_facts_get_source_row (facts, hit->row));
      g_auto (WeftCell) cell = weft_facts_get_cell (facts, hit->row, column);
      g_autofree char *digits = weft_cell_to_string (&number);

      g_free (*name);
      /* TRANSLATORS: a result of a search: what names a row, its number, and which of its texts:
       * "Line 12 · Kind" */
      *name = g_strdup_printf (_ ("%s %s · %s"), _ (namer->title), digits,
                               _ (weft_facts_get_column (facts, column)->title));
      *text = weft_cell_to_string (&cell);
    }
  unref_content (content);
}

/* --- places ------------------------------------------------------------------------------------- */

static gboolean
show (WeftSearchable *self, const WeftSearchHit *hit)
{
  return get_source (self)->show_item (WEFT_FACT_SOURCE (self), hit->item);
}

static guint32
get_start (WeftSearchable *self)
{
  return get_source (self)->get_selected (WEFT_FACT_SOURCE (self));
}

void
weft_fact_source_searchable_init (WeftSearchableInterface *iface)
{
  iface->get_schema = get_schema;
  iface->create_search = create_search;
  iface->free_search = free_search;
  iface->ref_content = ref_content;
  iface->unref_content = unref_content;
  iface->update = update;
  iface->describe = describe;
  iface->show = show;
  iface->get_start = get_start;
}
