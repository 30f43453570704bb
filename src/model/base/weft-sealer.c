/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sealer.h"

#include "weft-exhausted.h"
#include "weft-memory-budget.h"

#include <stdlib.h>
#include <string.h>

/* Memory of this many chunks waits for the writer to use it again, which spares the faults of fresh pages;
 * what comes on top of it goes back to the system at once. */
#define MAX_RECYCLED 128

/* Where so many chunks wait, the thread has not been let to run: the writer packs some itself, rather than fill
 * memory. */
#define MAX_JOBS 16

/* The thread stays for so long without a chunk to pack: the next one mostly comes sooner, and a thread takes longer to start
 * than a short column to pack. */
#define LINGER_MILLISECONDS 20

/* Bytes of columns that are unpacked for those who read all of them: as much as frames and statistics go
 * through at a time; less than that where this part of the budget is. */
#define MAX_UNPACKED ((size_t) 32 << 20)
#define UNPACKED_SHARE 4

/* Where a chunk of a table is on its way, in WeftTable::seals; under the lock. */
enum
{
  SEAL_NONE,
  SEAL_WAITING, /* handed over */
  SEAL_CHANGED, /* and written to since: what is packed of it is not used */
  SEAL_DONE,
  SEAL_OPEN, /* written to: it waits for weft_table_seal() */
  SEAL_STATES = 0x0f,
  SEAL_OWN_CELLS = 0x10, /* its cells were unpacked: they are of the sealer's store */
};

typedef struct
{
  WeftTable *table;
  uint32_t chunk;
} Job;

typedef struct
{
  WeftChunkStore *store;
  void *cells;
  size_t size;
} Recycled;

/* A column that is unpacked for reading. */
typedef struct _Unpacked Unpacked;
struct _Unpacked
{
  Unpacked *next;
  WeftChunk *place; /* in the directory, */
  void *packed;     /* what belongs there, */
  void *cells;      /* and what is there now */
  size_t size;
};

struct _WeftSealer
{
  /* Of what follows, of the seals of tables, and of entries of their directories once there is a packed column. */
  WeftLock lock;
  WeftChunkStore *store; /* of what is packed, */
  WeftChunkStore *file;  /* of what is beyond the budget; NULL: nothing is, or there is no disk */
  bool has_no_file;
  bool is_full;          /* there was no room for a packed column */
  WeftChunkStore *cells; /* and of what is unpacked, where readers may come late */
  Unpacked *first_unpacked, **last_unpacked; /* in the order in which they were unpacked */
  size_t unpacked_size;
  bool forgets; /* those are to be forgotten, */
  bool is_read; /* but one was unpacked since the thread looked last */
  Job *jobs;    /* a queue: */
  size_t first_job, n_jobs, capacity;
  WeftThread *thread;    /* NULL: none was started, or it was joined */
  pthread_cond_t handed; /* a job to the thread, or it is to end */
  bool running;
  bool ending; /* the thread is to pack what waits, and no more */
  bool stopped;
  bool grows; /* the writer has use for memory of what is packed */
  Recycled recycled[MAX_RECYCLED];
  unsigned n_recycled;
  size_t memory; /* of all that is packed, */
  size_t taken;  /* and what of that is taken from the budget */
};

static unsigned
state_of (const WeftTable *table, uint32_t chunk)
{
  return table->seals[chunk] & SEAL_STATES;
}

static void
set_state (WeftTable *table, uint32_t chunk, unsigned state)
{
  table->seals[chunk] = (uint8_t) ((table->seals[chunk] & ~SEAL_STATES) | state);
}

WeftSealer *
weft_sealer_new (WeftChunkStore *store)
{
  WeftSealer *self = calloc (1, sizeof *self);

  if (self == NULL)
    weft_exhausted ("packing rows");
  self->store = store;
  self->cells = weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
  self->last_unpacked = &self->first_unpacked;
  pthread_mutex_init (&self->lock, NULL);
  weft_condition_init (&self->handed);
  return self;
}

