/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-writer.h"

#include "weft-live-lane.h"

#include <math.h>
#include <string.h>

/* Times beyond ± so many nanoseconds (73 years) of 1970 stop there, so that
 * differences of times never overflow. */
#define TIME_LIMIT (G_MAXINT64 / 4)

/* Numbers of a host's daemon, and their meaning in the trace. */
typedef struct
{
  WeftMap64 lanes;     /* stream id of the connected daemon to lane */
  guint connection;    /* which WELCOME that is, from 1 */
  guint declared;      /* the last connection of this session that declared a stream; 0: none did */
  gint64 shift_ns;     /* added to its times */
  gint64 real_offset;  /* ns that the session's monotonic time lies before the real one, where */
  gboolean has_offset; /* that is known */
} Host;

struct _WeftLiveWriter
{
  WeftLiveTrace *trace;
  Host hosts[WEFT_LIVE_MAX_HOSTS];
  guint number;   /* of the host that is heard */
  gboolean dirty; /* taken and not published */
  WeftLiveOddity oddity;
  guint64 expected; /* sequence number */
};

WeftLiveWriter *
weft_live_writer_new (WeftLiveTrace *trace)
{
  WeftLiveWriter *self = g_new0 (WeftLiveWriter, 1);

  self->trace = g_object_ref (trace);
  for (guint i = 0; i < WEFT_LIVE_MAX_HOSTS; i++)
    self->hosts[i] = (Host){ .lanes = WEFT_MAP64_INIT, .connection = 1 };
  return self;
}

void
weft_live_writer_free (WeftLiveWriter *self)
{
  for (guint i = 0; i < WEFT_LIVE_MAX_HOSTS; i++)
    weft_map64_clear (&self->hosts[i].lanes);
  g_object_unref (self->trace);
  g_free (self);
}

/* The host that is heard. */
static Host *
get_host (WeftLiveWriter *self)
{
  return &self->hosts[self->number];
}

/* The lane that the connection calls `stream`; NULL where there is none, or it has ended. */
static Lane *
find_lane (const WeftLiveWriter *self, guint32 stream)
{
  guint32 index = weft_map64_get (&self->hosts[self->number].lanes, stream);

  return index == WEFT_MAP64_NONE || self->trace->lanes[index]->info.ended
           ? NULL
           : self->trace->lanes[index];
}

/* --- records ----------------------------------------------------------------------------------- */

gint64
weft_live_sync_to_host (const WeftLiveSync *sync, guint64 ticks)
{
  double ns = (double) (gint64) (ticks - sync->first_timestamp) / sync->ghz;
  /* The difference is taken in integers, so that only its own size costs precision. */
  double sum = (double) (gint64) sync->offset_ns + ns;

  if (!(fabs (sum) < (double) TIME_LIMIT))
    return sum < 0 ? -TIME_LIMIT : TIME_LIMIT;
  return (gint64) sync->offset_ns + (gint64) llround (ns);
}

static const WeftLiveSync *
find_sync (Lane *lane, guint32 epoch)
{
  for (guint i = lane->syncs->len; i-- > 0;)
    if (g_array_index (lane->syncs, WeftLiveSync, i).epoch == epoch)
      return &g_array_index (lane->syncs, WeftLiveSync, i);
  return NULL;
}

static void
set_times (WeftLiveRow *row, const WeftLiveRecord *record, const WeftLiveSync *sync,
           gint64 shift_ns)
{
  row->start = weft_live_sync_to_host (sync, record->start) + shift_ns;
  row->end = weft_live_sync_to_host (sync, record->end) + shift_ns;
  row->flags = record->flags & (WEFT_LIVE_REVERSED | WEFT_LIVE_NO_END | WEFT_LIVE_BAD_CLOCK);
  if ((gint64) (record->end - record->start) < 0 && (row->flags & WEFT_LIVE_NO_END) == 0)
    row->flags |= WEFT_LIVE_REVERSED;
  if (row->flags & (WEFT_LIVE_REVERSED | WEFT_LIVE_NO_END) || row->end < row->start)
    row->end = row->start;
}

