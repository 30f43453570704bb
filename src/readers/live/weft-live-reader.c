/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-reader.h"

#include "weft-live-writer.h"
#include "weft-load-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  WeftReader base;

  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
  GByteArray *held; /* the beginning of a frame whose rest has not come */
  guint64 n_frames;
} WeftLiveReader;

static const char *
describe_fault (WeftLiveFault fault)
{
  switch (fault)
    {
    case WEFT_LIVE_FAULT_MAGIC:
      return _ ("it does not begin with the magic");
    case WEFT_LIVE_FAULT_LENGTH:
      return _ ("its length is none that a block may have");
    case WEFT_LIVE_FAULT_CRC:
      return _ ("its checksum is not that of its bytes");
    case WEFT_LIVE_FAULT_VERSION:
      return _ ("it is of a newer version");
    case WEFT_LIVE_FAULT_LIMIT:
      return _ ("it names more streams or programs than a recording may have");
    default:
      return _ ("it says what the format does not allow");
    }
}

static void
set_broken (WeftLiveReader *self, WeftLiveFault fault, guint64 offset, GError **error)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_frames + 1);
  g_autofree char *place = g_strdup_printf ("%" G_GUINT64_FORMAT, offset);

  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN,
               _ ("Block %s of the recording, at byte %s, can't be read: %s. What came before is "
                  "shown."),
               number, place, describe_fault (fault));
}

/* Says where a frame can be understood and is not as the document has it. Reading goes on. */
static void
remark (WeftLiveReader *self, WeftLiveOddity oddity, guint64 expected, const WeftLiveFrame *frame,
        guint64 offset)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (self->base.trace);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_frames + 1);
  g_autofree char *place = g_strdup_printf ("%" G_GUINT64_FORMAT, offset);
  g_autofree char *seq = g_strdup_printf ("%" G_GUINT64_FORMAT, frame->seq);
  g_autofree char *next = g_strdup_printf ("%" G_GUINT64_FORMAT, expected);

  if (oddity == WEFT_LIVE_ODD_DECLARED)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
      _ ("Block %s, at byte %s, declares stream %u from record %s on, which its "
         "connection had declared before; the records of both are kept"),
      number, place, frame->stream, seq);
  else if (oddity == WEFT_LIVE_ODD_GAP)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("Block %s, at byte %s, goes on with stream %u at record %s, where "
                             "record %s was expected; those between count as lost"),
                          number, place, frame->stream, seq, next);
  else if (oddity == WEFT_LIVE_ODD_OVERLAP)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("Block %s, at byte %s, goes on with stream %u at record %s, where "
                             "record %s was expected; those that came before are left out"),
                          number, place, frame->stream, seq, next);
}

/* Takes all whole frames from `bytes`. Returns how many bytes those are. */
static gsize
take_frames (WeftLiveReader *self, const guint8 *bytes, gsize length, guint64 offset,
             GError **error)
{
  gsize taken = 0;

  for (;;)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;
      WeftLiveResult result = weft_live_frame_parse (bytes + taken, length - taken, &frame, &fault);
      WeftLiveOddity oddity;
      guint64 expected;

      if (result == WEFT_LIVE_SHORT)
        return taken;
      if (result == WEFT_LIVE_WHOLE)
        fault = weft_live_writer_take (self->writer, &frame);
      if (fault != WEFT_LIVE_FAULT_NONE)
        {
          set_broken (self, fault, offset + taken, error);
          return taken;
        }
      oddity = weft_live_writer_get_oddity (self->writer, &expected);
      if (oddity != WEFT_LIVE_ODD_NOTHING)
        remark (self, oddity, expected, &frame, offset + taken);
      taken += frame.length;
      self->n_frames++;
    }
}