void
weft_sealer_wait (WeftSealer *self)
{
  WeftThread *thread;

  weft_lock (&self->lock);
  thread = self->thread;
  self->thread = NULL;
  self->ending = true;
  weft_unlock (&self->lock);
  pthread_cond_signal (&self->handed);
  if (thread != NULL)
    weft_thread_join (thread);
}

void
weft_sealer_free (WeftSealer *self)
{
  if (self == NULL)
    return;
  weft_lock (&self->lock);
  self->stopped = true;
  weft_unlock (&self->lock);
  weft_sealer_wait (self);
  for (Unpacked *unpacked = self->first_unpacked, *next; unpacked != NULL; unpacked = next)
    {
      next = unpacked->next;
      free (unpacked);
    }
  pthread_cond_destroy (&self->handed);
  pthread_mutex_destroy (&self->lock);
  weft_chunk_store_free (self->store);
  weft_chunk_store_free (self->file);
  weft_chunk_store_free (self->cells);
  weft_memory_budget_give (self->taken);
  free (self->jobs);
  free (self);
}

/* --- packing ---------------------------------------------------------------------------------- */

/* Where packed columns of a chunk are on their way. */
typedef struct
{
  void *column;
  size_t size;
  WeftChunkStore *store;
  bool took; /* its size from the budget */
} Packed;

/* Finds the store for it: on disk where the budget has no more, and there is a disk. Under the lock. */
static void
choose_store (WeftSealer *self, Packed *packed)
{
  packed->store = self->store;
  packed->took = weft_memory_budget_take (packed->size);
  if (packed->took)
    {
      self->taken += packed->size;
      return;
    }
  if (self->file == NULL && !self->has_no_file)
    self->file = weft_chunk_store_new (WEFT_CHUNKS_FILE, NULL);
  self->has_no_file = self->file == NULL;
  if (self->file != NULL)
    packed->store = self->file;
}

/* Under the lock. */
static void
give_back (WeftSealer *self, const Packed *packed)
{
  if (!packed->took)
    return;
  weft_memory_budget_give (packed->size);
  self->taken -= packed->size;
}

/* Under the lock. */
static void
drop_packed (WeftSealer *self, const Packed *packed, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      weft_chunk_store_release (packed[i].store, packed[i].column, packed[i].size);
      give_back (self, &packed[i]);
    }
}

/* Under the lock: where the disk is full, packed columns take less memory than those that would have to wait. */
static void
overdraw (WeftSealer *self, Packed *packed)
{
  if (packed->store != self->file || !weft_memory_budget_overdraw (packed->size))
    return;
  packed->store = self->store;
  packed->took = true;
  self->taken += packed->size;
  packed->column = weft_chunk_store_alloc (packed->store, packed->size);
}

/* Room for a packed column. NULL where there is neither memory nor disk for it. */
static void *
make_room (WeftSealer *self, Packed *packed)
{
  weft_lock (&self->lock);
  choose_store (self, packed);
  packed->column = weft_chunk_store_alloc (packed->store, packed->size);
  if (packed->column == NULL)
    overdraw (self, packed);
  self->is_full |= packed->column == NULL;
  if (packed->column == NULL)
    give_back (self, packed);
  weft_unlock (&self->lock);
  return packed->column;
}

/* Packs the columns of a chunk, and returns how many there was room for. */
static unsigned
pack_chunk (WeftSealer *self, const Job *job, WeftSealedColumn *scratch, Packed *packed)
{
  for (unsigned i = 0; i < job->table->n_columns; i++)
    {
      const WeftColumn *column = &job->table->columns[i];
      void *cells = weft_table_cells (job->table, i, job->chunk << WEFT_CHUNK_SHIFT);

      packed[i].size = weft_sealed_column_pack (cells, column->width, WEFT_CHUNK_ROWS, scratch);
      if (make_room (self, &packed[i]) == NULL)
        return i;
      memcpy (packed[i].column, scratch, packed[i].size);
    }
  return job->table->n_columns;
}

