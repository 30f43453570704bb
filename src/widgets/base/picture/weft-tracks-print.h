/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-printable.h"
#include "weft-tracks-state.h"

G_BEGIN_DECLS

/* For states that are all tracks: G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE,
 * weft_tracks_printable_init) in their type gives them the export of pictures. */
void weft_tracks_printable_init (WeftPrintableInterface *iface);

G_END_DECLS