/* FALSE where the record refers to what was not said before, or where there is no room. */
static gboolean
take_record (WeftLiveTrace *trace, Lane *lane, const WeftLiveRecord *record,
             const WeftLiveSync *sync, gint64 shift_ns)
{
  WeftLiveRow row = {
    .start_ticks = record->start,
    .end_ticks = record->end,
    .program = WEFT_NO_ROW,
    .runtime_id = record->runtime_id,
    .aux = record->aux,
    .epoch = sync->epoch,
    .subdevice = record->subdevice,
    .kind = MIN (record->kind, WEFT_LIVE_KIND_LOSS),
  };

  if (row.kind == WEFT_LIVE_KIND_PROGRAM)
    row.program = weft_map64_get (&lane->keys, record->program_key);
  set_times (&row, record, sync, shift_ns);
  if (lane->has_missing)
    {
      weft_live_lane_append_missing (trace, lane, row.start);
      lane->has_missing = FALSE;
    }
  if (!weft_live_lane_append (trace, lane, &row))
    return FALSE;
  lane->info.n_reversed += (row.flags & WEFT_LIVE_REVERSED) != 0;
  if (row.kind == WEFT_LIVE_KIND_LOSS)
    lane->info.device_lost += row.aux;
  return TRUE;
}

/* Under the lock: `count` records are missing before what comes next. */
static void
take_missing (Lane *lane, guint64 count, WeftLiveStage stage)
{
  lane->next_seq += count;
  lane->info.head = lane->next_seq;
  lane->info.lost[stage] += count;
  lane->info.unplaced += count;
  lane->has_missing = TRUE;
}

/* Under the lock: records or a loss begin at `seq`, and end before `end`. */
static void
take_place (WeftLiveWriter *self, Lane *lane, guint64 seq, guint64 end)
{
  if (lane->unsettled)
    {
      lane->next_seq = lane->stream_seq = seq;
      lane->info.first_seq = lane->info.head = seq;
      lane->unsettled = FALSE;
    }
  if (seq != lane->stream_seq)
    {
      self->oddity = seq > lane->stream_seq ? WEFT_LIVE_ODD_GAP : WEFT_LIVE_ODD_OVERLAP;
      self->expected = lane->stream_seq;
      lane->info.n_disorders++;
    }
  lane->stream_seq = end;
  lane->heard = TRUE;
}

/* Whether all programs of the frame were named before. Nothing is taken otherwise. */
static gboolean
knows_programs (Lane *lane, const WeftLiveFrame *frame)
{
  guint32 known = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < frame->count; i++)
    {
      WeftLiveRecord record;

      weft_live_get_record (frame, i, &record);
      if (record.kind > WEFT_LIVE_KIND_LOSS)
        return FALSE;
      if (record.kind != WEFT_LIVE_KIND_PROGRAM || (any && record.program_key == known))
        continue;
      if (weft_map64_get (&lane->keys, record.program_key) == WEFT_MAP64_NONE)
        return FALSE;
      known = record.program_key;
      any = TRUE;
    }
  return TRUE;
}

#define SECOND G_GINT64_CONSTANT (1000000000)

/* Under the lock: the time of day of a lane's first record. */
static void
set_start_time (const Host *host, WeftLiveLane *info)
{
  info->has_start_time = host->has_offset && info->start <= info->end;
  if (info->has_start_time)
    info->start_time = (host->real_offset + info->start - host->shift_ns) / SECOND;
}

static void
append_records (WeftLiveWriter *self, Lane *lane, const WeftLiveFrame *frame, guint skip,
                const WeftLiveSync *sync)
{
  for (guint i = skip; i < frame->count; i++)
    {
      WeftLiveRecord record;

      weft_live_get_record (frame, i, &record);
      if (!take_record (self->trace, lane, &record, sync, get_host (self)->shift_ns))
        {
          take_missing (lane, frame->count - i, WEFT_LIVE_STAGE_VIEWER);
          return;
        }
      lane->next_seq++;
      lane->info.delivered++;
    }
  lane->info.head = lane->next_seq;
}