/* The writer takes it back where it still needs such memory; false otherwise. Under the lock. */
static bool
recycle (WeftSealer *self, WeftChunkStore *store, void *cells, size_t size)
{
  const bool takes = self->grows && self->n_recycled < MAX_RECYCLED;

  if (takes)
    self->recycled[self->n_recycled++] = (Recycled){ store, cells, size };
  return takes;
}

/* Lets readers see the packed columns, and returns how many `cells` nobody needs any more; under the lock. */
static unsigned
enter_packed (WeftSealer *self, const Job *job, const Packed *packed, Recycled *unused)
{
  WeftTable *table = job->table;
  const bool own = (table->seals[job->chunk] & SEAL_OWN_CELLS) != 0;
  unsigned n_unused = 0;

  for (unsigned i = 0; i < table->n_columns; i++)
    {
      const WeftColumn *column = &table->columns[i];
      void *cells = weft_table_cells (table, i, job->chunk << WEFT_CHUNK_SHIFT);
      size_t size = weft_column_chunk_size (column);

      column->packed[job->chunk] = packed[i].column;
      weft_chunk_enter (&column->chunks[job->chunk], packed[i].column, WEFT_CHUNK_SEALED);
      if (own)
        weft_chunk_store_release (self->cells, cells, size);
      else if (!recycle (self, table->store, cells, size))
        unused[n_unused++] = (Recycled){ table->store, cells, size };
      self->memory += packed[i].size;
    }
  table->seals[job->chunk] = SEAL_DONE;
  return n_unused;
}

static void
seal (WeftSealer *self, const Job *job, WeftSealedColumn *scratch)
{
  Packed packed[WEFT_TABLE_MAX_COLUMNS];
  Recycled unused[WEFT_TABLE_MAX_COLUMNS];
  unsigned n = pack_chunk (self, job, scratch, packed), n_unused = 0;

  weft_lock (&self->lock);
  if (n == job->table->n_columns && state_of (job->table, job->chunk) == SEAL_WAITING)
    n_unused = enter_packed (self, job, packed, unused);
  else
    {
      drop_packed (self, packed, n);
      set_state (job->table, job->chunk, SEAL_OPEN);
    }
  weft_unlock (&self->lock);
  /* The system takes long to take memory back. */
  for (unsigned i = 0; i < n_unused; i++)
    weft_chunk_store_forget (unused[i].store, unused[i].cells, unused[i].size);
}

/* Takes a chunk of those that wait, if they are more than `more_than`; under the lock. */
static bool
take_job (WeftSealer *self, size_t more_than, Job *job)
{
  bool found = false;

  while (!found && self->n_jobs > more_than && !self->stopped)
    {
      *job = self->jobs[self->first_job++];
      self->n_jobs--;
      found = state_of (job->table, job->chunk) == SEAL_WAITING;
      if (!found)
        set_state (job->table, job->chunk, SEAL_OPEN);
    }
  return found;
}

/* (nullable) Where a chunk is packed. */
static WeftSealedColumn *
new_scratch (void)
{
  return malloc (weft_sealed_column_bound (WEFT_CHUNK_ROWS));
}

/* --- what is unpacked for reading ------------------------------------------------------------- */

/* Leaves the packed column alone, and returns the memory of its cells; under the lock. */
static void *
drop_unpacked (WeftSealer *self, Unpacked **link)
{
  Unpacked *unpacked = *link;
  void *cells = unpacked->cells;

  weft_chunk_enter (unpacked->place, unpacked->packed, WEFT_CHUNK_SEALED);
  self->unpacked_size -= unpacked->size;
  *link = unpacked->next;
  if (*link == NULL)
    self->last_unpacked = link;
  free (unpacked);
  return cells;
}

/* The same, with the memory; under the lock. */
static void
release_unpacked (WeftSealer *self, Unpacked **link)
{
  const size_t size = (*link)->size;

  weft_chunk_store_release (self->cells, drop_unpacked (self, link), size);
}

