/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-fact-sheet.h"
#include "weft-style.h"
#include "weft-time-axis.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* The state that the widgets around one open trace share, whatever its family: the trace, the style,
 * the time axis, the way back, what is selected, and words for all that. A family derives its state
 * from this one and adds what only its own widgets know. Widgets change the state and follow its
 * signals; none knows of another. Main thread only.
 *
 * Signals, all without arguments but the state:
 *   "content"    the trace grew, or what is shown of it changed (a filter, hidden rows)
 *   "viewport"   the window over the picture moved, zoomed or changed its manner
 *   "style"      theme, fonts or scale changed
 *   "selection"  the selected thing or the brushed range changed
 *   "hover"      what is under the pointer changed, or the cursor of the axis moved
 *   "history"    there is another way back or forward
 *   "axis"       the state has another axis
 *   "page"       a page of the statistics is asked for */

#define WEFT_TYPE_VIEW_STATE (weft_view_state_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftViewState, weft_view_state, WEFT, VIEW_STATE, GObject)

/* The parts of the status line that are about a view. */
typedef enum
{
  WEFT_STATUS_CURSOR,    /* where the pointer is: "Cycle 4 100" */
  WEFT_STATUS_RANGE,     /* the brushed range: "100 – 111 cycles · Δ 12 cycles" */
  WEFT_STATUS_SELECTION, /* what is selected: "Op 123 · Δ 12 cycles" */
  WEFT_STATUS_ZOOM,      /* "3.5 px/cycle" */
  WEFT_STATUS_ROWS,      /* "60 of 1 234 rows" */
} WeftStatusPart;

/* Every function has a default, which is told beside it, or may be NULL, for nothing or FALSE; a family
 * with a time axis and nothing else to say must give none but those of its place. */
struct _WeftViewStateClass
{
  GObjectClass parent_class;

  /* The style is another. `scale` is the new device scale by the old one: what is kept in device
   * pixels is multiplied by it. The signal follows. */
  void (*style_changed) (WeftViewState *self, double scale);

  /* Whether there is a picture, so that it can be moved. Default: something is in sight. */
  gboolean (*is_open) (WeftViewState *self);

  /* Where the picture stands, or is gliding to, and what may become of it: see the functions of
   * the same names. Default: the time in sight, which nobody knows who moved. */
  GVariant *(*save_place) (WeftViewState *self);
  void (*restore_place) (WeftViewState *self, GVariant *place, gboolean glide);
  gboolean (*covers_place) (WeftViewState *self, GVariant *place);
  gboolean (*is_untouched) (WeftViewState *self);
  gboolean (*shows_end) (WeftViewState *self);
  void (*show_end) (WeftViewState *self);

  /* Logical pixels, for texts of the usual size, below which no picture of it is of use. */
  int min_height;

  /* See the function of the same name. Default: nothing. */
  void (*follow_time) (WeftViewState *self);

  /* Another state that has the same axis moved what is in sight. Default: emits "viewport". */
  void (*visible_changed) (WeftViewState *self);

  /* See the functions of the same names. Defaults: put it in sight on the axis; nothing is selected
   * but the axis's range; words about the axis; a number is a time. */
  void (*show_time) (WeftViewState *self, gint64 first, gint64 last);
  gboolean (*show_line) (WeftViewState *self, gint64 line);
  gboolean (*has_selected) (WeftViewState *self);
  void (*select_nothing) (WeftViewState *self);
  gboolean (*has_range) (WeftViewState *self);
  void (*clear_range) (WeftViewState *self);
  GVariant *(*save_selection) (WeftViewState *self);
  gboolean (*restore_selection) (WeftViewState *self, GVariant *selection);
  char *(*describe) (WeftViewState *self, WeftStatusPart part);
  char *(*describe_empty) (WeftViewState *self);
  gboolean (*is_so_far) (WeftViewState *self); /* Default: the trace grows. */
  void (*write_facts) (WeftViewState *self, WeftFactSheet *sheet);
  const GArray *(*get_findings) (WeftViewState *self);
  void (*follow_link) (WeftViewState *self, const char *target);

