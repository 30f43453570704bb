/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-index-reader.h"

#include "weft-crc32c.h"
#include "weft-index-format.h"
#include "weft-processors.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* More threads do not make it faster, as all go through the same memory. */
#define MAX_THREADS 4u

/* A column that is to be checked. */
typedef struct
{
  WeftIndexBlock block;
  guint32 n_cells;
  guint32 row;
  guint8 cell_width;
  const WeftCellRule *rule;
} Job;

struct _WeftIndexReader
{
  gatomicrefcount ref_count;
  guint8 *file;
  gsize size;
  const guint8 *next; /* in the directory, */
  const guint8 *end;
  guint64 last; /* the end of the block that was taken last: none lies in another */
  gboolean good;
  GArray *jobs;            /* Job */
  _Atomic gboolean failed; /* one of them */
};

/* --- opening ------------------------------------------------------------------------------------------ */

static gboolean
head_is_good (const WeftIndexHead *head, guint64 size)
{
  return memcmp (head->magic, WEFT_INDEX_MAGIC, sizeof head->magic) == 0
         && head->version == WEFT_INDEX_VERSION && head->order == WEFT_INDEX_ORDER
         && head->size == size && head->directory >= sizeof *head && head->directory <= size
         && weft_crc32c (0, head, offsetof (WeftIndexHead, head_sum)) == head->head_sum;
}

/* Pages that are written to (reads of a column are counted in it) become the process's own. */
static guint8 *
map (const char *path, gsize *size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  guint8 *file = MAP_FAILED;

  if (fd >= 0 && fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
      && status.st_size >= (off_t) sizeof (WeftIndexHead))
    {
      *size = (gsize) status.st_size;
      file = mmap (NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fd, 0);
    }
  if (fd >= 0)
    close (fd);
  return file != MAP_FAILED ? file : NULL;
}

