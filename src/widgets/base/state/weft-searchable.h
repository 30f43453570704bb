/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-field.h"
#include "weft-search.h"
#include "weft-text-matcher.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* View states whose texts can be searched. A family's state implements this interface and then has
 * the search bar, the list of results, steps from one to the next, and marks of where they are. */

#define WEFT_TYPE_SEARCHABLE (weft_searchable_get_type ())
G_DECLARE_INTERFACE (WeftSearchable, weft_searchable, WEFT, SEARCHABLE, WeftViewState)

struct _WeftSearchableInterface
{
  GTypeInterface parent_interface;

  /* Whose fields can be searched that say so, 32 at most; lives as long as the program. */
  const WeftSchema *(*get_schema) (WeftSearchable *self);

  /* A search that has looked at nothing yet, of the fields whose bits are set: (transfer full). It
   * is used by one thread at a time. */
  gpointer (*create_search) (WeftSearchable *self, WeftTextMatcher *matcher, guint32 fields);
  void (*free_search) (gpointer search);

  /* A snapshot to search, for a worker: (transfer full), immutable. */
  gpointer (*ref_content) (WeftSearchable *self);
  void (*unref_content) (gpointer content);

  /* On a worker: searches what came or changed since the last update of that search. TRUE at the
   * end, and where `found` ended it; FALSE with G_IO_ERROR_CANCELLED when cancelled. */
  gboolean (*update) (gpointer search, gpointer content, WeftSearchFound found, gpointer user_data,
                      GCancellable *cancellable, GError **error);

  /* Words for a result: what and where it is ("Op 12 · Label"), and the whole text that matches.
   * Both (transfer full); the text NULL where it can't be read back. */
  void (*describe) (WeftSearchable *self, const WeftSearchHit *hit, char **name, char **text);

  /* A jump: selects and shows the thing. FALSE where it is hidden. */
  gboolean (*show) (WeftSearchable *self, const WeftSearchHit *hit);

  /* The row that steps start from: of what is selected, or at the top of the window. */
  guint32 (*get_start) (WeftSearchable *self);
};

const WeftSchema *weft_searchable_get_schema (WeftSearchable *self);

/* As the interface's function says. */
gboolean weft_searchable_show (WeftSearchable *self, const WeftSearchHit *hit);

G_END_DECLS