/* The column at `place` is to change; under the lock. */
static void
forget_unpacked (WeftSealer *self, const WeftChunk *place)
{
  for (Unpacked **link = &self->first_unpacked; *link != NULL; link = &(*link)->next)
    if ((*link)->place == place)
      {
        release_unpacked (self, link);
        return;
      }
}

/* The oldest of the same size, or else of all. Under the lock. */
static Unpacked **
find_replaced (WeftSealer *self, size_t size)
{
  Unpacked **link = &self->first_unpacked;

  while (*link != NULL && (*link)->size != size)
    link = &(*link)->next;
  return *link != NULL ? link : &self->first_unpacked;
}

/* Memory for so many bytes of cells, which count from now on; NULL where there is none. Under the lock. */
static void *
make_cells (WeftSealer *self, size_t size)
{
  const uint64_t share = weft_memory_budget_get () / UNPACKED_SHARE;
  void *cells = NULL;

  while (cells == NULL && self->first_unpacked != NULL
         && self->unpacked_size + size > (share < MAX_UNPACKED ? share : MAX_UNPACKED))
    {
      Unpacked **replaced = find_replaced (self, size);

      if ((*replaced)->size == size)
        cells = drop_unpacked (self, replaced);
      else
        release_unpacked (self, replaced);
    }
  if (cells == NULL)
    cells = weft_chunk_store_alloc_uncleared (self->cells, size);
  self->unpacked_size += cells != NULL ? size : 0;
  return cells;
}

/* The entry of a column that is to be unpacked, and memory for its cells; NULL where it was done meanwhile, or there is no
 * memory: it is read as it is. */
static Unpacked *
begin_unpacking (WeftSealer *self, WeftChunk *place, size_t size, uint64_t *entry)
{
  Unpacked *unpacked = malloc (sizeof *unpacked);
  void *cells = NULL;

  weft_lock (&self->lock);
  *entry = atomic_load_explicit (place, memory_order_relaxed);
  if ((*entry & WEFT_CHUNK_SEALED) != 0)
    {
      WeftSealedColumn *packed = weft_chunk_address (*entry);

      atomic_store_explicit (&packed->n_reads, 0, memory_order_relaxed);
      cells = unpacked != NULL ? make_cells (self, size) : NULL;
      if (cells != NULL)
        *unpacked = (Unpacked){ NULL, place, packed, cells, size };
    }
  weft_unlock (&self->lock);
  if (cells == NULL)
    free (unpacked);
  return cells != NULL ? unpacked : NULL;
}

/* Lets readers see the cells, unless another unpacked them too, or the writer wants to change them. */
static void
enter_unpacked (WeftSealer *self, Unpacked *unpacked, uint64_t entry)
{
  weft_lock (&self->lock);
  if (atomic_load_explicit (unpacked->place, memory_order_relaxed) == entry)
    {
      self->is_read = true;
      *self->last_unpacked = unpacked;
      self->last_unpacked = &unpacked->next;
      weft_chunk_enter (unpacked->place, unpacked->cells, 0);
    }
  else
    {
      weft_chunk_store_release (self->cells, unpacked->cells, unpacked->size);
      self->unpacked_size -= unpacked->size;
      free (unpacked);
    }
  weft_unlock (&self->lock);
}

void
weft_sealer_unpack (WeftSealer *self, const WeftTable *table, unsigned column, uint32_t chunk)
{
  const WeftColumn *entries = &table->columns[column];
  uint64_t entry;
  Unpacked *unpacked =
    begin_unpacking (self, &entries->chunks[chunk], weft_column_chunk_size (entries), &entry);

  /* Without the lock: what is packed never moves, and others unpack meanwhile. */
  if (unpacked == NULL)
    return;
  weft_sealed_column_unpack (unpacked->packed, unpacked->cells, WEFT_CHUNK_ROWS);
  enter_unpacked (self, unpacked, entry);
}

/* Of those that are to be forgotten; under the lock. */
static void
forget_first_unpacked (WeftSealer *self)
{
  self->forgets = self->first_unpacked != NULL;
  if (!self->forgets)
    return;
  release_unpacked (self, &self->first_unpacked);
  weft_chunk_store_trim (self->cells);
}

