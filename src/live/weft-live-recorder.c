/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-recorder.h"

#include "weft-live-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* Bytes that are held back between flushes. */
#define MAX_HELD (1u << 20)

struct _WeftLiveRecorder
{
  int fd;
  char *path;
  GByteArray *held; /* whole frames */
  guint64 size;
  GError *error; /* the first one: nothing is written any more */
  guint n_hosts; /* that were named, */
  guint current; /* of which this is the one that is written of, */
  struct
  {
    guint host; /* as the owner numbers it */
    WeftLiveHostClock clock;
  } hosts[WEFT_LIVE_MAX_HOSTS]; /* by their numbers in the recording */
};

static void
set_error (GError **error, const char *path, int number)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number),
               _ ("“%s” can't be written: %s. What was recorded until then is in the file."), path,
               g_strerror (number));
}

/* Writes what is held. What a full disk took of the last frames is cut off again. */
static void
write_held (WeftLiveRecorder *self)
{
  gsize done = 0;

  while (done < self->held->len && self->error == NULL)
    {
      ssize_t n = write (self->fd, self->held->data + done, self->held->len - done);

      if (n > 0)
        done += (gsize) n;
      else if (n == 0 || errno != EINTR)
        set_error (&self->error, self->path, n == 0 ? ENOSPC : errno);
    }
  if (self->error == NULL)
    self->size += done;
  else if (ftruncate (self->fd, (off_t) self->size) == 0)
    lseek (self->fd, (off_t) self->size, SEEK_SET);
  g_byte_array_set_size (self->held, 0);
}

WeftLiveRecorder *
weft_live_recorder_new (const char *path, GError **error)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  WeftLiveRecorder *self;

  if (fd < 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
                   _ ("“%s” can't be written: %s"), path, g_strerror (errno));
      return NULL;
    }
  self = g_new0 (WeftLiveRecorder, 1);
  self->fd = fd;
  self->path = g_strdup (path);
  self->held = g_byte_array_new ();
  return self;
}

void
weft_live_recorder_free (WeftLiveRecorder *self)
{
  if (self->error == NULL)
    write_held (self);
  close (self->fd);
  g_byte_array_unref (self->held);
  g_clear_error (&self->error);
  g_free (self->path);
  g_free (self);
}

void
weft_live_recorder_add (WeftLiveRecorder *self, const WeftLiveFrame *frame)
{
  if (self->error != NULL)
    return;
  g_byte_array_append (self->held, frame->bytes, frame->length);
  if (self->held->len >= MAX_HELD)
    write_held (self);
}

void
weft_live_recorder_add_bytes (WeftLiveRecorder *self, const GByteArray *bytes)
{
  if (self->error == NULL)
    g_byte_array_append (self->held, bytes->data, bytes->len);
}

gboolean
weft_live_recorder_is_empty (WeftLiveRecorder *self)
{
  return self->size == 0 && self->held->len == 0;
}

static void
put_host (GByteArray *out, guint number, const WeftLiveHostClock *clock, const char *name)
{
  WeftLiveHostSwitch host = { number, *clock, { name, (guint16) strlen (name) } };

  weft_live_put_host (out, &host);
}

static gboolean
is_same_clock (const WeftLiveHostClock *a, const WeftLiveHostClock *b)
{
  return a->kind == b->kind && a->shift_ns == b->shift_ns && a->error_ns == b->error_ns;
}

void
weft_live_recorder_set_host (WeftLiveRecorder *self, guint host, const WeftLiveHost *told)
{
  guint number = 0;
  gboolean is_known;

  while (number < self->n_hosts && self->hosts[number].host != host)
    number++;
  is_known = number < self->n_hosts && is_same_clock (&self->hosts[number].clock, &told->clock);
  if ((is_known && number == self->current) || self->error != NULL)
    return;
  self->n_hosts = MAX (self->n_hosts, number + 1);
  self->current = number;
  self->hosts[number].host = host;
  self->hosts[number].clock = told->clock;
  put_host (self->held, number, &told->clock, told->name);
}

gboolean
weft_live_recorder_flush (WeftLiveRecorder *self, GError **error)
{
  if (self->error == NULL)
    write_held (self);
  if (self->error == NULL)
    return TRUE;
  if (error != NULL)
    *error = g_error_copy (self->error);
  return FALSE;
}

guint64
weft_live_recorder_get_size (WeftLiveRecorder *self)
{
  return self->size;
}

/* --- a part of a trace -------------------------------------------------------------------------- */

/* State of what is written about one lane. */
typedef struct
{
  WeftLiveTrace *trace;
  guint lane;
  guint32 id;
  guint n_hosts; /* of the trace: with several, each is named */
  guint lane_host;
  WeftLiveHost host; /* as the part says it last */
  GByteArray *out;
  GArray *records; /* WeftLiveRecord, of `epoch` */
  GArray *syncs;
  guint32 epoch;
  guint64 seq;
} Part;

static void
flush_records (Part *part)
{
  WeftLiveBatch batch = { .clock_epoch = part->epoch, .schema = 1 };

  if (part->records->len == 0)
    return;
  weft_live_put_records (part->out, part->id, part->seq, &batch,
                         (const WeftLiveRecord *) part->records->data, part->records->len);
  part->seq += part->records->len;
  g_array_set_size (part->records, 0);
}

