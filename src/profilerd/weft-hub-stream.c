/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-hub-stream.h"

#include "weft-clock-fit.h"

#include <string.h>

#define MAX_DEFINITION_BYTES ((gsize) 32 << 20)
#define MAX_SYNCS 65536u
#define MAX_SAMPLES 1000u

/* The cost of a frame beside its bytes: its place in the ring, which may be twice as long as its
 * content, and the allocator's part. */
#define FRAME_OVERHEAD (2 * sizeof (WeftHubFrame) + 64)
#define DEFINITION_OVERHEAD 64

/* The clock where a device was never synchronised. */
#define NOMINAL_GHZ 1.35

WeftHubStream *
weft_hub_stream_new (guint32 id, const WeftLiveStream *info, guint64 first_seq)
{
  WeftHubStream *self = g_new0 (WeftHubStream, 1);

  self->id = id;
  self->info = *info;
  self->arch = g_strndup (info->arch.bytes, info->arch.length);
  self->info.arch.bytes = self->arch;
  self->definitions = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->syncs = g_array_new (FALSE, FALSE, sizeof (WeftLiveSync));
  self->samples = g_array_new (FALSE, FALSE, sizeof (WeftLiveSyncSample));
  self->ring = g_array_new (FALSE, FALSE, sizeof (WeftHubFrame));
  memset (&self->reported, 0xff, sizeof self->reported); /* WEFT_LIVE_NOT_KNOWN */
  self->first_seq = self->next_seq = self->acked_seq = self->ack_candidate = first_seq;
  return self;
}

void
weft_hub_frame_clear (WeftHubFrame *frame)
{
  g_clear_pointer (&frame->bytes, g_bytes_unref);
  g_clear_pointer (&frame->summary, weft_hub_summary_free);
}

void
weft_hub_stream_free (WeftHubStream *self)
{
  for (guint i = self->ring_start; i < self->ring->len; i++)
    weft_hub_frame_clear (&g_array_index (self->ring, WeftHubFrame, i));
  g_array_unref (self->ring);
  g_array_unref (self->samples);
  g_array_unref (self->syncs);
  g_ptr_array_unref (self->definitions);
  weft_map64_clear (&self->epochs);
  weft_map64_clear (&self->keys);
  g_free (self->arch);
  g_free (self);
}

void
weft_hub_stream_close (WeftHubStream *self)
{
  self->ended = TRUE;
  self->attached = FALSE;
  weft_map64_clear (&self->keys);
  self->keys = (WeftMap64) WEFT_MAP64_INIT;
  g_array_set_size (self->samples, 0);
}

/* --- the ring ---------------------------------------------------------------------------------- */

WeftHubFrame *
weft_hub_stream_frame (WeftHubStream *self, guint64 index)
{
  return &g_array_index (self->ring, WeftHubFrame,
                         self->ring_start + (guint) (index - self->first_index));
}

guint64
weft_hub_stream_end (const WeftHubStream *self)
{
  return self->first_index + self->ring->len - self->ring_start;
}

guint64
weft_hub_stream_first_seq (WeftHubStream *self)
{
  return self->first_index < weft_hub_stream_end (self)
           ? weft_hub_stream_frame (self, self->first_index)->seq
           : self->next_seq;
}