/* --- the thread ------------------------------------------------------------------------------- */

/* The system takes long to take memory back: others get the lock in between. */
static void
forget_next (WeftSealer *self)
{
  forget_first_unpacked (self);
  weft_unlock (&self->lock);
  weft_lock (&self->lock);
}

/* Under the lock. False after the time, unless others still read what is to be forgotten: it begins anew then. */
static bool
linger (WeftSealer *self, struct timespec *until)
{
  bool lingers = pthread_cond_timedwait (&self->handed, &self->lock, until) == 0;

  if (!lingers && self->forgets && self->is_read)
    {
      self->is_read = false;
      weft_condition_set_time (until, LINGER_MILLISECONDS);
      lingers = true;
    }
  return lingers;
}

/* False where none has come for a while, and the thread ends. What is to be forgotten has time until then: who reads along
 * with the load may still be at it. */
static bool
wait_for_job (WeftSealer *self, Job *job)
{
  struct timespec until;
  bool found, waits = true;

  weft_condition_set_time (&until, LINGER_MILLISECONDS);
  weft_lock (&self->lock);
  while (!(found = take_job (self, 0, job)) && !self->stopped && (waits || self->forgets))
    if (!waits)
      forget_next (self);
    else
      waits = !self->ending && linger (self, &until);
  self->running = found;
  weft_unlock (&self->lock);
  return found;
}

/* Without memory to pack in, chunks wait for a thread that is started later. */
static void
leave_waiting (WeftSealer *self)
{
  weft_lock (&self->lock);
  self->running = false;
  weft_unlock (&self->lock);
}

static void *
run (void *data)
{
  WeftSealer *self = data;
  WeftSealedColumn *scratch = new_scratch ();
  Job job;

  weft_thread_set_priority (WEFT_BEHIND_READERS);
  if (scratch == NULL)
    leave_waiting (self);
  else
    while (wait_for_job (self, &job))
      seal (self, &job, scratch);
  free (scratch);
  return NULL;
}

/* --- the writer ------------------------------------------------------------------------------- */

/* Makes room for one more; under the lock. */
static void
grow_jobs (WeftSealer *self)
{
  if (self->first_job + self->n_jobs < self->capacity)
    return;
  if (self->n_jobs > 0)
    memmove (self->jobs, self->jobs + self->first_job, self->n_jobs * sizeof *self->jobs);
  self->first_job = 0;
  if (self->n_jobs < self->capacity)
    return;
  self->capacity = self->capacity == 0 ? 64 : 2 * self->capacity;
  self->jobs = realloc (self->jobs, self->capacity * sizeof *self->jobs);
  if (self->jobs == NULL)
    weft_exhausted ("packing rows");
}

static bool
has_more (WeftSealer *self, size_t than)
{
  bool has;

  weft_lock (&self->lock);
  has = self->n_jobs > than;
  weft_unlock (&self->lock);
  return has;
}

/* The writer packs what is too much for the thread: all but `more_than` chunks. */
static void
help (WeftSealer *self, size_t more_than)
{
  WeftSealedColumn *scratch = has_more (self, more_than) ? new_scratch () : NULL;
  bool found = scratch != NULL;
  Job job;

  while (found)
    {
      weft_lock (&self->lock);
      found = take_job (self, more_than, &job);
      weft_unlock (&self->lock);
      if (found)
        seal (self, &job, scratch);
    }
  free (scratch);
}

void
weft_sealer_hand_over (WeftSealer *self, WeftTable *table, uint32_t chunk, bool grows)
{
  WeftThread *ended = NULL;
  bool alone;

  weft_lock (&self->lock);
  self->grows = grows;
  if (state_of (table, chunk) == SEAL_NONE || state_of (table, chunk) == SEAL_OPEN)
    {
      grow_jobs (self);
      self->jobs[self->first_job + self->n_jobs++] = (Job){ table, chunk };
      set_state (table, chunk, SEAL_WAITING);
    }
  if (self->n_jobs > 0 && !self->running)
    {
      ended = self->thread;
      self->ending = false;
      self->thread = weft_thread_try_start ("weft-seal", run, self);
      self->running = self->thread != NULL;
    }
  alone = !self->running;
  weft_unlock (&self->lock);
  pthread_cond_signal (&self->handed);
  if (ended != NULL)
    weft_thread_join (ended);
  if (grows || alone)
    help (self, alone ? 0 : MAX_JOBS);
}

