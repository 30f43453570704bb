/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-o3-renames.h"

#include "weft-map64.h"
#include "weft-table.h"

#include <string.h>

#define NONE WEFT_NO_ROW

/* The `other` of a write that is not resolved, or repeats one of its own op. */
#define REPEATED (WEFT_NO_ROW - 1)

/* How many register classes are told apart: gem5 has about ten. */
#define MAX_CLASSES 255

/* That an op reads or writes a register. */
typedef struct
{
  guint32 reg;
  guint32 other; /* read: the member that produces it; write: the one that wrote it before; NONE */
  guint32 next;  /* of the same member */
} Use;

/* An op that rename lines speak of. */
typedef struct
{
  gint64 sn;
  gint64 tick;         /* of the completion, or else of the first line about a read */
  gint64 written_tick; /* the one that its dependencies were written with */
  guint32 op;
  guint32 first_read;
  guint32 last_read;
  guint32 first_write;
  guint32 mark; /* the member + 1 whose dependencies name this one already */
  gboolean completed;
  gboolean has_dependencies;
} Member;

struct _WeftPipelineO3Renames
{
  WeftPipelineWriter *writer;
  GPtrArray *classes; /* GBytes */
  WeftMap64 regs;
  GArray *writers;   /* guint32 by register: the member that wrote it last, as far as resolved */
  GArray *uses;      /* Use */
  GArray *members;   /* Member, in the order of the file */
  GArray *by_op;     /* guint32 by op: its member */
  GArray *order;     /* guint32: resolved members in the order of their SN */
  gint64 changed_sn; /* smallest SN of a resolved member that changed since; G_MAXINT64 */
};

WeftPipelineO3Renames *
weft_pipeline_o3_renames_new (WeftPipelineWriter *writer)
{
  WeftPipelineO3Renames *self = g_new0 (WeftPipelineO3Renames, 1);

  self->writer = writer;
  self->classes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->writers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->uses = g_array_new (FALSE, FALSE, sizeof (Use));
  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  self->by_op = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->changed_sn = G_MAXINT64;
  return self;
}

void
weft_pipeline_o3_renames_free (WeftPipelineO3Renames *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->classes);
  weft_map64_clear (&self->regs);
  g_array_unref (self->writers);
  g_array_unref (self->uses);
  g_array_unref (self->members);
  g_array_unref (self->by_op);
  g_array_unref (self->order);
  g_free (self);
}

/* --- registers and members -------------------------------------------------------------------- */

static guint
intern_class (WeftPipelineO3Renames *self, const char *name, gsize length)
{
  guint i;

  for (i = 0; i < self->classes->len; i++)
    {
      gsize known_length;
      const void *known = g_bytes_get_data (self->classes->pdata[i], &known_length);

      if (known_length == length && (length == 0 || memcmp (known, name, length) == 0))
        return i;
    }
  if (i < MAX_CLASSES)
    g_ptr_array_add (self->classes, g_bytes_new (name, length));
  return i;
}

guint32
weft_pipeline_o3_renames_intern (WeftPipelineO3Renames *self, const char *class_name,
                                 gsize class_length, gint64 number)
{
  guint64 key = (guint64) intern_class (self, class_name, class_length) << 56
                | ((guint64) number & (((guint64) 1 << 56) - 1));
  guint32 reg = weft_map64_get (&self->regs, key);
  guint32 none = NONE;

  if (reg != WEFT_MAP64_NONE)
    return reg;
  reg = self->writers->len;
  weft_map64_set (&self->regs, key, reg);
  g_array_append_val (self->writers, none);
  return reg;
}

static guint32 *
writer_of (WeftPipelineO3Renames *self, guint32 reg)
{
  return &g_array_index (self->writers, guint32, reg);
}

static Use *
get_use (WeftPipelineO3Renames *self, guint32 use)
{
  return &g_array_index (self->uses, Use, use);
}

