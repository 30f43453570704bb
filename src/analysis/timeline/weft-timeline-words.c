/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-words.h"

#include "weft-clock.h"
#include "weft-number.h"
#include "weft-timeline-fields.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Letters of a name in a sentence. */
#define MAX_NAME 56

char *
weft_timeline_format_time (gint64 ns)
{
  return ns != WEFT_TIMELINE_NONE ? weft_clock_format_seconds ((double) ns / 1e9) : g_strdup ("—");
}

char *
weft_timeline_format_moment (const WeftTimelineSnapshot *snapshot, gint64 time)
{
  const WeftClock nanoseconds = { .hertz = 1000000000 };

  return weft_clock_format_exact (&nanoseconds, time - snapshot->first_time);
}

char *
weft_timeline_format_slices (guint64 slices)
{
  g_autofree char *number = weft_number_count (slices);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s slice", "%s slices", slices), number);
}

char *
weft_timeline_format_name (const WeftTimelineSnapshot *snapshot, guint32 name)
{
  const char *text = weft_timeline_trace_get_name (snapshot->trace, name);

  return text != NULL ? g_utf8_make_valid (text, -1) : g_strdup ("—");
}

/* Whether a name ends in the arguments of a function: then where they begin, otherwise NULL. What
 * stands in brackets behind a blank is a remark: "PyTorch Profiler (0)". */
static const char *
find_arguments (const char *name)
{
  const char *at = name + strlen (name);
  int depth = 0;

  if (at == name || at[-1] != ')')
    return NULL;
  while (at > name)
    {
      at--;
      depth += *at == ')' ? 1 : *at == '(' ? -1 : 0;
      if (depth == 0)
        break;
    }
  return depth == 0 && at > name && (g_ascii_isalnum (at[-1]) || strchr ("_>", at[-1]) != NULL)
           ? at
           : NULL;
}

/* "a<b, c<d>>::e" as "a<…>::e"; the name as it is where its brackets do not match. */
static char *
fold_templates (const char *name)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int depth = 0;

  for (const char *at = name; *at != '\0'; at++)
    {
      if (*at == '<' && depth++ == 0)
        g_string_append (text, "<…");
      if (*at == '>' && --depth < 0)
        break;
      if (depth == 0)
        g_string_append_c (text, *at);
    }
  return depth == 0 ? g_string_free (g_steal_pointer (&text), FALSE) : g_strdup (name);
}

char *
weft_timeline_shorten (const char *text)
{
  /* The return type of a C++ function tells no kernels apart. */
  const char *name = g_str_has_prefix (text, "void ") ? text + strlen ("void ") : text;
  const char *end = find_arguments (name);
  g_autofree char *bare = end != NULL ? g_strndup (name, (gsize) (end - name)) : g_strdup (name);
  g_autofree char *folded = NULL, *start = NULL;

  if (g_utf8_strlen (bare, -1) <= MAX_NAME)
    return g_steal_pointer (&bare);
  folded = fold_templates (bare);
  if (g_utf8_strlen (folded, -1) <= MAX_NAME)
    return g_steal_pointer (&folded);
  start = g_utf8_substring (folded, 0, MAX_NAME - 1);
  return g_strconcat (start, "…", NULL);
}

char *
weft_timeline_shorten_name (const WeftTimelineSnapshot *snapshot, guint32 name)
{
  g_autofree char *text = weft_timeline_format_name (snapshot, name);

  return weft_timeline_shorten (text);
}

char *
weft_timeline_format_track (const WeftTimelineSnapshot *snapshot, guint track)
{
  WeftTimelineTrack info;
  WeftTimelineProcess process;
  g_autofree char *title = NULL, *of = NULL;

  if (track >= snapshot->n_tracks)
    return g_strdup ("—");
  weft_timeline_snapshot_get_track (snapshot, track, &info);
  weft_timeline_snapshot_get_process (snapshot, info.process, &process);
  title = g_utf8_make_valid (info.title, -1);
  of = g_utf8_make_valid (process.title, -1);
  return g_strdup_printf ("%s · %s", title, of);
}

char *
weft_timeline_format_cell (const WeftTimelineSnapshot *snapshot, const WeftField *field,
                           const WeftCell *cell)
{
  if (field->show != NULL)
    return field->show (snapshot, 0, cell);
  switch (field->unit)
    {
    case WEFT_UNIT_CYCLE:
      return weft_timeline_format_moment (snapshot, cell->integer);
    case WEFT_UNIT_CYCLES:
      return weft_timeline_format_time (cell->integer);
    case WEFT_UNIT_BYTES:
      return weft_number_bytes ((guint64) MAX (cell->integer, 0));
    case WEFT_UNIT_PLAIN:
    case WEFT_UNIT_SHARE:
    case WEFT_UNIT_PERCENT:
    case WEFT_UNIT_RATE:
    case WEFT_UNIT_ADDRESS:
    default:
      return cell->type == WEFT_CELL_SIGNED ? weft_number_integer (cell->integer)
                                            : weft_cell_to_string (cell);
    }
}

/* Takes `value`. */
static void
add_line (GString *text, const char *title, char *value)
{
  g_string_append_printf (text, "\n%s: %s", title, value);
  g_free (value);
}

char *
weft_timeline_describe (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  WeftTimelineEvent event;
  const WeftField *field;
  GString *text;
  g_autofree char *name = NULL, *first = NULL, *last = NULL;

  weft_timeline_snapshot_get_event (snapshot, row, &event);
  name = weft_timeline_format_name (snapshot, event.name);
  first = weft_timeline_format_moment (snapshot, event.start);
  last = weft_timeline_format_moment (snapshot, event.end);
  text = g_string_new (name);
  if (event.track != WEFT_TIMELINE_NO_TRACK)
    {
      g_autofree char *track = weft_timeline_format_track (snapshot, event.track);

      g_string_append_printf (text, "\n%s", track);
    }
  if (event.kind == WEFT_TIMELINE_SLICE)
    {
      add_line (text, _ ("Took"), weft_timeline_format_time (event.end - event.start));
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("From %s to %s"), first, last);
    }
  else
    add_line (text, _ ("At"), g_steal_pointer (&first));
  WEFT_FOR_EACH_FIELD (&weft_timeline_event_schema, WEFT_FIELD_HOVER, field)
    {
      g_auto (WeftCell) cell = weft_field_get (field, snapshot, row);

      if (weft_cell_is_known (&cell))
        add_line (text, _ (field->title), weft_timeline_format_cell (snapshot, field, &cell));
    }
  return g_string_free (text, FALSE);
}