guint64
weft_hub_stream_find (WeftHubStream *self, guint64 seq)
{
  guint64 low = self->first_index, high = weft_hub_stream_end (self);

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (weft_hub_stream_frame (self, middle)->end <= seq)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
push_frame (WeftHubStream *self, GByteArray *bytes, guint64 end, guint32 n_records)
{
  WeftHubFrame frame = { .seq = self->next_seq,
                         .end = end,
                         .n_records = n_records,
                         .n_definitions = self->definitions->len };

  self->ring_bytes += bytes->len + FRAME_OVERHEAD;
  self->ring_records += n_records;
  self->next_seq = end;
  frame.bytes = g_bytes_new (bytes->data, bytes->len); /* the array has room for more */
  g_byte_array_unref (bytes);
  g_array_append_val (self->ring, frame);
}

WeftHubFrame
weft_hub_stream_expire (WeftHubStream *self)
{
  WeftHubFrame frame = g_array_index (self->ring, WeftHubFrame, self->ring_start);

  self->ring_start++;
  self->first_index++;
  self->ring_bytes -= g_bytes_get_size (frame.bytes) + FRAME_OVERHEAD;
  self->ring_records -= frame.n_records;
  self->expired += frame.n_records;
  /* Moves what is left to the front when that is less than what was there, which costs a constant
   * time per frame. */
  if (self->ring_start > 64 && self->ring_start > self->ring->len / 2)
    {
      g_array_remove_range (self->ring, 0, self->ring_start);
      self->ring_start = 0;
    }
  return frame;
}

/* --- definitions ------------------------------------------------------------------------------- */

static void
push_definition (WeftHubStream *self, GByteArray *bytes)
{
  self->definition_bytes += bytes->len + DEFINITION_OVERHEAD;
  g_ptr_array_add (self->definitions, g_byte_array_free_to_bytes (bytes));
}

void
weft_hub_stream_add_program (WeftHubStream *self, const WeftLiveProgram *program)
{
  GByteArray *bytes = g_byte_array_new ();

  weft_live_put_program (bytes, self->id, program);
  if (weft_map64_get (&self->keys, program->key) == WEFT_MAP64_NONE)
    self->n_keys++;
  weft_map64_set (&self->keys, program->key, program->runtime_id);
  push_definition (self, bytes);
}

void
weft_hub_stream_add_sync (WeftHubStream *self, const WeftLiveSync *sync)
{
  GByteArray *bytes = g_byte_array_new ();

  weft_live_put_sync (bytes, self->id, sync);
  weft_map64_set (&self->epochs, sync->epoch, 0);
  g_array_append_vals (self->syncs, sync, 1);
  push_definition (self, bytes);
}

static gboolean
has_sync (const WeftHubStream *self, guint32 epoch)
{
  return weft_map64_get (&self->epochs, epoch) != WEFT_MAP64_NONE;
}

/* Said before, and said again after a reconnection, word for word. */
static gboolean
is_repeated (const WeftHubStream *self, const WeftLiveFrame *frame)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  weft_live_put_passed_on (bytes, frame, self->id, 0, 0, G_MAXUINT);
  for (guint i = 0; i < self->definitions->len; i++)
    {
      gsize length;
      gconstpointer known = g_bytes_get_data (self->definitions->pdata[i], &length);

      if (length == bytes->len && memcmp (known, bytes->data, length) == 0)
        return TRUE;
    }
  return FALSE;
}

WeftLiveFault
weft_hub_stream_define (WeftHubStream *self, const WeftLiveFrame *frame)
{
  WeftLiveProgram program;
  WeftLiveSync sync;

  if (frame->type == WEFT_LIVE_PROGRAM ? !weft_live_get_program (frame, &program)
                                       : !weft_live_get_sync (frame, &sync))
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (self->definition_bytes > MAX_DEFINITION_BYTES || self->n_keys >= WEFT_LIVE_MAX_PROGRAMS
      || self->syncs->len >= MAX_SYNCS)
    return WEFT_LIVE_FAULT_LIMIT;
  if (frame->type == WEFT_LIVE_PROGRAM)
    {
      if (weft_map64_get (&self->keys, program.key) == WEFT_MAP64_NONE
          || !is_repeated (self, frame))
        weft_hub_stream_add_program (self, &program);
    }
  else if (!has_sync (self, sync.epoch))
    weft_hub_stream_add_sync (self, &sync);
  return WEFT_LIVE_FAULT_NONE;
}