static Member *
get_member (WeftPipelineO3Renames *self, guint32 member)
{
  return &g_array_index (self->members, Member, member);
}

static guint32
find_member (WeftPipelineO3Renames *self, guint32 op)
{
  return op < self->by_op->len ? g_array_index (self->by_op, guint32, op) : NONE;
}

static void
fill_by_op (WeftPipelineO3Renames *self, guint32 op)
{
  guint n_before = self->by_op->len;

  if (op < n_before)
    return;
  g_array_set_size (self->by_op, op + 1);
  memset (&g_array_index (self->by_op, guint32, n_before), 0xff,
          (op + 1 - n_before) * sizeof (guint32));
}

static Member *
ensure_member (WeftPipelineO3Renames *self, guint32 op, gint64 sn)
{
  guint32 index = find_member (self, op);
  Member member = {
    .sn = sn, .op = op, .first_read = NONE, .last_read = NONE, .first_write = NONE
  };

  if (index != NONE)
    return get_member (self, index);
  fill_by_op (self, op);
  g_array_index (self->by_op, guint32, op) = self->members->len;
  g_array_append_val (self->members, member);
  return get_member (self, self->members->len - 1);
}

/* Says that what is resolved of the member and of later ones may no longer hold. */
static void
change (WeftPipelineO3Renames *self, const Member *member)
{
  if ((guint32) (member - get_member (self, 0)) < self->order->len)
    self->changed_sn = MIN (self->changed_sn, member->sn);
}

void
weft_pipeline_o3_renames_add_read (WeftPipelineO3Renames *self, guint32 op, gint64 sn, guint32 reg,
                                   gint64 tick)
{
  Member *member = ensure_member (self, op, sn);
  Use use = { reg, NONE, NONE };
  guint32 index = self->uses->len;

  if (member->last_read == NONE)
    member->first_read = index;
  else
    get_use (self, member->last_read)->next = index;
  if (member->last_read == NONE && !member->completed)
    member->tick = tick;
  member->last_read = index;
  g_array_append_val (self->uses, use);
  change (self, member);
}

void
weft_pipeline_o3_renames_add_write (WeftPipelineO3Renames *self, guint32 op, gint64 sn, guint32 reg)
{
  Member *member = ensure_member (self, op, sn);
  /* Not resolved yet, so that there is nothing to take back. */
  Use use = { reg, REPEATED, member->first_write };

  member->first_write = self->uses->len;
  g_array_append_val (self->uses, use);
  change (self, member);
}

void
weft_pipeline_o3_renames_set_complete (WeftPipelineO3Renames *self, guint32 op, gint64 tick)
{
  guint32 index = find_member (self, op);
  Member *member;

  if (index == NONE)
    return;
  member = get_member (self, index);
  member->tick = tick;
  member->completed = TRUE;
  change (self, member);
}

/* --- resolving -------------------------------------------------------------------------------- */

static int
compare_members (gconstpointer a, gconstpointer b, gpointer data)
{
  gint64 x = get_member (data, *(const guint32 *) a)->sn;
  gint64 y = get_member (data, *(const guint32 *) b)->sn;

  return (x > y) - (x < y);
}

/* The members that came since the last time, in the order of their SN: (transfer full). */
static guint32 *
sort_new (WeftPipelineO3Renames *self, guint n_new)
{
  guint first = self->members->len - n_new;
  guint32 *new = g_new (guint32, n_new + 1);
  gboolean sorted = TRUE;

  for (guint i = 0; i < n_new; i++)
    {
      new[i] = first + i;
      sorted &= i == 0 || get_member (self, first + i - 1)->sn < get_member (self, first + i)->sn;
    }
  if (!sorted)
    g_qsort_with_data (new, (int) n_new, sizeof *new, compare_members, self);
  return new;
}