static WeftLiveFault
take_records (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Lane *lane = find_lane (self, frame->stream);
  WeftLiveBatch batch;
  const WeftLiveSync *sync;
  guint64 skip = 0;

  if (!weft_live_get_batch (frame, &batch) || lane == NULL || !knows_programs (lane, frame))
    return WEFT_LIVE_FAULT_PAYLOAD;
  sync = find_sync (lane, batch.clock_epoch);
  if (sync == NULL)
    return WEFT_LIVE_FAULT_PAYLOAD;
  weft_lock (&self->trace->lock);
  take_place (self, lane, frame->seq, frame->seq + frame->count);
  if (frame->seq > lane->next_seq)
    take_missing (lane, frame->seq - lane->next_seq, WEFT_LIVE_STAGE_VIEWER);
  else
    skip = MIN (lane->next_seq - frame->seq, frame->count);
  lane->info.n_duplicates += skip;
  lane->info.host_rx_ns = batch.host_rx_ns;
  append_records (self, lane, frame, (guint) skip, sync);
  if (!lane->info.has_start_time)
    set_start_time (get_host (self), &lane->info);
  weft_unlock (&self->trace->lock);
  self->dirty = TRUE;
  return WEFT_LIVE_FAULT_NONE;
}

static WeftLiveFault
take_loss (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Lane *lane = find_lane (self, frame->stream);
  WeftLiveLoss loss;

  if (!weft_live_get_loss (frame, &loss) || lane == NULL)
    return WEFT_LIVE_FAULT_PAYLOAD;
  weft_lock (&self->trace->lock);
  take_place (self, lane, loss.seq_lo, loss.seq_hi);
  if (loss.seq_hi > lane->next_seq)
    take_missing (lane, loss.seq_hi - lane->next_seq, loss.stage);
  weft_unlock (&self->trace->lock);
  self->dirty = TRUE;
  return WEFT_LIVE_FAULT_NONE;
}

/* --- what is said about records ---------------------------------------------------------------- */

/* A stream of the same producer process is the same lane, whatever daemon of its host it comes through. */
static guint
find_known_lane (const WeftLiveWriter *self, const WeftLiveStream *stream)
{
  WeftLiveTrace *trace = self->trace;
  guint n_lanes = weft_published (&trace->n_lanes);
  guint i;

  for (i = 0; i < n_lanes; i++)
    if (trace->lanes[i]->info.host == self->number
        && trace->lanes[i]->info.producer_stream == stream->producer_stream
        && memcmp (trace->lanes[i]->info.producer, stream->producer, sizeof stream->producer) == 0)
      break;
  return i;
}

static void
describe_lane (WeftLiveLane *info, const WeftLiveFrame *frame, const WeftLiveStream *stream)
{
  info->chip = stream->chip;
  info->pid = stream->pid;
  info->stream = frame->stream;
  info->producer_stream = stream->producer_stream;
  memcpy (info->producer, stream->producer, sizeof info->producer);
  info->device_loss = (WeftLiveDeviceLoss) stream->device_loss;
  info->ended = FALSE;
  memcpy (info->arch, stream->arch.bytes, MIN (stream->arch.length, sizeof info->arch - 1));
  info->arch[MIN (stream->arch.length, sizeof info->arch - 1)] = 0;
}

/* The lane has been declared on this connection, and is declared again. Recordings that were made
 * after a daemon had come back may begin like that: with the place where a lane of the daemon before
 * had ended, and with the true one, in either order. */
static gboolean
is_declared (const WeftLiveWriter *self, const Lane *lane)
{
  return lane->connection == self->hosts[self->number].connection && !lane->info.ended;
}

/* Under the lock. */
static void
declare (WeftLiveWriter *self, Lane *lane, const WeftLiveFrame *frame)
{
  gboolean again = is_declared (self, lane);

  if (lane->connection == 0 || lane->unsettled
      || (again && lane->info.head == lane->info.first_seq))
    {
      lane->unsettled = again;
      lane->next_seq = lane->info.first_seq = lane->info.head = frame->seq;
    }
  else if (frame->seq > lane->next_seq)
    take_missing (lane, frame->seq - lane->next_seq, WEFT_LIVE_STAGE_DAEMON);
  lane->stream_seq = frame->seq;
  lane->connection = get_host (self)->declared = get_host (self)->connection;
  lane->heard = FALSE;
}

