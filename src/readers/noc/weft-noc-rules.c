/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-rules.h"

#include "weft-noc-keys.h"
#include "weft-noc-type.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define HAS(record, key) (((record)->present >> (key) &1) != 0)

/* The records of a core's processor, one after the other. */
typedef struct
{
  guint32 context;
  gint16 sx, sy;
  char *proc;
} Group;

struct _WeftNocRules
{
  GHashTable *times;    /* guint64, the latest of each Group */
  guint64 *latest;      /* of the group that was there last */
  Group last;           /* that group; its text is the table's */
  gboolean after_noise; /* the last record was the profiler's own */
  GHashTable *procs;    /* names that are not known, and were said to be so */
};

/* State and members that one record is checked with. */
typedef struct
{
  const WeftJsonRecord *record;
  const WeftNocRow *row;
  WeftNocSay say;
  gpointer data;
} Check;

static guint
group_hash (gconstpointer key)
{
  const Group *group = key;

  return g_str_hash (group->proc) ^ (guint) group->sx << 16 ^ (guint) (guint16) group->sy
         ^ group->context * 31;
}

static gboolean
group_equal (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  return x->context == y->context && x->sx == y->sx && x->sy == y->sy
         && strcmp (x->proc, y->proc) == 0;
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->proc);
  g_free (group);
}