  /* Looks for the place that `text` names and goes there. Answers `task` with a message, or with an
   * error of WEFT_GO_TO_ERROR. */
  void (*go_to) (WeftViewState *self, const char *text, GTask *task);

  /* Adds objects that hold much memory and that nobody needs after the state, beside the trace. */
  void (*add_garbage) (WeftViewState *self, GPtrArray *objects);
};

WeftTrace *weft_view_state_get_trace (WeftViewState *self); /* (transfer none) */

/* --- time --------------------------------------------------------------------------------------- */

WeftTimeAxis *weft_view_state_get_axis (WeftViewState *self); /* (transfer none) */

/* From now on the state follows `axis`, which must have the same unit, and which other states may
 * have as well. */
void weft_view_state_set_axis (WeftViewState *self, WeftTimeAxis *axis);

/* How long the cycles of a trace that counts them are, in MHz (0: as long as the trace says, if it
 * does), and whether times are written before cycles. Does nothing where the trace has times. */
void weft_view_state_set_clock (WeftViewState *self, double megahertz, gboolean in_time);

/* Its time is led by other traces from now on: what else is in sight, rows for one, follows it. */
void weft_view_state_follow_time (WeftViewState *self);

/* --- looks ----------------------------------------------------------------------------------------- */

/* The style is made from theme, fonts and the scale factor of the widget that shows the picture. */
WeftStyle *weft_view_state_get_style (WeftViewState *self); /* (transfer none) */
void weft_view_state_set_style_options (WeftViewState *self, const WeftStyleOptions *options);

/* Logical pixels below which no picture is of use, for texts of the usual size. */
int weft_view_state_get_min_height (WeftViewState *self);

/* --- place ----------------------------------------------------------------------------------------- */

gboolean weft_view_state_is_open (WeftViewState *self);

/* The place as a value that can be kept, in a file too, and gone back to, at any size of the window
 * and at any scale: (transfer full). Only valid while open. */
GVariant *weft_view_state_save_place (WeftViewState *self);

/* Goes there, gliding or at once; does nothing where the value is of another family. */
void weft_view_state_restore_place (WeftViewState *self, GVariant *place, gboolean glide);

/* Whether movements glide: the desktop's user may have asked for none. */
gboolean weft_view_state_animates (void);

/* Whether the trace has grown so far that the place is in it. */
gboolean weft_view_state_covers_place (WeftViewState *self, GVariant *place);

/* Whether the picture stands where it put itself, and moves by itself to show all of what comes.
 * FALSE: somebody may have moved it. */
gboolean weft_view_state_is_untouched (WeftViewState *self);

/* Whether the latest of the trace is in sight, and bringing it there, as close as now: who follows a
 * trace that grows stays at its end. */
gboolean weft_view_state_shows_end (WeftViewState *self);
void weft_view_state_show_end (WeftViewState *self);

/* A jump: pushes history and brings [first, last) into sight; where first = last, that tick to the
 * middle at the zoom there is. */
void weft_view_state_show_time (WeftViewState *self, gint64 first, gint64 last);

/* A jump: selects and shows what a line of the file says (from 1), or what is nearest. FALSE where
 * the family cannot tell. */
gboolean weft_view_state_show_line (WeftViewState *self, gint64 line);

/* Looks for the place that `text` names ("cycle 1000") and jumps there. The callback gets a message
 * for people ("2 of 5", or ""), or an error that is one. */