/* A mark in the picture: it is painted anew. */
static void
mark_end (WeftLiveWriter *self, Lane *lane)
{
  weft_publish (&lane->end_revision, ++self->trace->revision);
  weft_publish (&self->trace->n_ends, weft_published (&self->trace->n_ends) + 1);
  self->dirty = TRUE;
}

static WeftLiveFault
take_stream (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  WeftLiveTrace *trace = self->trace;
  guint n_lanes = weft_published (&trace->n_lanes);
  WeftLiveStream stream;
  guint index;
  Lane *lane;

  if (!weft_live_get_stream (frame, &stream))
    return WEFT_LIVE_FAULT_PAYLOAD;
  index = find_known_lane (self, &stream);
  lane = index < n_lanes ? trace->lanes[index] : NULL;
  if (find_lane (self, frame->stream) != NULL || (lane != NULL && is_declared (self, lane)))
    self->oddity = WEFT_LIVE_ODD_DECLARED;
  /* its records would count as those that came before: they are shown beside them */
  if (lane != NULL && is_declared (self, lane) && lane->heard && frame->seq < lane->stream_seq)
    {
      index = n_lanes;
      lane = NULL;
    }
  if (lane == NULL)
    lane = weft_live_trace_add_lane (trace);
  if (lane == NULL)
    return WEFT_LIVE_FAULT_LIMIT;
  weft_lock (&trace->lock);
  declare (self, lane, frame);
  lane->info.host = self->number;
  describe_lane (&lane->info, frame, &stream);
  lane->info.is_lost = FALSE;
  weft_unlock (&trace->lock);
  mark_end (self, lane);
  weft_map64_set (&get_host (self)->lanes, frame->stream, index);
  if (index == n_lanes)
    weft_publish (&trace->n_lanes, index + 1);
  self->dirty = TRUE;
  return WEFT_LIVE_FAULT_NONE;
}

static WeftLiveFault
take_stream_end (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Lane *lane = find_lane (self, frame->stream);

  if (lane == NULL)
    return WEFT_LIVE_FAULT_PAYLOAD;
  weft_lock (&self->trace->lock);
  lane->info.ended = TRUE;
  weft_unlock (&self->trace->lock);
  mark_end (self, lane);
  return WEFT_LIVE_FAULT_NONE;
}

static WeftLiveFault
take_program (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Lane *lane = find_lane (self, frame->stream);
  WeftLiveProgram program;
  guint32 index;

  if (!weft_live_get_program (frame, &program) || lane == NULL)
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (weft_map64_get (&lane->keys, program.key) == WEFT_MAP64_NONE
      && lane->n_keys++ >= WEFT_LIVE_MAX_PROGRAMS)
    return WEFT_LIVE_FAULT_LIMIT;
  weft_lock (&self->trace->lock);
  index = weft_live_trace_add_program (self->trace, &program);
  weft_unlock (&self->trace->lock);
  if (index == WEFT_NO_ROW)
    return WEFT_LIVE_FAULT_LIMIT;
  weft_map64_set (&lane->keys, program.key, index);
  return WEFT_LIVE_FAULT_NONE;
}

static WeftLiveFault
take_sync (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Lane *lane = find_lane (self, frame->stream);
  WeftLiveSync sync;

  if (!weft_live_get_sync (frame, &sync) || lane == NULL)
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (find_sync (lane, sync.epoch) != NULL) /* said again after a reconnection */
    return WEFT_LIVE_FAULT_NONE;
  weft_lock (&self->trace->lock);
  g_array_append_val (lane->syncs, sync);
  lane->info.sync = sync;
  lane->info.has_sync = TRUE;
  lane->info.n_syncs++;
  weft_unlock (&self->trace->lock);
  self->dirty = TRUE;
  return WEFT_LIVE_FAULT_NONE;
}