WeftIndexReader *
weft_index_reader_open (const char *path)
{
  WeftIndexReader *self;
  gsize size = 0;
  guint8 *file = map (path, &size);
  const WeftIndexHead *head = (const WeftIndexHead *) (const void *) file;

  if (file == NULL)
    return NULL;
  if (!head_is_good (head, size)
      || weft_crc32c (0, file + head->directory, size - head->directory) != head->directory_sum)
    {
      munmap (file, size);
      return NULL;
    }
  self = g_new0 (WeftIndexReader, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->file = file;
  self->size = size;
  self->next = file + head->directory;
  self->end = file + size;
  self->last = sizeof *head;
  self->good = TRUE;
  self->jobs = g_array_new (FALSE, FALSE, sizeof (Job));
  return self;
}

WeftIndexReader *
weft_index_reader_ref (WeftIndexReader *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_index_reader_unref (WeftIndexReader *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  munmap (self->file, self->size);
  g_array_unref (self->jobs);
  g_free (self);
}

void
weft_index_reader_set_bad (WeftIndexReader *self)
{
  self->good = FALSE;
}

gboolean
weft_index_reader_is_good (WeftIndexReader *self)
{
  return self->good;
}

/* --- the directory -------------------------------------------------------------------------------------- */

guint64
weft_index_reader_take_number (WeftIndexReader *self)
{
  guint64 number;

  if (!self->good || (gsize) (self->end - self->next) < sizeof number)
    {
      self->good = FALSE;
      return 0;
    }
  memcpy (&number, self->next, sizeof number);
  self->next += sizeof number;
  return number;
}

guint64
weft_index_reader_take_at_most (WeftIndexReader *self, guint64 most)
{
  guint64 number = weft_index_reader_take_number (self);

  if (number <= most)
    return number;
  self->good = FALSE;
  return 0;
}

double
weft_index_reader_take_real (WeftIndexReader *self)
{
  const guint64 bits = weft_index_reader_take_number (self);
  double real;

  memcpy (&real, &bits, sizeof real);
  return real;
}

const char *
weft_index_reader_take_text (WeftIndexReader *self)
{
  guint64 size = weft_index_reader_take_number (self);
  const char *text = (const char *) self->next;

  if (!self->good || size == 0)
    return NULL;
  if (size > (guint64) (self->end - self->next) || text[size - 1] != '\0')
    {
      self->good = FALSE;
      return NULL;
    }
  self->next += size;
  return text;
}

const char *
weft_index_reader_take_utf8 (WeftIndexReader *self)
{
  const char *text = weft_index_reader_take_text (self);

  if (text == NULL || g_utf8_validate (text, -1, NULL))
    return text;
  self->good = FALSE;
  return NULL;
}

/* --- blocks ----------------------------------------------------------------------------------------------- */

WeftIndexBlock
weft_index_reader_take_later (WeftIndexReader *self)
{
  guint64 place = weft_index_reader_take_number (self);
  guint64 size = weft_index_reader_take_number (self);
  guint32 sum = (guint32) weft_index_reader_take_at_most (self, G_MAXUINT32);

  if (self->good && place % WEFT_INDEX_ALIGN == 0 && place >= self->last && place <= self->size
      && size <= self->size - place)
    {
      self->last = place + size;
      return (WeftIndexBlock){ self->file + place, (gsize) size, sum };
    }
  self->good = FALSE;
  return (WeftIndexBlock){ NULL, 0, 0 };
}

gboolean
weft_index_block_is_whole (const WeftIndexBlock *block)
{
  return weft_crc32c (0, block->bytes, block->size) == block->sum;
}

static void *
check_block (void *block)
{
  return GINT_TO_POINTER (weft_index_block_is_whole (block));
}

WeftThread *
weft_index_block_start_check (const WeftIndexBlock *block)
{
  return weft_thread_try_start ("weft-index", check_block, (void *) block);
}

gboolean
weft_index_block_end_check (const WeftIndexBlock *block, WeftThread *check)
{
  return weft_thread_join_or_run (check, check_block, (void *) block) != NULL;
}

const void *
weft_index_reader_take_block (WeftIndexReader *self, gsize size)
{
  WeftIndexBlock block = weft_index_reader_take_later (self);

  if (self->good && block.size == size && weft_index_block_is_whole (&block))
    return block.bytes;
  self->good = FALSE;
  return NULL;
}

WeftSealedColumn *
weft_index_reader_take_column (WeftIndexReader *self, unsigned cell_width, guint32 n_cells,
                               guint32 row, const WeftCellRule *rule)
{
  WeftIndexBlock block = weft_index_reader_take_later (self);
  Job job = { block, n_cells, row, (guint8) cell_width, rule };

  if (self->good)
    g_array_append_val (self->jobs, job);
  return (WeftSealedColumn *) block.bytes;
}

static gboolean
job_is_good (const Job *job)
{
  const WeftSealedColumn *column = job->block.bytes;

  return weft_index_block_is_whole (&job->block)
         && weft_sealed_column_is_sound (column, job->block.size, job->cell_width, job->n_cells)
         && weft_cell_rule_holds (job->rule, column, job->n_cells, job->row);
}

static void
do_job (gpointer data, guint i, guint thread G_GNUC_UNUSED)
{
  WeftIndexReader *self = data;

  if (!atomic_load (&self->failed) && !job_is_good (&g_array_index (self->jobs, Job, i)))
    atomic_store (&self->failed, TRUE);
}

gboolean
weft_index_reader_check (WeftIndexReader *self)
{
  if (!self->good)
    g_array_set_size (self->jobs, 0);
  weft_processors_share ("weft-index", weft_processors_for (self->jobs->len / 16 + 1, MAX_THREADS),
                         self->jobs->len, do_job, self);
  g_array_set_size (self->jobs, 0);
  self->good = self->good && !atomic_load (&self->failed);
  return self->good;
}