WeftLiveFault
weft_hub_stream_sample (WeftHubStream *self, const WeftLiveFrame *frame, guint64 now_ns,
                        WeftLiveFlaw *flaw)
{
  const WeftLiveSync *previous =
    self->syncs->len > 0 ? &g_array_index (self->syncs, WeftLiveSync, self->syncs->len - 1) : NULL;
  WeftLiveSyncSample sample;
  WeftLiveSync fit;

  if (!weft_live_get_sync_sample (frame, &sample))
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (self->samples->len >= MAX_SAMPLES || self->syncs->len >= MAX_SYNCS)
    return WEFT_LIVE_FAULT_LIMIT;
  g_array_append_val (self->samples, sample);
  if (!sample.last)
    return WEFT_LIVE_FAULT_NONE;
  weft_clock_fit ((const WeftLiveSyncSample *) self->samples->data, self->samples->len,
                  previous != NULL ? previous->ghz : NOMINAL_GHZ, previous, &fit);
  fit.epoch = sample.epoch;
  fit.made_ns = now_ns;
  g_array_set_size (self->samples, 0);
  if (has_sync (self, fit.epoch))
    {
      *flaw = (WeftLiveFlaw){ "epoch", 32, "it has begun before" };
      return WEFT_LIVE_FAULT_PAYLOAD;
    }
  weft_hub_stream_add_sync (self, &fit);
  return WEFT_LIVE_FAULT_NONE;
}

double
weft_hub_stream_get_ghz (const WeftHubStream *self)
{
  return self->syncs->len > 0 ? g_array_index (self->syncs, WeftLiveSync, self->syncs->len - 1).ghz
                              : 1;
}

/* --- records ----------------------------------------------------------------------------------- */

/* The sequence numbers up to `end` never came. */
static void
push_loss (WeftHubStream *self, guint64 end, guint16 stage, guint16 reason)
{
  WeftLiveLoss loss = { self->next_seq, end, stage, reason, end - self->next_seq };
  GByteArray *bytes = g_byte_array_new ();

  self->lost_before += loss.count;
  weft_live_put_loss (bytes, self->id, &loss);
  push_frame (self, bytes, end, 0);
}

/* Whether all that the records refer to was said; counts what the device lost from `skip` on. */
static gboolean
check_records (WeftHubStream *self, const WeftLiveFrame *frame, guint skip, guint64 *device_lost,
               WeftLiveFlaw *flaw)
{
  guint32 known = 0;
  gboolean any = FALSE;

  *device_lost = 0;
  for (guint i = 0; i < frame->count; i++)
    {
      guint32 at = WEFT_LIVE_RECORDS_START + i * WEFT_LIVE_RECORD_SIZE;
      WeftLiveRecord record;

      weft_live_get_record (frame, i, &record);
      if (record.kind > WEFT_LIVE_KIND_LOSS)
        {
          *flaw = (WeftLiveFlaw){ "kind", at + 24, "it is 0, 1 or 2" };
          return FALSE;
        }
      if (record.kind == WEFT_LIVE_KIND_LOSS && i >= skip)
        *device_lost += record.aux;
      if (record.kind != WEFT_LIVE_KIND_PROGRAM || (any && record.program_key == known))
        continue;
      if (weft_map64_get (&self->keys, record.program_key) == WEFT_MAP64_NONE)
        {
          *flaw = (WeftLiveFlaw){ "program_key", at + 16, "no PROGRAM has named it" };
          return FALSE;
        }
      known = record.program_key;
      any = TRUE;
    }
  return TRUE;
}

static WeftLiveFault
append_records (WeftHubStream *self, const WeftLiveFrame *frame, WeftLiveFlaw *flaw)
{
  GByteArray *bytes;
  WeftLiveBatch batch;
  guint64 device_lost, skip = 0;

  if (!weft_live_get_batch (frame, &batch))
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (!has_sync (self, batch.clock_epoch))
    {
      *flaw = (WeftLiveFlaw){ "epoch", 32, "no SYNC has begun it" };
      return WEFT_LIVE_FAULT_PAYLOAD;
    }
  if (frame->seq < self->next_seq)
    skip = MIN (self->next_seq - frame->seq, frame->count);
  if (!check_records (self, frame, (guint) skip, &device_lost, flaw))
    return WEFT_LIVE_FAULT_PAYLOAD;
  self->duplicates += skip;
  if (skip == frame->count)
    return WEFT_LIVE_FAULT_NONE;
  if (frame->seq > self->next_seq)
    push_loss (self, frame->seq, WEFT_LIVE_STAGE_RETENTION, 1);
  bytes = g_byte_array_sized_new (frame->length);
  weft_live_put_passed_on (bytes, frame, self->id, 0, (guint) skip, G_MAXUINT);
  push_frame (self, bytes, frame->seq + frame->count, frame->count - (guint32) skip);
  self->ingested += frame->count - skip;
  self->device_lost += device_lost;
  return WEFT_LIVE_FAULT_NONE;
}