static WeftLiveFault
take_stats (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Lane *lane = find_lane (self, frame->stream);
  WeftLiveStats stats;

  if (!weft_live_get_stats (frame, &stats) || lane == NULL)
    return WEFT_LIVE_FAULT_PAYLOAD;
  weft_lock (&self->trace->lock);
  lane->info.stats = stats;
  lane->info.has_stats = TRUE;
  weft_unlock (&self->trace->lock);
  self->dirty = TRUE;
  return WEFT_LIVE_FAULT_NONE;
}

/* Under the lock: totals stay exact over what was lost on the way. */
static void
add_summary (WeftLiveTrace *trace, Lane *lane, const WeftLiveSummaryEntry *entry)
{
  guint32 program = weft_map64_get (&lane->keys, entry->key);
  double ghz = lane->info.has_sync ? lane->info.sync.ghz : 1;
  WeftLiveTotal *total;

  if (program == WEFT_MAP64_NONE || entry->n == 0)
    return;
  total = &g_array_index (trace->totals, WeftLiveTotal, program);
  total->n += entry->n;
  total->n_summarized += entry->n;
  total->sum_ns += (guint64) ((double) entry->sum / ghz);
  total->min_ns = MIN (total->min_ns, (guint64) ((double) entry->min / ghz));
  total->max_ns = MAX (total->max_ns, (guint64) ((double) entry->max / ghz));
  for (guint i = 0; i < WEFT_LIVE_HISTOGRAM_BINS; i++)
    total->histogram[weft_live_bin ((guint64) (1.4142 * ldexp (1, (int) i) / ghz))] +=
      entry->histogram[i];
}

static WeftLiveFault
take_summary (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Lane *lane = find_lane (self, frame->stream);
  WeftLiveSummary summary;

  if (!weft_live_get_summary (frame, &summary) || lane == NULL)
    return WEFT_LIVE_FAULT_PAYLOAD;
  weft_lock (&self->trace->lock);
  for (guint i = 0; i < frame->count; i++)
    {
      WeftLiveSummaryEntry entry;

      weft_live_get_summary_entry (frame, i, &entry);
      add_summary (self->trace, lane, &entry);
    }
  weft_unlock (&self->trace->lock);
  return WEFT_LIVE_FAULT_NONE;
}

/* --- hosts ------------------------------------------------------------------------------------- */

void
weft_live_writer_set_host (WeftLiveWriter *self, guint number)
{
  g_return_if_fail (number < WEFT_LIVE_MAX_HOSTS);

  self->number = number;
  if (number >= weft_published (&self->trace->n_hosts))
    weft_publish (&self->trace->n_hosts, number + 1);
}

/* Under the lock. */
static WeftLiveHost *
get_told (WeftLiveWriter *self)
{
  return &self->trace->hosts[self->number];
}

void
weft_live_writer_set_clock (WeftLiveWriter *self, const WeftLiveHostClock *clock)
{
  WeftLiveHost *told;

  get_host (self)->shift_ns = CLAMP (clock->shift_ns, -TIME_LIMIT, TIME_LIMIT);
  weft_lock (&self->trace->lock);
  told = get_told (self);
  told->clock = *clock;
  told->clock.shift_ns = get_host (self)->shift_ns;
  weft_unlock (&self->trace->lock);
  self->dirty = TRUE;
}

void
weft_live_writer_set_address (WeftLiveWriter *self, const char *address)
{
  weft_lock (&self->trace->lock);
  g_strlcpy (get_told (self)->address, address, sizeof get_told (self)->address);
  weft_unlock (&self->trace->lock);
}

/* Under the lock. */
static void
set_name (WeftLiveHost *told, WeftLiveText name)
{
  weft_live_text_shorten (&name, sizeof told->name - 1);
  memcpy (told->name, name.bytes, name.length);
  told->name[name.length] = '\0';
}

static void
set_link (WeftLiveWriter *self, WeftLiveLink link)
{
  WeftLiveHost *told;

  weft_lock (&self->trace->lock);
  told = get_told (self);
  if (told->link != link)
    told->since = g_get_real_time () / G_USEC_PER_SEC;
  told->has_since = TRUE;
  told->link = link;
  weft_unlock (&self->trace->lock);
  self->dirty = TRUE;
}