/* Where a host's clock was measured better meanwhile, rows before that keep the shift that they have. */
static void
keep_shift (Part *part, const WeftLiveRow *row)
{
  WeftLiveHostClock clock = part->host.clock;
  const WeftLiveSync *sync = NULL;

  for (guint i = 0; i < part->syncs->len && sync == NULL; i++)
    if (g_array_index (part->syncs, WeftLiveSync, i).epoch == row->epoch)
      sync = &g_array_index (part->syncs, WeftLiveSync, i);
  if (part->n_hosts < 2 || sync == NULL)
    return;
  clock.shift_ns = row->start - weft_live_sync_to_host (sync, row->start_ticks);
  if (clock.shift_ns == part->host.clock.shift_ns)
    return;
  flush_records (part);
  part->host.clock = clock;
  put_host (part->out, part->lane_host, &clock, part->host.name);
}

static void
put_row (Part *part, const WeftLiveRow *row)
{
  WeftLiveRecord record = { row->start_ticks, row->end_ticks, row->program,   row->runtime_id,
                            row->kind,        row->flags,     row->subdevice, row->aux };

  if (row->kind == WEFT_LIVE_KIND_MISSING)
    {
      WeftLiveLoss loss = { .stage = WEFT_LIVE_STAGE_DAEMON, .count = MAX (row->aux, 1) };

      flush_records (part);
      loss.seq_lo = part->seq;
      loss.seq_hi = part->seq + loss.count;
      weft_live_put_loss (part->out, part->id, &loss);
      part->seq = loss.seq_hi;
      return;
    }
  keep_shift (part, row);
  if (row->epoch != part->epoch || part->records->len == WEFT_LIVE_BATCH_RECORDS)
    flush_records (part);
  part->epoch = row->epoch;
  g_array_append_val (part->records, record);
}

/* Programs get their place in the trace as a key. */
static void
put_definitions (Part *part)
{
  const GArray *syncs = part->syncs;

  for (guint i = 0; i < weft_live_trace_get_n_programs (part->trace); i++)
    {
      const char *name = weft_live_trace_get_program (part->trace, i);
      g_autofree char *sources = weft_live_trace_get_sources (part->trace, i);
      WeftLiveProgram program = { .key = i,
                                  .name = { name, (guint16) strlen (name) },
                                  .sources = { sources, (guint16) strlen (sources) } };

      weft_live_put_program (part->out, part->id, &program);
    }
  for (guint i = 0; i < syncs->len; i++)
    weft_live_put_sync (part->out, part->id, &g_array_index (syncs, WeftLiveSync, i));
}

static void
put_stream (Part *part)
{
  WeftLiveLane lane;
  WeftLiveStream stream = { .schema = 1 };

  weft_live_trace_get_lane (part->trace, part->lane, &lane);
  stream.chip = lane.chip;
  stream.pid = lane.pid;
  stream.device_loss = (guint8) lane.device_loss;
  stream.producer_stream = lane.producer_stream;
  memcpy (stream.producer, lane.producer, sizeof stream.producer);
  stream.arch = (WeftLiveText){ lane.arch, (guint16) strlen (lane.arch) };
  weft_live_put_stream (part->out, part->id, 0, &stream);
}

static void
put_lane (Part *part, gint64 from, gint64 to)
{
  g_autoptr (GArray) syncs = weft_live_trace_get_syncs (part->trace, part->lane);
  guint32 first, end;

  part->syncs = syncs;
  put_stream (part);
  put_definitions (part);
  weft_live_trace_get_rows (part->trace, part->lane, &first, &end);
  for (guint32 i = weft_live_trace_find_row (part->trace, part->lane, from); i < end; i++)
    {
      WeftLiveRow row;

      weft_live_trace_get_row (part->trace, part->lane, i, &row);
      if (row.start >= to)
        break;
      if (row.start >= from || row.end > from)
        put_row (part, &row);
    }
  flush_records (part);
}

static void
put_welcome (GByteArray *out, const WeftLiveHost *host)
{
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .role = WEFT_LIVE_DAEMON,
                          .max_frame = WEFT_LIVE_MAX_FRAME,
                          .name = { host->name, (guint16) strlen (host->name) } };

  memcpy (hello.session, host->session, sizeof hello.session);
  weft_live_put_hello (out, WEFT_LIVE_WELCOME, &hello);
}

/* The lanes of a host, which is named where there are others. */
static void
put_lanes (Part *part, guint host, gint64 from, gint64 to)
{
  guint n_lanes = weft_live_trace_get_n_lanes (part->trace);
  WeftLiveHost told;

  weft_live_trace_get_host (part->trace, host, &told);
  if (host == 0)
    put_welcome (part->out, &told);
  if (part->n_hosts > 1)
    put_host (part->out, host, &told.clock, told.name);
  if (host > 0)
    put_welcome (part->out, &told);
  part->host = told;
  for (part->lane = 0; part->lane < n_lanes; part->lane++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (part->trace, part->lane, &lane);
      if (lane.host != host)
        continue;
      part->id = part->lane + 1;
      part->lane_host = host;
      part->epoch = 0;
      part->seq = 0;
      put_lane (part, from, to);
    }
}

gboolean
weft_live_save_range (WeftLiveTrace *trace, gint64 from, gint64 to, const char *path,
                      GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autoptr (GArray) records = g_array_new (FALSE, FALSE, sizeof (WeftLiveRecord));
  Part part = {
    .trace = trace, .n_hosts = weft_live_trace_get_n_hosts (trace), .out = out, .records = records
  };
  guint held = weft_live_trace_hold (trace);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint host = 0; host < part.n_hosts; host++)
    put_lanes (&part, host, from, to);
  weft_live_trace_release (trace, held);
  return g_file_replace_contents (file, (const char *) out->data, out->len, NULL, FALSE,
                                  G_FILE_CREATE_NONE, NULL, NULL, error);
}
