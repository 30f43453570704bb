/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The panel "Query" of a workspace: below a line that opens it and says which letter is which trace. Queries ask all lanes:
 * the tables of the first are a.op, those of the second b.op, and rows of the first lead to its picture. Property
 * "lanes": the box that has them. */

#define WEFT_TYPE_WORKSPACE_QUERY (weft_workspace_query_get_type ())
G_DECLARE_FINAL_TYPE (WeftWorkspaceQuery, weft_workspace_query, WEFT, WORKSPACE_QUERY, AdwBin)

G_END_DECLS