void
weft_live_writer_connect (WeftLiveWriter *self)
{
  set_link (self, WEFT_LIVE_LINK_CONNECTED);
}

gboolean
weft_live_writer_has_twin (const WeftLiveWriter *self, const guint8 session[16])
{
  for (guint i = 0; i < weft_published (&self->trace->n_hosts); i++)
    {
      const WeftLiveHost *other = &self->trace->hosts[i];

      if (i != self->number && other->link == WEFT_LIVE_LINK_CONNECTED
          && memcmp (other->session, session, sizeof other->session) == 0)
        return TRUE;
    }
  return FALSE;
}

static WeftLiveFault
take_host (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  WeftLiveHostSwitch host;

  if (!weft_live_get_host (frame, &host))
    return WEFT_LIVE_FAULT_PAYLOAD;
  weft_live_writer_set_host (self, host.number);
  weft_live_writer_set_clock (self, &host.clock);
  weft_lock (&self->trace->lock);
  set_name (get_told (self), host.name);
  weft_unlock (&self->trace->lock);
  return WEFT_LIVE_FAULT_NONE;
}

static void
lose_lanes (WeftLiveWriter *self)
{
  const Host *host = get_host (self);

  for (guint i = 0; i < weft_published (&self->trace->n_lanes); i++)
    {
      Lane *lane = self->trace->lanes[i];

      if (lane->info.host != self->number || lane->info.ended || lane->info.is_lost)
        continue;
      weft_lock (&self->trace->lock);
      lane->info.is_lost = TRUE;
      lane->info.has_lost_time = host->has_offset && lane->info.host_rx_ns > 0;
      lane->info.lost_time = (host->real_offset + (gint64) lane->info.host_rx_ns) / SECOND;
      weft_unlock (&self->trace->lock);
      mark_end (self, lane);
    }
}

void
weft_live_writer_lose (WeftLiveWriter *self)
{
  gboolean was_connected = get_told (self)->link == WEFT_LIVE_LINK_CONNECTED;

  lose_lanes (self);
  if (was_connected)
    set_link (self, WEFT_LIVE_LINK_LOST);
}

static void
set_no_daemon (WeftLiveWriter *self, gboolean no_daemon)
{
  for (guint i = 0; i < weft_published (&self->trace->n_lanes); i++)
    {
      Lane *lane = self->trace->lanes[i];

      if (lane->info.host != self->number || !lane->info.is_lost
          || lane->info.no_daemon == no_daemon)
        continue;
      weft_lock (&self->trace->lock);
      lane->info.no_daemon = no_daemon;
      weft_unlock (&self->trace->lock);
      mark_end (self, lane);
    }
}

void
weft_live_writer_miss (WeftLiveWriter *self)
{
  set_no_daemon (self, TRUE);
}

/* The streams of a daemon begin anew with each connection. */
static WeftLiveFault
take_welcome (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  Host *host = get_host (self);
  WeftLiveHello hello;
  WeftLiveHost *told;

  if (!weft_live_get_hello (frame, &hello))
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (hello.major != WEFT_LIVE_MAJOR)
    return WEFT_LIVE_FAULT_VERSION;
  lose_lanes (self);
  set_no_daemon (self, FALSE);
  host->has_offset = hello.realtime_ns > 0;
  host->real_offset = (gint64) (hello.realtime_ns - hello.monotonic_ns);
  weft_lock (&self->trace->lock);
  told = get_told (self);
  if (memcmp (told->session, hello.session, sizeof hello.session) != 0)
    host->declared = 0;
  memcpy (told->session, hello.session, sizeof hello.session);
  told->n_connections++;
  set_name (told, hello.name);
  weft_unlock (&self->trace->lock);
  weft_map64_clear (&host->lanes);
  host->lanes = (WeftMap64) WEFT_MAP64_INIT;
  host->connection++;
  return WEFT_LIVE_FAULT_NONE;
}

