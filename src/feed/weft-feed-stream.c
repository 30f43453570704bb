/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "weft-feed-stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the ring only: so many records (`start`) were dropped here. */
#define KIND_DROPPED 255

weft_feed_stream *
feed_stream_new (const weft_feed_stream_info *info, uint32_t ring_records, uint32_t retention)
{
  weft_feed_stream *self = NULL;

  if (posix_memalign ((void **) &self, 64, sizeof *self) != 0)
    {
      errno = ENOMEM;
      return NULL;
    }
  memset (self, 0, sizeof *self);
  self->ring = malloc ((size_t) ring_records * sizeof *self->ring);
  if (self->ring == NULL)
    {
      free (self);
      return NULL;
    }
  self->mask = ring_records - 1;
  self->retention = retention;
  self->end = self->unsent = &self->first;
  self->info = *info;
  snprintf (self->arch, sizeof self->arch, "%s", info->arch != NULL ? info->arch : "");
  return self;
}

/* --- the ring --------------------------------------------------------------------------------------- */

/* Room in the ring; looks at the reader's side only where what was seen of it is not enough. */
static uint64_t
get_room (weft_feed_stream *self, uint64_t head, size_t wanted)
{
  uint64_t size = self->mask + 1;

  if (size - (head - self->tail_seen) < wanted)
    self->tail_seen = atomic_load_explicit (&self->tail, memory_order_acquire);
  return size - (head - self->tail_seen);
}

size_t
feed_stream_publish (weft_feed_stream *self, const weft_feed_record *records, size_t n)
{
  uint64_t head = atomic_load_explicit (&self->head, memory_order_relaxed);
  uint64_t dropped = atomic_load_explicit (&self->dropped, memory_order_relaxed);
  uint64_t room = get_room (self, head, n + (dropped > 0));
  size_t taken;

  /* Earlier drops stand in the ring where it was dropped. */
  if (dropped > 0 && room > 1)
    {
      self->ring[head++ & self->mask] =
        (weft_feed_record){ .start = dropped, .kind = KIND_DROPPED };
      atomic_store_explicit (&self->dropped, 0, memory_order_relaxed);
      dropped = 0;
      room--;
    }
  taken = dropped > 0 ? 0 : n < room ? n : (size_t) room;
  for (size_t i = 0; i < taken; i++)
    self->ring[head++ & self->mask] = records[i];
  atomic_store_explicit (&self->head, head, memory_order_release);
  atomic_fetch_add_explicit (&self->offered, n, memory_order_relaxed);
  if (taken < n)
    {
      atomic_fetch_add_explicit (&self->dropped, n - taken, memory_order_relaxed);
      atomic_fetch_add_explicit (&self->dropped_ring, n - taken, memory_order_relaxed);
    }
  return taken;
}

int
feed_stream_has_more (weft_feed_stream *self)
{
  return self->epoch != 0 && atomic_load (&self->head) != atomic_load (&self->tail);
}

/* --- from the ring to batches ----------------------------------------------------------------------- */

static void
keep (weft_feed_stream *self, const wire_frame *frame, uint64_t end, uint32_t n_records)
{
  feed_batch *item = malloc (sizeof *item + frame->length);

  if (item == NULL)
    {
      self->counted.dropped_retention += n_records; /* the gap says so to the daemon */
      return;
    }
  item->next = NULL;
  item->seq = self->next_seq;
  item->end = end;
  item->n_records = n_records;
  item->length = frame->length;
  memcpy (item->bytes, frame->bytes, frame->length);
  *self->end = item;
  self->end = &item->next;
  self->n_kept += n_records;
}

static void
keep_loss (weft_feed_stream *self, uint64_t count, uint16_t stage)
{
  uint64_t end = self->next_seq + count;
  wire_frame frame;

  wire_begin (&frame, WIRE_LOSS, self->id, self->next_seq, 0);
  wire_u64 (&frame, self->next_seq);
  wire_u64 (&frame, end);
  wire_u16 (&frame, stage);
  wire_u16 (&frame, 0);
  wire_u32 (&frame, 0);
  wire_u64 (&frame, count);
  wire_seal (&frame);
  keep (self, &frame, end, 0);
  self->next_seq = end;
}

static void
put_record (wire_frame *frame, const weft_feed_record *record)
{
  wire_u64 (frame, record->start);
  wire_u64 (frame, record->end);
  wire_u32 (frame, record->program_key);
  wire_u32 (frame, record->runtime_id);
  wire_u8 (frame, record->kind);
  wire_u8 (frame, record->flags);
  wire_u16 (frame, record->subdevice);
  wire_u32 (frame, record->aux);
}

