/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-searchable.h"

G_DEFINE_INTERFACE (WeftSearchable, weft_searchable, WEFT_TYPE_VIEW_STATE)

static void
weft_searchable_default_init (WeftSearchableInterface *iface G_GNUC_UNUSED)
{
}

const WeftSchema *
weft_searchable_get_schema (WeftSearchable *self)
{
  return WEFT_SEARCHABLE_GET_IFACE (self)->get_schema (self);
}

gboolean
weft_searchable_show (WeftSearchable *self, const WeftSearchHit *hit)
{
  return WEFT_SEARCHABLE_GET_IFACE (self)->show (self, hit);
}