/* The first place in the order whose SN is not below `sn`. */
static guint
find_place (WeftPipelineO3Renames *self, gint64 sn)
{
  guint low = 0, high = self->order->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_member (self, g_array_index (self->order, guint32, middle))->sn < sn)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Takes back what the member wrote, so that its registers have the writers from before it. */
static void
roll_back (WeftPipelineO3Renames *self, guint32 index)
{
  guint32 use = get_member (self, index)->first_write;

  for (; use != NONE; use = get_use (self, use)->next)
    if (get_use (self, use)->other != REPEATED)
      *writer_of (self, get_use (self, use)->reg) = get_use (self, use)->other;
}

/* Puts the `n_new` members in `new` into the order, whose places below `from` stay. */
static void
merge (WeftPipelineO3Renames *self, guint from, const guint32 *new, guint n_new)
{
  guint n_old = self->order->len, n = n_old + n_new;
  guint32 *order;

  g_array_set_size (self->order, n);
  order = (guint32 *) (gpointer) self->order->data;
  while (n_new > 0)
    if (n_old > from
        && get_member (self, order[n_old - 1])->sn > get_member (self, new[n_new - 1])->sn)
      order[--n] = order[--n_old];
    else
      order[--n] = new[--n_new];
}

static void
write_dependencies (WeftPipelineO3Renames *self, guint32 index)
{
  Member *member = get_member (self, index);

  if (member->has_dependencies)
    weft_pipeline_writer_clear_dependencies (self->writer, member->op);
  member->has_dependencies = FALSE;
  member->written_tick = member->tick;
  for (guint32 use = member->first_read; use != NONE; use = get_use (self, use)->next)
    {
      guint32 other = get_use (self, use)->other;
      Member *producer = other != NONE ? get_member (self, other) : NULL;

      /* Two operands in one register make one dependency. */
      if (producer == NULL || producer->mark == index + 1)
        continue;
      producer->mark = index + 1;
      member->has_dependencies = TRUE;
      weft_pipeline_writer_add_dependency (self->writer, member->op, producer->sn, 0, member->tick);
    }
  /* The marks hold for this round only. */
  for (guint32 use = member->first_read; use != NONE; use = get_use (self, use)->next)
    if (get_use (self, use)->other != NONE)
      get_member (self, get_use (self, use)->other)->mark = 0;
}

/* Resolves what the member reads, then lets it write. */
static void
resolve_member (WeftPipelineO3Renames *self, guint32 index)
{
  const Member *member = get_member (self, index);
  gboolean changed = member->has_dependencies && member->tick != member->written_tick;

  for (guint32 i = member->first_read; i != NONE; i = get_use (self, i)->next)
    {
      Use *use = get_use (self, i);
      guint32 producer = *writer_of (self, use->reg);

      changed |= use->other != producer;
      use->other = producer;
    }
  for (guint32 i = member->first_write; i != NONE; i = get_use (self, i)->next)
    {
      Use *use = get_use (self, i);
      guint32 *writer = writer_of (self, use->reg);

      use->other = *writer == index ? REPEATED : *writer;
      *writer = index;
    }
  if (changed)
    write_dependencies (self, index);
}

void
weft_pipeline_o3_renames_resolve (WeftPipelineO3Renames *self)
{
  guint n_new = self->members->len - self->order->len;
  g_autofree guint32 *new = NULL;
  guint from;

  if (n_new == 0 && self->changed_sn == G_MAXINT64)
    return;
  new = sort_new (self, n_new);
  if (n_new > 0)
    self->changed_sn = MIN (self->changed_sn, get_member (self, new[0])->sn);
  from = find_place (self, self->changed_sn);
  for (guint i = self->order->len; i > from; i--)
    roll_back (self, g_array_index (self->order, guint32, i - 1));
  merge (self, from, new, n_new);
  for (guint i = from; i < self->order->len; i++)
    resolve_member (self, g_array_index (self->order, guint32, i));
  self->changed_sn = G_MAXINT64;
}