static gboolean
weft_live_reader_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                       GError **error)
{
  WeftLiveReader *self = (WeftLiveReader *) reader;
  GError *local_error = NULL;
  gsize taken;

  if (self->held->len == 0)
    {
      taken = take_frames (self, (const guint8 *) bytes, length, offset, &local_error);
      g_byte_array_append (self->held, (const guint8 *) bytes + taken, (guint) (length - taken));
    }
  else
    {
      offset -= self->held->len;
      g_byte_array_append (self->held, (const guint8 *) bytes, (guint) length);
      taken = take_frames (self, self->held->data, self->held->len, offset, &local_error);
      g_byte_array_remove_range (self->held, 0, (guint) taken);
    }
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}

static void
weft_live_reader_publish (WeftReader *reader)
{
  weft_live_writer_publish (((WeftLiveReader *) reader)->writer);
}

static void
check_lane (WeftLiveReader *self, const WeftLiveLane *lane)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (self->base.trace);
  guint64 lost = weft_live_lane_get_lost (lane);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, lost);
  g_autofree char *again = g_strdup_printf ("%" G_GUINT64_FORMAT, lane->n_duplicates);

  if (lost > 0)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (GETTEXT_PACKAGE,
                   "Chip %u, stream %u: %s record was lost on the way to the recording",
                   "Chip %u, stream %u: %s records were lost on the way to the recording", lost),
      lane->chip, lane->stream, number);
  if (lane->n_duplicates > 0)
    weft_diagnostics_add (
      diagnostics, WEFT_SEVERITY_INFO, 0, 0,
      g_dngettext (GETTEXT_PACKAGE,
                   "Chip %u, stream %u: %s record came again after a reconnection, and counts once",
                   "Chip %u, stream %u: %s records came again after a reconnection, and count once",
                   lane->n_duplicates),
      lane->chip, lane->stream, again);
}

/* Says of each lane what does not add up. */
static void
check_lanes (WeftLiveReader *self)
{

  for (guint i = 0; i < weft_live_trace_get_n_lanes (self->trace); i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (self->trace, i, &lane);
      check_lane (self, &lane);
    }
}

static void
weft_live_reader_finish (WeftReader *reader)
{
  WeftLiveReader *self = (WeftLiveReader *) reader;

  weft_live_writer_finish (self->writer);
  check_lanes (self);
  if (self->held->len > 0)
    weft_diagnostics_add (weft_trace_get_diagnostics (self->base.trace), WEFT_SEVERITY_WARNING, 0,
                          0,
                          g_dngettext (GETTEXT_PACKAGE,
                                       "The recording ends within a block, of which %u byte is "
                                       "there; the blocks before are whole",
                                       "The recording ends within a block, of which %u bytes are "
                                       "there; the blocks before are whole",
                                       self->held->len),
                          self->held->len);
}

static void
weft_live_reader_clear (WeftReader *reader)
{
  WeftLiveReader *self = (WeftLiveReader *) reader;

  weft_live_writer_free (self->writer);
  g_byte_array_unref (self->held);
}

static const WeftReaderClass reader_class = {
  .feed = weft_live_reader_feed,
  .publish = weft_live_reader_publish,
  .finish = weft_live_reader_finish,
  .clear = weft_live_reader_clear,
};

WeftReader *
weft_live_reader_new (WeftLiveTrace *trace)
{
  WeftLiveReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->trace = trace;
  self->held = g_byte_array_new ();
  self->writer = weft_live_writer_new (trace);
  weft_trace_set_format (WEFT_TRACE (trace), _ ("Weft live recording"));
  return &self->base;
}

WeftSniff
weft_live_reader_sniff (const char *head, gsize length)
{
  static const char magic[] = { 'T', 'T', 'L', '1' };

  if (memcmp (head, magic, MIN (length, sizeof magic)) != 0)
    return WEFT_SNIFF_NO;
  if (length < 10)
    return WEFT_SNIFF_MORE;
  return head[8] == WEFT_LIVE_WELCOME && head[9] == 0 ? WEFT_SNIFF_YES : WEFT_SNIFF_NO;
}
