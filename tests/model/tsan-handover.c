/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* sched_getcpu() */
#include "weft-compact.h"
#include "weft-handover.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The hand-over between threads without GLib, whose locks ThreadSanitizer reports falsely: one
 * writer appends, completes, publishes and expires rows while readers check all that they see.
 * In a build with -Db_sanitize=thread each missing release or acquire is a report. */

#define N_ROWS 300000u
#define N_READERS 3
#define BLOCK_SHIFT 6

#define CHECK(condition) \
  do \
    if (!(condition)) \
      { \
        printf ("Bail out! line %d: %s\n", __LINE__, #condition); \
        fflush (stdout); \
        abort (); \
      } \
  while (0)

static uint32_t
next_random (uint32_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* --- a trace in small ---------------------------------------------------------------------------- */

/* Cells marked * complete after publication. */
enum
{
  ROW_VALUE,
  ROW_COPY,
  ROW_WIDE,
  ROW_NOTES,
  ROW_STAMP,
  ROW_FLAGS,
  N_ROW_COLUMNS
};
/* i64: value_of(); i64: the same, plain, where ROW_FLAGS says so; compact *: wide_of(); u32 *: link
 * to its last note; u32 *: the revision of its block when it was last changed; u8 *: 1 once the
 * row is complete */

enum
{
  NOTE_OWNER,
  NOTE_PREVIOUS,
  N_NOTE_COLUMNS
};

typedef struct
{
  WeftChunkStore *store;
  WeftCompact compact;
  WeftTable rows;
  WeftTable notes;            /* never published: rows lead to them */
  WeftTable revisions;        /* u32 *, one per block of rows */
  _Atomic unsigned n_lookers; /* readers that have seen rows */
  _Atomic bool done;
} Trace;

static int64_t
value_of (uint32_t row)
{
  return (int64_t) (row + 1) * 0x100000007;
}

static int64_t
wide_of (uint32_t row)
{
  return -value_of (row);
}

static void
trace_open (Trace *trace, WeftChunkBackend backend)
{
  trace->store = weft_chunk_store_new (backend, NULL);
  CHECK (trace->store != NULL);
  weft_compact_init (&trace->compact, trace->store);
  weft_table_init (&trace->rows, trace->store, (const uint8_t[]){ 8, 8, 4, 4, 4, 1 },
                   N_ROW_COLUMNS);
  weft_table_init (&trace->notes, trace->store, (const uint8_t[]){ 4, 4 }, N_NOTE_COLUMNS);
  weft_table_init (&trace->revisions, trace->store, (const uint8_t[]){ 4 }, 1);
  atomic_store (&trace->done, false);
}

static void
trace_close (Trace *trace)
{
  weft_chunk_store_free (trace->store);
}

/* --- the writer ------------------------------------------------------------------------------------ */

static void
append_row (Trace *trace)
{
  uint32_t row, block;

  CHECK (weft_table_append (&trace->rows, &row));
  if ((row & ((1u << BLOCK_SHIFT) - 1)) == 0)
    CHECK (weft_table_append (&trace->revisions, &block));
  weft_table_set_i64 (&trace->rows, ROW_VALUE, row, value_of (row));
  weft_table_set_u32 (&trace->rows, ROW_WIDE, row, WEFT_COMPACT_NONE);
  weft_table_set_u32 (&trace->rows, ROW_NOTES, row, WEFT_NO_ROW);
}

static void
add_note (Trace *trace, uint32_t row)
{
  uint32_t note;

  CHECK (weft_table_append (&trace->notes, &note));
  weft_table_set_u32 (&trace->notes, NOTE_OWNER, note, row);
  weft_table_set_u32 (&trace->notes, NOTE_PREVIOUS, note,
                      weft_table_get_u32 (&trace->rows, ROW_NOTES, row));
  weft_table_set_u32 (&trace->rows, ROW_NOTES, row, note);
}

static void
complete_row (Trace *trace, uint32_t row)
{
  weft_table_set_u32 (&trace->rows, ROW_WIDE, row,
                      weft_compact_encode (&trace->compact, wide_of (row)));
  if (weft_table_get_u8 (&trace->rows, ROW_FLAGS, row) != 0)
    return;
  weft_table_set_i64 (&trace->rows, ROW_COPY, row, value_of (row));
  weft_table_set_u8 (&trace->rows, ROW_FLAGS, row, 1);
}

/* Changes a row that may have been published long ago, then the revision of its block. */
static void
change_row (Trace *trace, uint32_t row, bool complete)
{
  uint32_t block = row >> BLOCK_SHIFT,
           revision = weft_table_get_u32 (&trace->revisions, 0, block) + 1;

  if (complete)
    complete_row (trace, row);
  else
    add_note (trace, row);
  weft_table_set_u32 (&trace->rows, ROW_STAMP, row, revision);
  weft_table_set_u32 (&trace->revisions, 0, block, revision);
}

static void *
write_trace (void *data)
{
  Trace *trace = data;
  uint32_t random = 1;

  while (trace->rows.n_rows < N_ROWS)
    {
      uint32_t first = weft_table_first (&trace->rows), n;

      for (n = next_random (&random) % 300 + 1; n > 0; n--)
        append_row (trace);
      for (n = next_random (&random) % 300; n > 0; n--)
        change_row (trace, first + next_random (&random) % (trace->rows.n_rows - first),
                    n % 2 == 0);
      weft_table_publish (&trace->revisions);
      weft_table_publish (&trace->rows);
      if (trace->rows.n_rows > 2 * WEFT_CHUNK_ROWS)
        weft_table_expire (&trace->rows, trace->rows.n_rows - 2 * WEFT_CHUNK_ROWS);
      /* However busy the machine is, all readers look while rows are written. */
      while (trace->rows.n_rows > N_ROWS / 2 && atomic_load (&trace->n_lookers) < N_READERS)
        sched_yield ();
    }
  atomic_store (&trace->done, true);
  return NULL;
}

/* --- readers ----------------------------------------------------------------------------------------- */

typedef struct
{
  Trace *trace;
  uint32_t random;
  uint32_t length;     /* seen so far; it only rises, */
  uint32_t first;      /* as this */
  uint32_t *revisions; /* and these do */
  unsigned n_looks;
} Reader;

static void
check_row (const Trace *trace, uint32_t row)
{
  uint32_t wide, note, previous;

  CHECK (weft_table_get_i64 (&trace->rows, ROW_VALUE, row) == value_of (row));
  if (weft_table_get_u8 (&trace->rows, ROW_FLAGS, row) != 0)
    {
      CHECK (weft_table_get_i64 (&trace->rows, ROW_COPY, row) == value_of (row));
      wide = weft_table_get_u32 (&trace->rows, ROW_WIDE, row);
      CHECK (wide != WEFT_COMPACT_NONE);
      CHECK (weft_compact_decode (&trace->compact, wide) == wide_of (row));
    }
  note = weft_table_get_u32 (&trace->rows, ROW_NOTES, row);
  for (; note != WEFT_NO_ROW; note = previous)
    {
      CHECK (weft_table_get_u32 (&trace->notes, NOTE_OWNER, note) == row);
      previous = weft_table_get_u32 (&trace->notes, NOTE_PREVIOUS, note);
      CHECK (previous == WEFT_NO_ROW || previous < note);
    }
}

/* A revision promises that the changes which it counts are there. */
static void
check_revision (Reader *reader, uint32_t block, uint32_t first, uint32_t length)
{
  const Trace *trace = reader->trace;
  uint32_t revision = weft_table_get_u32 (&trace->revisions, 0, block);
  uint32_t begin = block << BLOCK_SHIFT, end = (block + 1) << BLOCK_SHIFT, newest = 0;

  CHECK (revision >= reader->revisions[block]);
  reader->revisions[block] = revision;
  if (begin < first || end > length)
    return;
  for (uint32_t row = begin; row < end; row++)
    {
      uint32_t stamp = weft_table_get_u32 (&trace->rows, ROW_STAMP, row);

      newest = stamp > newest ? stamp : newest;
    }
  CHECK (newest >= revision);
}

static void
look (Reader *reader)
{
  Trace *trace = reader->trace;
  uint32_t length, first;

  weft_table_hold (&trace->rows);
  length = weft_table_length (&trace->rows);
  first = weft_table_first (&trace->rows);
  CHECK (length >= reader->length && first >= reader->first);
  for (unsigned i = 0; i < 200 && first < length; i++)
    {
      uint32_t row = first + next_random (&reader->random) % (length - first);

      check_row (trace, i == 0 ? length - 1 : i == 1 ? first : row);
      if (i % 8 == 0)
        check_revision (reader, row >> BLOCK_SHIFT, first, length);
    }
  weft_table_release (&trace->rows);
  if (reader->length == 0 && length > 0)
    atomic_fetch_add (&trace->n_lookers, 1);
  reader->length = length;
  reader->first = first;
  reader->n_looks++;
}

static void *
read_trace (void *data)
{
  Reader *reader = data;

  while (!atomic_load (&reader->trace->done))
    look (reader);
  look (reader);
  CHECK (reader->length >= N_ROWS);
  return NULL;
}

static void
test_trace (WeftChunkBackend backend)
{
  Trace trace = { .n_lookers = 0 };
  Reader readers[N_READERS];
  WeftThread *threads[N_READERS], *writer;

  trace_open (&trace, backend);
  for (unsigned i = 0; i < N_READERS; i++)
    {
      readers[i] = (Reader){ .trace = &trace, .random = i + 1 };
      readers[i].revisions = calloc ((N_ROWS >> BLOCK_SHIFT) + 100, sizeof (uint32_t));
      threads[i] = weft_thread_start ("reader", read_trace, &readers[i]);
    }
  writer = weft_thread_start ("writer", write_trace, &trace);
  weft_thread_join (writer);
  for (unsigned i = 0; i < N_READERS; i++)
    {
      weft_thread_join (threads[i]);
      CHECK (readers[i].n_looks > 1);
      free (readers[i].revisions);
    }
  trace_close (&trace);
}

/* --- shared locks ----------------------------------------------------------------------------------------- */

#define N_WRITES 300u

typedef struct
{
  WeftSharedLock lock;
  uint32_t one, other; /* plain memory: the lock keeps them the same */
  _Atomic uint32_t n_reads;
  _Atomic bool done;
} Shared;

/* As painters do: hardly ever without the lock, and at times with it twice. */
static void *
read_shared (void *data)
{
  Shared *shared = data;

  while (!atomic_load (&shared->done))
    {
      weft_shared_lock_read (&shared->lock);
      weft_shared_lock_read (&shared->lock);
      CHECK (shared->one == shared->other);
      weft_shared_lock_read_done (&shared->lock);
      for (volatile unsigned i = 0; i < 3000; i++)
        ;
      CHECK (shared->one == shared->other);
      weft_shared_lock_read_done (&shared->lock);
      atomic_fetch_add (&shared->n_reads, 1);
    }
  return NULL;
}

/* The writer gets in though somebody always reads. */
static void
test_shared_lock (void)
{
  Shared shared = { .one = 0 };
  WeftThread *threads[N_READERS];
  uint32_t n_waited = 0;

  weft_shared_lock_init (&shared.lock);
  for (unsigned i = 0; i < N_READERS; i++)
    threads[i] = weft_thread_start ("reader", read_shared, &shared);
  while (atomic_load (&shared.n_reads) < 1000)
    ;
  for (unsigned i = 0; i < N_WRITES; i++)
    {
      uint32_t n_before = atomic_load (&shared.n_reads);

      weft_shared_lock_write (&shared.lock);
      n_waited += atomic_load (&shared.n_reads) - n_before;
      shared.one++;
      shared.other++;
      weft_shared_lock_write_done (&shared.lock);
    }
  atomic_store (&shared.done, true);
  for (unsigned i = 0; i < N_READERS; i++)
    weft_thread_join (threads[i]);
  printf ("# %u reads while %u writes waited\n", n_waited, N_WRITES);
  CHECK (n_waited < 100 * N_WRITES);
  weft_shared_lock_clear (&shared.lock);
}

/* --- queues -------------------------------------------------------------------------------------------- */

#define N_ITEMS 10000u

typedef struct
{
  uint32_t number; /* plain memory: the queue orders it */
} Item;

static void *
push_items (void *queue)
{
  for (uint32_t i = 0; i < N_ITEMS; i++)
    {
      Item *item = malloc (sizeof *item);

      CHECK (item != NULL);
      item->number = i;
      if (!weft_queue_push (queue, item))
        {
          free (item);
          return NULL;
        }
    }
  weft_queue_close (queue);
  return NULL;
}

static uint32_t
take_number (Item *item)
{
  uint32_t number = item->number;

  free (item);
  return number;
}

/* Everything arrives once and in order, whether the taker waits or looks in now and then. */
static void
test_queue (unsigned capacity)
{
  WeftQueue *queue = weft_queue_new (capacity);
  WeftThread *producer = weft_thread_start ("producer", push_items, queue);
  void *item = NULL;
  uint32_t n = 0;
  bool ended = false;

  while (!ended)
    {
      if (n % 3 == 0)
        item = weft_queue_pop_of (queue, 1 + n % capacity);
      else if (!weft_queue_pop_within (queue, n % 2, &item))
        continue;
      ended = item == NULL;
      if (!ended)
        CHECK (take_number (item) == n++);
    }
  CHECK (n == N_ITEMS);
  CHECK (weft_queue_pop (queue) == NULL);
  CHECK (!weft_queue_push (queue, queue));
  weft_thread_join (producer);
  weft_queue_free (queue);
}

/* The taker has had enough: the producer, which waits in a full queue, hears of it. */
static void
test_queue_closed_by_taker (void)
{
  WeftQueue *queue = weft_queue_new (4);
  WeftThread *producer = weft_thread_start ("producer", push_items, queue);
  uint32_t n = 0;
  void *item;

  while (n < 1000)
    CHECK (take_number (weft_queue_pop (queue)) == n++);
  weft_queue_close (queue);
  weft_queue_close (queue);
  weft_thread_join (producer);
  while ((item = weft_queue_pop (queue)) != NULL)
    CHECK (take_number (item) == n++);
  CHECK (n < 1000 + 5);
  weft_queue_free (queue);
}

typedef struct
{
  WeftQueue *queue;
  _Atomic bool popped;
} Refilled;

static void *
pop_refilled (void *data)
{
  Refilled *refilled = data;

  CHECK (weft_queue_pop_of (refilled->queue, 3) == refilled);
  refilled->popped = true;
  return NULL;
}

/* Whether the taker, which may have come late and found one, waited until there were three, or no more to come. */
static bool
waits_for_three (bool closes)
{
  Refilled refilled = { weft_queue_new (4), false };
  WeftThread *taker = weft_thread_start ("taker", pop_refilled, &refilled);
  bool waited;

  usleep (2000);
  CHECK (weft_queue_push (refilled.queue, &refilled));
  CHECK (weft_queue_push (refilled.queue, refilled.queue));
  usleep (2000);
  waited = !refilled.popped;
  if (closes)
    weft_queue_close (refilled.queue);
  else
    CHECK (weft_queue_push (refilled.queue, refilled.queue));
  weft_thread_join (taker);
  CHECK (refilled.popped);
  /* Where there is one, it is taken at once. */
  CHECK (weft_queue_pop_of (refilled.queue, 4) == refilled.queue);
  weft_queue_free (refilled.queue);
  return waited;
}

static void
test_queue_refilled (void)
{
  unsigned n_waited = 0;

  for (unsigned i = 0; i < 50; i++)
    n_waited += waits_for_three (i % 2 == 0);
  CHECK (n_waited > 0);
}

static void
test_queue_time_passes (void)
{
  WeftQueue *queue = weft_queue_new (1);
  void *item = queue;

  CHECK (!weft_queue_pop_within (queue, 5, &item));
  CHECK (item == NULL);
  weft_queue_close (queue);
  CHECK (weft_queue_pop_within (queue, 5, &item));
  CHECK (item == NULL);
  weft_queue_free (queue);
}

static void *
add_one (void *number)
{
  ++*(int *) number;
  return NULL;
}

/* Where there was no thread for it, it is done all the same, and once. */
static void
test_no_thread (void)
{
  int number = 0;

  weft_thread_join_or_run (NULL, add_one, &number);
  CHECK (number == 1);
  weft_thread_join_or_run (weft_thread_try_start ("add", add_one, &number), add_one, &number);
  CHECK (number == 2);
}

/* Where a thread began, and where it may go on. */
typedef struct
{
  int processor;
  cpu_set_t allowed;
} Began;

static void *
note_processor (void *data)
{
  Began *began = data;

  began->processor = sched_getcpu ();
  sched_getaffinity (0, sizeof began->allowed, &began->allowed);
  return NULL;
}

/* It may run wherever its maker may, whose own processors stay the same, too; all of it with any number. */
static void
test_apart (void)
{
  cpu_set_t allowed, after;

  sched_getaffinity (0, sizeof allowed, &allowed);
  for (unsigned n = 1; n < 6; n++)
    {
      Began began = { .processor = -1 };

      weft_thread_join_or_run (weft_thread_try_start_apart ("apart", note_processor, &began, n),
                               note_processor, &began);
      CHECK (CPU_ISSET (began.processor, &allowed));
      CHECK (CPU_EQUAL (&began.allowed, &allowed));
    }
  sched_getaffinity (0, sizeof after, &after);
  CHECK (CPU_EQUAL (&after, &allowed));
}

int
main (void)
{
  printf ("1..10\n");
  test_trace (WEFT_CHUNKS_ANONYMOUS);
  printf ("ok 1 trace in memory\n");
  test_trace (WEFT_CHUNKS_FILE);
  printf ("ok 2 trace in a file\n");
  test_queue (1);
  printf ("ok 3 queue of one\n");
  test_queue (16);
  printf ("ok 4 queue of sixteen\n");
  test_queue_closed_by_taker ();
  printf ("ok 5 queue that its taker closes\n");
  test_queue_refilled ();
  printf ("ok 6 queue whose taker waits for several\n");
  test_queue_time_passes ();
  printf ("ok 7 queue in which nothing arrives\n");
  test_shared_lock ();
  printf ("ok 8 shared lock\n");
  test_no_thread ();
  printf ("ok 9 no thread\n");
  test_apart ();
  printf ("ok 10 threads that begin on another processor\n");
  return 0;
}
