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

static const WeftSearchField *
list_fields (WeftSearchable *self, guint *n_fields)
{
  const WeftFactSearchFields *fields = &get_source (self)->fields;

  *n_fields = fields->n_fields;
  return fields->fields;
}

static gpointer
create_search (WeftSearchable *self, WeftTextMatcher *matcher, guint32 fields)
{
  return weft_fact_search_new (matcher, &get_source (self)->fields, fields);
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

static guint
get_field (const WeftFactSourceInterface *iface, const WeftSearchHit *hit)
{
  guint field = 0;

  while (field + 1 < iface->fields.n_fields && hit->field != 1u << field)
    field++;
  return field;
}

static void
describe (WeftSearchable *self, const WeftSearchHit *hit, char **name, char **text)
{
  Content *content = ref_content (self);
  const WeftFactSourceInterface *iface = content->iface;
  const WeftFacts *facts = &content->rows.facts;
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];
  guint field = get_field (iface, hit);

  *name = g_strdup ("—");
  *text = NULL;
  if (hit->row < facts->n_rows && content->rows.get_item (facts->data, hit->row) == hit->item)
    {
      g_autofree char *number = NULL;

      weft_facts_get_row (facts, hit->row, cells);
      number = weft_cell_to_string (&cells[iface->name_column]);
      g_free (*name);
      /* TRANSLATORS: a result of a search: what names a row, its number, and which of its texts:
       * "Line 12 · Kind" */
      *name = g_strdup_printf (_ ("%s %s · %s"), _ (facts->columns[iface->name_column].title),
                               number, _ (iface->fields.fields[field].title));
      *text = weft_cell_to_string (&cells[iface->fields.columns[field]]);
      weft_facts_clear_row (facts, cells);
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
  iface->list_fields = list_fields;
  iface->create_search = create_search;
  iface->free_search = free_search;
  iface->ref_content = ref_content;
  iface->unref_content = unref_content;
  iface->update = update;
  iface->describe = describe;
  iface->show = show;
  iface->get_start = get_start;
}