/* Takes one batch out of the ring: records up to the next marker. Returns 0 where there is none. */
static int
take_batch (weft_feed_stream *self, uint64_t now_ns)
{
  uint64_t tail = atomic_load_explicit (&self->tail, memory_order_relaxed);
  uint64_t head = atomic_load_explicit (&self->head, memory_order_acquire);
  const weft_feed_record *record = &self->ring[tail & self->mask];
  wire_frame frame;
  uint32_t n = 0;

  if (tail == head || self->epoch == 0)
    return 0;
  if (record->kind == KIND_DROPPED)
    {
      keep_loss (self, record->start, WIRE_STAGE_RING);
      atomic_store_explicit (&self->tail, tail + 1, memory_order_release);
      return 1;
    }
  wire_begin (&frame, WIRE_RECORDS, self->id, self->next_seq, 0);
  wire_u32 (&frame, self->epoch);
  wire_u16 (&frame, self->info.schema);
  wire_u16 (&frame, 0);
  wire_u64 (&frame, now_ns);
  while (n < WIRE_BATCH_RECORDS && tail + n != head && record->kind != KIND_DROPPED)
    {
      put_record (&frame, record);
      n++;
      record = &self->ring[(tail + n) & self->mask];
    }
  wire_set_count (&frame, n);
  wire_seal (&frame);
  keep (self, &frame, self->next_seq + n, n);
  self->next_seq += n;
  atomic_store_explicit (&self->tail, tail + n, memory_order_release);
  return 1;
}

/* --- what is kept ----------------------------------------------------------------------------------- */

/* Forgets the batch behind a link. */
static void
drop (weft_feed_stream *self, feed_batch **link)
{
  feed_batch *item = *link;

  *link = item->next;
  if (self->end == &item->next)
    self->end = link;
  if (self->unsent == &item->next)
    self->unsent = link;
  self->n_kept -= item->n_records;
  free (item);
}

/* Records that no daemon has taken in time go, oldest first: the gap in the sequence numbers says so. What
 * is on its way to one stays until that one says what it got; it is no more than sockets hold. */
static void
keep_to_retention (weft_feed_stream *self)
{
  while (self->n_kept > self->retention && *self->unsent != NULL
         && self->end != &(*self->unsent)->next)
    {
      self->counted.dropped_retention += (*self->unsent)->n_records;
      drop (self, self->unsent);
    }
}

int
feed_stream_collect (weft_feed_stream *self, uint64_t now_ns)
{
  int any = 0;

  while (take_batch (self, now_ns))
    any = 1;
  keep_to_retention (self);
  return any;
}

void
feed_stream_close (weft_feed_stream *self, uint64_t now_ns)
{
  uint64_t dropped = atomic_exchange (&self->dropped, 0);

  if (dropped == 0 || self->epoch == 0)
    return;
  feed_stream_collect (self, now_ns);
  keep_loss (self, dropped, WIRE_STAGE_RING);
}

void
feed_stream_acknowledge (weft_feed_stream *self, uint64_t seq)
{
  while (self->unsent != &self->first && self->first->end <= seq)
    {
      self->counted.acked += self->first->n_records;
      drop (self, &self->first);
    }
}

int
feed_stream_is_drained (weft_feed_stream *self)
{
  return self->first == NULL && atomic_load (&self->head) == atomic_load (&self->tail);
}

/* The ring holds what was offered and is nowhere else; what is offered last is read last, so
 * that nothing is ever more than that. */
void
feed_stream_get_ledger (weft_feed_stream *self, weft_feed_ledger *ledger)
{
  ledger->acked = self->counted.acked;
  ledger->dropped_retention = self->counted.dropped_retention;
  ledger->dropped_ring = atomic_load (&self->dropped_ring);
  ledger->offered = atomic_load (&self->offered);
  ledger->unacked =
    ledger->offered - ledger->acked - ledger->dropped_ring - ledger->dropped_retention;
}

/* --- definitions ------------------------------------------------------------------------------------ */

int
feed_stream_define (weft_feed_stream *self, const wire_frame *frame)
{
  feed_definition *item = malloc (sizeof *item + frame->length);

  if (item == NULL)
    return -1;
  item->next = NULL;
  item->length = frame->length;
  memcpy (item->bytes, frame->bytes, frame->length);
  if (self->last_definition != NULL)
    self->last_definition->next = item;
  else
    self->first_definition = item;
  self->last_definition = item;
  return 0;
}

/* --- the connection --------------------------------------------------------------------------------- */

void
feed_stream_rewind (weft_feed_stream *self)
{
  self->announced = 0;
  self->said = NULL;
  self->unsent = &self->first;
}

const feed_definition *
feed_stream_next_definition (weft_feed_stream *self)
{
  const feed_definition *next = self->said != NULL ? self->said->next : self->first_definition;

  if (next != NULL)
    self->said = next;
  return next;
}

const feed_batch *
feed_stream_next_batch (weft_feed_stream *self)
{
  const feed_batch *next = *self->unsent;

  if (next != NULL)
    self->unsent = &(*self->unsent)->next;
  return next;
}

void
feed_stream_free (weft_feed_stream *self)
{
  while (self->first != NULL)
    drop (self, &self->first);
  while (self->first_definition != NULL)
    {
      feed_definition *next = self->first_definition->next;

      free (self->first_definition);
      self->first_definition = next;
    }
  free (self->ring);
  free (self);
}