WeftLiveFault
weft_hub_stream_append (WeftHubStream *self, const WeftLiveFrame *frame, WeftLiveFlaw *flaw)
{
  WeftLiveLoss loss;

  if (frame->type == WEFT_LIVE_RECORDS)
    return append_records (self, frame, flaw);
  if (!weft_live_get_loss (frame, &loss))
    return WEFT_LIVE_FAULT_PAYLOAD;
  if (loss.seq_hi > self->next_seq)
    push_loss (self, loss.seq_hi, loss.stage, loss.reason);
  return WEFT_LIVE_FAULT_NONE;
}

void
weft_hub_stream_get_stats (const WeftHubStream *self, WeftLiveStats *stats)
{
  *stats = self->reported;
  stats->first_seq = self->first_seq;
  stats->head = self->next_seq;
  stats->ingested = self->ingested;
  stats->expired = self->expired;
  stats->in_ring = self->ring_records;
  stats->duplicates = self->duplicates;
  stats->lost_before = self->lost_before;
  stats->device_lost = self->info.device_loss == WEFT_LIVE_DEVICE_LOSS_UNKNOWN ? WEFT_LIVE_NOT_KNOWN
                                                                               : self->device_lost;
}

/* --- the ledger --------------------------------------------------------------------------------- */

static void
print_number (GString *text, const char *name, guint64 value)
{
  g_string_append_printf (text, ",\"%s\":", name);
  if (value == WEFT_LIVE_NOT_KNOWN)
    g_string_append (text, "null");
  else
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, value);
}

/* Figures of another's counting: nothing where none of it is known. */
static void
print_reported (GString *text, const char *name, const char *const names[], const guint64 *values,
                guint n)
{
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    any |= values[i] != WEFT_LIVE_NOT_KNOWN;
  if (!any)
    return;
  g_string_append_printf (text, ",\"%s\":{", name);
  for (guint i = 0; i < n; i++)
    {
      gsize before = text->len;

      print_number (text, names[i], values[i]);
      if (i == 0)
        g_string_erase (text, (gssize) before, 1);
    }
  g_string_append_c (text, '}');
}

void
weft_hub_stream_print (const WeftHubStream *self, GString *text)
{
  static const char *const producer_names[] = { "offered", "acked", "unacked", "dropped_ring",
                                                "dropped_retention" };
  static const char *const device_names[] = { "signals", "pages",   "overwritten",
                                              "erased",  "pending", "torn" };
  WeftLiveStats stats;

  weft_hub_stream_get_stats (self, &stats);
  g_string_append_printf (text, "{\"stream\":%u", self->id);
  print_number (text, "chip", self->info.chip);
  print_number (text, "first_seq", stats.first_seq);
  print_number (text, "head", stats.head);
  print_number (text, "ingested", stats.ingested);
  print_number (text, "in_ring", stats.in_ring);
  print_number (text, "expired", stats.expired);
  print_number (text, "duplicates", stats.duplicates);
  print_number (text, "lost_before", stats.lost_before);
  print_number (text, "acked_seq", self->acked_seq);
  if (self->info.device_loss != WEFT_LIVE_DEVICE_LOSS_UNKNOWN)
    print_number (text, "device_loss", stats.device_lost);
  else if (self->device_lost > 0)
    g_string_append_printf (text, ",\"device_loss\":\"at least %" G_GUINT64_FORMAT "\"",
                            self->device_lost);
  else
    g_string_append (text, ",\"device_loss\":\"not observable\"");
  print_reported (text, "producer", producer_names,
                  (const guint64[]){ stats.offered, stats.acked, stats.unacked, stats.dropped_ring,
                                     stats.dropped_retention },
                  G_N_ELEMENTS (producer_names));
  if (self->info.device_loss == WEFT_LIVE_DEVICE_COUNTS_LOSS)
    print_reported (text, "device", device_names,
                    (const guint64[]){ stats.signals, stats.pages, stats.overwritten, stats.erased,
                                       stats.pending, stats.torn },
                    G_N_ELEMENTS (device_names));
  g_string_append_c (text, '}');
}