void weft_view_state_go_to_async (WeftViewState *self, const char *text, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
char *weft_view_state_go_to_finish (WeftViewState *self, GAsyncResult *result,
                                    GError **error); /* (transfer full) */

/* --- statistics -------------------------------------------------------------------------------------- */

/* Asks for the page of the family's statistics with that name, and which was asked for last: (transfer
 * none) (nullable). Whether the statistics are in sight is somebody else's business. */
void weft_view_state_show_page (WeftViewState *self, const char *name);
const char *weft_view_state_get_page (WeftViewState *self);

/* --- history: jumps and zooms to things push, panning does not ------------------------------------ */

void weft_view_state_push_history (WeftViewState *self);
void weft_view_state_go_back (WeftViewState *self);
void weft_view_state_go_forward (WeftViewState *self);
gboolean weft_view_state_can_go_back (WeftViewState *self);

/* --- selection --------------------------------------------------------------------------------------- */

/* Whether a thing is selected (an op, a link, an access), and the end of that. */
gboolean weft_view_state_has_selected (WeftViewState *self);
void weft_view_state_select_nothing (WeftViewState *self);

/* Whether a range is brushed that statistics are restricted to, and the one way to clear it. */
gboolean weft_view_state_has_range (WeftViewState *self);
void weft_view_state_clear_range (WeftViewState *self);

/* The selection and the brushed range as a value by which they are found again in another state of
 * the same file: (transfer full) (nullable), NULL where nothing is. */
GVariant *weft_view_state_save_selection (WeftViewState *self);

/* Selects that again, and shows nothing of it. FALSE where it is not there, or not yet. */
gboolean weft_view_state_restore_selection (WeftViewState *self, GVariant *selection);

/* One step back: the range, then the selected thing, then the place. FALSE where there was
 * nothing. */
gboolean weft_view_state_step_back (WeftViewState *self);

/* --- words --------------------------------------------------------------------------------------------- */

/* A part of the status line: (transfer full), "" where there is nothing to say. */
char *weft_view_state_describe (WeftViewState *self, WeftStatusPart part);

/* Why there is nothing to see although all was read: (transfer full), NULL where there is
 * something. */
char *weft_view_state_describe_empty (WeftViewState *self);

/* Whether more is to come than the figures that are shown were made of: they are of what was read so
 * far. "content" says that it may have changed. */
gboolean weft_view_state_is_so_far (WeftViewState *self);

/* Writes what is known of the selected thing, the brushed range and the trace, for an inspector. */
void weft_view_state_write_facts (WeftViewState *self, WeftFactSheet *sheet);

/* The user followed a link of those facts. */
void weft_view_state_follow_link (WeftViewState *self, const char *target);

/* The findings of the trace, while nothing of it is selected: (transfer none) (nullable)
 * (element-type WeftFinding). Their targets are links. */
const GArray *weft_view_state_get_findings (WeftViewState *self);

/* --- for families -------------------------------------------------------------------------------------- */

/* To be called first by the constructor of a family's state: the trace, and the unit of its time. */
void weft_view_state_set_up (WeftViewState *self, WeftTrace *trace, const WeftTimeUnit *unit);

/* Each emits a signal. */
void weft_view_state_content_changed (WeftViewState *self);
void weft_view_state_viewport_changed (WeftViewState *self);
void weft_view_state_selection_changed (WeftViewState *self);
void weft_view_state_hover_changed (WeftViewState *self);

/* Tells the part in sight as the family's own viewport has it, whenever that moves: other
 * states on the axis follow, and this one's `visible_changed` is not called. */
void weft_view_state_set_visible (WeftViewState *self, const WeftTimeSpan *span);

/* Likewise the time under the pointer, where it is `inside` the picture; "hover" is not emitted. */
void weft_view_state_set_cursor (WeftViewState *self, gboolean inside, gint64 tick);

/* --- for those that end ---------------------------------------------------------------------------------- */

/* Objects whose last reference should be dropped by a thread, as freeing them takes longer than a
 * frame: (transfer full) (element-type GObject). */
GPtrArray *weft_view_state_list_garbage (WeftViewState *self);

G_END_DECLS