WeftNocRules *
weft_noc_rules_new (void)
{
  WeftNocRules *self = g_new0 (WeftNocRules, 1);

  self->times = g_hash_table_new_full (group_hash, group_equal, group_free, g_free);
  self->procs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
weft_noc_rules_free (WeftNocRules *self)
{
  g_hash_table_unref (self->times);
  g_hash_table_unref (self->procs);
  g_free (self);
}

void
weft_noc_rules_begin_part (WeftNocRules *self)
{
  g_hash_table_remove_all (self->times);
  self->latest = NULL;
  self->after_noise = FALSE;
}

static void
say (const Check *check, int key, const char *text)
{
  check->say (check->data, check->record, key, text);
}

/* --- order -------------------------------------------------------------------------------------- */

static gboolean
is_last_group (const WeftNocRules *self, const WeftNocRow *row)
{
  return self->latest != NULL && self->last.context == row->context && self->last.sx == row->sx
         && self->last.sy == row->sy && strlen (self->last.proc) == row->proc.length
         && memcmp (self->last.proc, row->proc.text, row->proc.length) == 0;
}

static void
find_group (WeftNocRules *self, const WeftNocRow *row)
{
  g_autofree char *proc = g_strndup (row->proc.text, row->proc.length);
  Group group = { row->context, row->sx, row->sy, proc };
  gpointer key, latest;

  if (!g_hash_table_lookup_extended (self->times, &group, &key, &latest))
    {
      group.proc = g_steal_pointer (&proc);
      key = g_memdup2 (&group, sizeof group);
      latest = g_new0 (guint64, 1);
      g_hash_table_insert (self->times, key, latest);
    }
  self->last = *(Group *) key;
  self->latest = latest;
}

/* The profiler's own zones may stand out of order, and repeat the begin of a zone after them. */
static gboolean
is_noise (const WeftNocRow *row)
{
  static const char prefix[] = "PROFILER-NOC-QUICK-";

  return row->name.length >= sizeof prefix - 1
         && memcmp (row->name.text, prefix, sizeof prefix - 1) == 0;
}

static void
check_order (WeftNocRules *self, const Check *check)
{
  const WeftNocRow *row = check->row;

  gboolean after_noise = self->after_noise;

  self->after_noise = is_noise (row);
  if (self->after_noise || (after_noise && HAS (check->record, KEY_ZONE)))
    return;
  if (!is_last_group (self, row))
    find_group (self, row);
  if (row->time < *self->latest)
    say (check, KEY_TIMESTAMP,
         _ ("Records of one core and processor stand in the order of their timestamps; this one is "
            "earlier than one before it."));
  *self->latest = MAX (*self->latest, row->time);
}

/* --- members ------------------------------------------------------------------------------------ */

static gboolean
is_known_proc (const WeftNocText *proc)
{
  static const char *const words[] = { "BRISC", "NCRISC", "TRISC", "ERISC" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      /* TRISC_0 … TRISC_2 and ERISC0 … are numbered. */
      if (proc->length >= length && memcmp (proc->text, words[i], length) == 0
          && (i >= 2 || proc->length == length))
        return TRUE;
    }
  return proc->length == 0; /* as in files of 2024 */
}

/* Once for each name. */
static void
check_proc (WeftNocRules *self, const Check *check)
{
  const WeftNocText *proc = &check->row->proc;
  g_autofree char *name = NULL, *valid = NULL, *text = NULL;

  if (is_known_proc (proc))
    return;
  name = g_strndup (proc->text, proc->length);
  if (g_hash_table_contains (self->procs, name))
    return;
  valid = g_utf8_make_valid (name, -1);
  text = g_strdup_printf (_ ("No document names the processor “%s”; its records are kept."), valid);
  say (check, KEY_PROC, text);
  g_hash_table_add (self->procs, g_steal_pointer (&name));
}

static void
check_network (const Check *check)
{
  const WeftJsonValue *value = weft_json_record_get (check->record, KEY_NOC);
  const WeftNocType *type = weft_noc_get_type (check->row->type);
  gboolean moves = type->klass == WEFT_NOC_READ || type->klass == WEFT_NOC_WRITE;

  if (value == NULL && moves)
    say (check, -1, _ ("A transfer needs “noc”; without it, it is counted as unresolved."));
  else if (value != NULL && check->row->noc == WEFT_NOC_UNDEFINED
           && (value->kind != WEFT_JSON_STRING || value->length != 5
               || memcmp (value->text, "UNDEF", 5) != 0))
    say (check, KEY_NOC, _ ("“noc” is NOC_0, NOC_1 or UNDEF; it is taken as UNDEF."));
}

/* One negative coordinate is how files of 2024 say that there is no destination. */
static void
check_places (const Check *check)
{
  static const guint corners[] = { KEY_START_X, KEY_START_Y, KEY_END_X, KEY_END_Y };
  gboolean unicast = HAS (check->record, KEY_DX) || HAS (check->record, KEY_DY);
  guint n_corners = 0;

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    n_corners += HAS (check->record, corners[i]);
  if (unicast && n_corners > 0)
    say (check, KEY_DX,
         _ ("A record has “dx” and “dy”, or a rectangle; of both, the rectangle is taken."));
  if (unicast && (!HAS (check->record, KEY_DX) || !HAS (check->record, KEY_DY)))
    say (check, HAS (check->record, KEY_DX) ? KEY_DX : KEY_DY,
         _ ("“dx” and “dy” come together; the destination is taken as not given."));
  if (n_corners > 0 && n_corners < G_N_ELEMENTS (corners))
    say (check, -1,
         _ ("A rectangle has all of “mcast_start_x”, “mcast_start_y”, “mcast_end_x” and "
            "“mcast_end_y”; the destination is taken as not given."));
}

static void
check_source (const Check *check)
{
  if (!HAS (check->record, KEY_SX) || !HAS (check->record, KEY_SY))
    say (check, -1, _ ("A record needs “sx” and “sy”; where it comes from is taken as not known."));
}

/* Numbers that a record may leave out, and that are taken as not given where they fit in no cell. */
static void
check_numbers (const Check *check)
{
  static const struct
  {
    int key;
    gint64 least, most;
    const char *message;
  } numbers[] = {
    { KEY_DEVICE, G_MININT32, G_MAXINT32,
      N_ ("“src_device_id” is a whole number below 2³¹; it is taken as not given.") },
    { KEY_DST_DEVICE, G_MININT32, G_MAXINT32,
      N_ ("“dst_device_id” is a whole number below 2³¹; it is taken as not given.") },
    { KEY_RUN, G_MININT64, G_MAXINT64,
      N_ ("“run_host_id” is a whole number below 2⁶³; it is taken as not given.") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const WeftJsonValue *value = weft_json_record_get (check->record, (guint) numbers[i].key);

      if (value != NULL && value->kind != WEFT_JSON_NULL
          && (value->kind != WEFT_JSON_INTEGER || value->integer < numbers[i].least
              || value->integer > numbers[i].most))
        say (check, numbers[i].key, _ (numbers[i].message));
    }
}

void
weft_noc_rules_check (WeftNocRules *self, const WeftJsonRecord *record, const WeftNocRow *row,
                      WeftNocSay say_broken, gpointer data)
{
  const Check check = { record, row, say_broken, data };

  check_source (&check);
  check_numbers (&check);
  check_proc (self, &check);
  check_order (self, &check);
  if (HAS (record, KEY_ZONE))
    return;
  check_network (&check);
  check_places (&check);
}
