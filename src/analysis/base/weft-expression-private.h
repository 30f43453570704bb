/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"

G_BEGIN_DECLS

/* For the parser. */

void weft_node_free (WeftNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNode, weft_node_free)

/* Takes the root. */
WeftExpression *weft_expression_new (const WeftLanguage *language, WeftNode *root);

G_END_DECLS