static void
release_cells (WeftSealer *self, const WeftTable *table, void *const *cells, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    weft_chunk_store_release (self->cells, cells[i], weft_column_chunk_size (&table->columns[i]));
}

/* Puts cells in the place of all columns; under the lock. They are the sealer's own, as the table's store may be
 * full, which changes to what is there can do with. Packed memory stays, as readers may be in it. */
static bool
open_chunk (WeftSealer *self, WeftTable *table, uint32_t chunk)
{
  void *cells[WEFT_TABLE_MAX_COLUMNS];

  for (unsigned i = 0; i < table->n_columns; i++)
    {
      cells[i] =
        weft_chunk_store_alloc_uncleared (self->cells, weft_column_chunk_size (&table->columns[i]));
      if (cells[i] == NULL)
        {
          release_cells (self, table, cells, i);
          return false;
        }
    }
  for (unsigned i = 0; i < table->n_columns; i++)
    {
      WeftColumn *column = &table->columns[i];

      forget_unpacked (self, &column->chunks[chunk]);
      weft_sealed_column_unpack (column->packed[chunk], cells[i], WEFT_CHUNK_ROWS);
      column->packed[chunk] = NULL;
      weft_chunk_enter (&column->chunks[chunk], cells[i], 0);
    }
  return true;
}

bool
weft_sealer_reopen (WeftSealer *self, WeftTable *table, uint32_t chunk)
{
  bool done = true;

  weft_lock (&self->lock);
  if (state_of (table, chunk) == SEAL_WAITING)
    set_state (table, chunk, SEAL_CHANGED);
  else if (state_of (table, chunk) == SEAL_DONE && (done = open_chunk (self, table, chunk)))
    table->seals[chunk] = SEAL_OPEN | SEAL_OWN_CELLS;
  weft_unlock (&self->lock);
  return done;
}

void
weft_sealer_adopt (WeftSealer *self, WeftTable *table, uint32_t chunk, void *const *columns)
{
  weft_lock (&self->lock);
  for (unsigned i = 0; i < table->n_columns; i++)
    {
      table->columns[i].packed[chunk] = columns[i];
      weft_chunk_enter (&table->columns[i].chunks[chunk], columns[i], WEFT_CHUNK_SEALED);
    }
  table->seals[chunk] = SEAL_DONE;
  table->n_handed = chunk + 1;
  weft_unlock (&self->lock);
}

bool
weft_sealer_is_used (WeftSealer *self)
{
  bool is_used;

  weft_lock (&self->lock);
  is_used = self->capacity > 0;
  weft_unlock (&self->lock);
  return is_used;
}

void
weft_sealer_forget_unpacked (WeftSealer *self)
{
  weft_lock (&self->lock);
  self->forgets = true;
  while (self->forgets && !self->running)
    forget_first_unpacked (self);
  weft_unlock (&self->lock);
}

void
weft_sealer_recycle (WeftSealer *self)
{
  weft_lock (&self->lock);
  for (unsigned i = 0; i < self->n_recycled; i++)
    weft_chunk_store_release (self->recycled[i].store, self->recycled[i].cells,
                              self->recycled[i].size);
  self->n_recycled = 0;
  weft_unlock (&self->lock);
}

bool
weft_sealer_is_full (WeftSealer *self)
{
  bool is_full;

  weft_lock (&self->lock);
  is_full = self->is_full;
  weft_unlock (&self->lock);
  return is_full;
}

size_t
weft_sealer_get_memory (WeftSealer *self)
{
  size_t memory;

  weft_lock (&self->lock);
  memory = self->memory;
  weft_unlock (&self->lock);
  return memory;
}