WeftLiveFault
weft_live_writer_take (WeftLiveWriter *self, const WeftLiveFrame *frame)
{
  self->oddity = WEFT_LIVE_ODD_NOTHING;
  self->expected = 0;
  switch (frame->type)
    {
    case WEFT_LIVE_WELCOME:
      return take_welcome (self, frame);
    case WEFT_LIVE_STREAM_ADD:
      return take_stream (self, frame);
    case WEFT_LIVE_STREAM_END:
      return take_stream_end (self, frame);
    case WEFT_LIVE_PROGRAM:
      return take_program (self, frame);
    case WEFT_LIVE_SYNC:
      return take_sync (self, frame);
    case WEFT_LIVE_RECORDS:
      return take_records (self, frame);
    case WEFT_LIVE_LOSS:
      return take_loss (self, frame);
    case WEFT_LIVE_STATS:
      return take_stats (self, frame);
    case WEFT_LIVE_SUMMARY:
      return take_summary (self, frame);
    case WEFT_LIVE_HOST:
      return take_host (self, frame);
    default:
      return weft_live_type_to_string (frame->type) == NULL
                 && (frame->flags & WEFT_LIVE_MUST_UNDERSTAND) != 0
               ? WEFT_LIVE_FAULT_UNKNOWN
               : WEFT_LIVE_FAULT_NONE;
    }
}

WeftLiveOddity
weft_live_writer_get_oddity (const WeftLiveWriter *self, guint64 *expected)
{
  *expected = self->expected;
  return self->oddity;
}

/* --- publishing -------------------------------------------------------------------------------- */

/* Rows first: a block is only ever seen with its rows, and a revision with what it is of. */
static void
publish_lane (Lane *lane, guint32 revision)
{
  for (; lane->n_stamped < lane->blocks.n_rows; lane->n_stamped++)
    weft_table_set_u32 (&lane->blocks, BLOCK_REVISION, lane->n_stamped, revision);
  weft_table_publish (&lane->rows);
  weft_table_publish (&lane->blocks);
  weft_publish (&lane->revision, revision);
}

void
weft_live_writer_publish (WeftLiveWriter *self)
{
  if (!self->dirty)
    return;
  for (guint i = 0; i < weft_published (&self->trace->n_lanes); i++)
    {
      Lane *lane = self->trace->lanes[i];

      if (lane->rows.n_rows > weft_table_length (&lane->rows))
        publish_lane (lane, ++self->trace->revision);
    }
  if (self->trace->budget > 0)
    weft_live_trace_keep_to_budget (self->trace);
  self->dirty = FALSE;
  weft_trace_changed (WEFT_TRACE (self->trace));
}

void
weft_live_writer_finish (WeftLiveWriter *self)
{
  weft_lock (&self->trace->lock);
  for (guint i = 0; i < weft_published (&self->trace->n_lanes); i++)
    {
      Lane *lane = self->trace->lanes[i];

      if (lane->has_missing && lane->rows.n_rows > 0)
        weft_live_lane_append_missing (self->trace, lane, lane->last_end);
      lane->has_missing = FALSE;
    }
  weft_unlock (&self->trace->lock);
  self->dirty = TRUE;
  weft_live_writer_publish (self);
}

GArray *
weft_live_writer_get_resumes (WeftLiveWriter *self)
{
  GArray *resumes = g_array_new (FALSE, FALSE, sizeof (WeftLiveResume));
  guint declared = get_host (self)->declared;

  for (guint i = 0; i < weft_published (&self->trace->n_lanes); i++)
    {
      Lane *lane = self->trace->lanes[i];
      WeftLiveResume resume = { lane->info.stream, lane->next_seq };

      if (lane->info.host == self->number && declared > 0 && lane->connection == declared)
        g_array_append_val (resumes, resume);
    }
  return resumes;
}

gboolean
weft_live_writer_get_next (const WeftLiveWriter *self, guint32 stream, guint64 *seq)
{
  const Lane *lane = find_lane (self, stream);

  if (lane != NULL)
    *seq = lane->stream_seq;
  return lane != NULL;
}
