/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-described.h"

#include "weft-described-splitter.h"
#include "weft-noc-writer.h"

#define MAX_COORDINATE 254
#define ARCHITECTURE "generic"

/* Keys of every kind come first, and mean the same in all. */
enum
{
  TIME,
  X,
  Y,
  CHIP,
  CORE,
  NAME,
  TO_X,
  TO_Y,
  END_X,
  END_Y,
  BYTES,
  NETWORK,
  VC,
};

#define COMMON_KEYS \
  { "Time", WEFT_DESCRIBED_TIME, TRUE, "When it begins." }, \
    { "X", WEFT_DESCRIBED_NUMBER, TRUE, \
      "The column of the tile that asks for it, which is the receiver of a read, and the sender " \
      "of " \
      "a write;" }, \
    { "Y", WEFT_DESCRIBED_NUMBER, TRUE, "and its row." }, \
    { "Chip", WEFT_DESCRIBED_NUMBER, FALSE, "The chip's number." }, \
  { \
    "Core", WEFT_DESCRIBED_TEXT, FALSE, "The processor of the tile." \
  }

static const WeftDescriptionKey transfer_keys[] = {
  COMMON_KEYS,
  { "Type", WEFT_DESCRIBED_TEXT, TRUE,
    "`READ`, `WRITE_`, or another type of [NoC traces](noc.md); others are kept and shown, and "
    "move "
    "nothing." },
  { "ToX", WEFT_DESCRIBED_NUMBER, FALSE, "The column of the other tile," },
  { "ToY", WEFT_DESCRIBED_NUMBER, FALSE, "and its row." },
  { "EndX", WEFT_DESCRIBED_NUMBER, FALSE,
    "Of a multicast: the column of the opposite corner of the rectangle that begins at the other "
    "tile," },
  { "EndY", WEFT_DESCRIBED_NUMBER, FALSE, "and its row." },
  { "Bytes", WEFT_DESCRIBED_NUMBER, FALSE, "How much is moved." },
  { "Network", WEFT_DESCRIBED_NUMBER, FALSE, "0 or 1." },
  { "VC", WEFT_DESCRIBED_NUMBER, FALSE, "The virtual channel." },
  { NULL },
};

static const WeftDescriptionKey zone_keys[] = {
  COMMON_KEYS,
  { "Name", WEFT_DESCRIBED_TEXT, TRUE, "What the zone is called." },
  { NULL },
};

enum
{
  TRANSFER,
  ZONE_BEGIN,
  ZONE_END,
};

static const WeftDescriptionKind kinds[] = {
  { "Transfer", "Data goes from tile to tile.", transfer_keys },
  { "ZoneBegin", "A part of a core's program begins.", zone_keys },
  { "ZoneEnd", "It ends.", zone_keys },
  { NULL },
};

typedef struct
{
  WeftNocWriter *writer;
  WeftNocTrace *trace; /* the reader's */
  GString *name;
  GString *core;
  gint64 chip; /* that the context is of */
  guint32 context;
  gboolean is_full;
} Maker;

/* A chip is the grid that the description says, or as large as its transfers need. */
static void
set_grid (WeftNocTrace *trace, const WeftDescription *description)
{
  if (description->width > 0 && description->height > 0)
    weft_noc_trace_set_topology (
      trace, weft_noc_topology_new_plain (ARCHITECTURE, description->width, description->height));
}

static gpointer
create (const WeftReaderSetup *setup, WeftDescribedSplitter *splitter, WeftTrace **trace)
{
  Maker *self = g_new0 (Maker, 1);

  self->trace = weft_noc_trace_new (setup->title, setup->context, setup->storage);
  self->writer = weft_noc_writer_new (self->trace);
  self->name = g_string_new (NULL);
  self->core = g_string_new (NULL);
  self->context = WEFT_NO_ROW;
  self->trace->hertz = splitter->description->hertz;
  set_grid (self->trace, splitter->description);
  self->is_full = !weft_noc_writer_begin_part (self->writer, setup->title);
  *trace = WEFT_TRACE (self->trace);
  return self;
}

/* A number from `least` to `most`, or `*number` as it is where there is none. FALSE: there is another. */
static gboolean
get_number (const WeftDescriptionItem *item, guint key, const WeftDescribedRecord *record,
            gint64 least, gint64 most, gint64 *number)
{
  WeftDescribedPresence presence = weft_description_item_get_number (item, key, record, number);

  return presence == WEFT_DESCRIBED_NONE
         || (presence == WEFT_DESCRIBED_VALID && *number >= least && *number <= most);
}

static gboolean
get_place (const WeftDescriptionItem *item, guint key, const WeftDescribedRecord *record,
           gint16 *place)
{
  gint64 number = WEFT_NOC_NOWHERE;
  gboolean is_valid = get_number (item, key, record, 0, MAX_COORDINATE, &number);

  *place = (gint16) number;
  return is_valid;
}

static WeftNocText
get_text (const WeftDescriptionItem *item, guint key, const WeftDescribedRecord *record,
          GString *buffer)
{
  WeftDescribedField text = { "", 0 };

  if (!weft_description_item_get_text (item, key, record, buffer, &text))
    text = (WeftDescribedField){ "", 0 };
  return (WeftNocText){ text.text, text.length };
}

static gboolean
find_context (Maker *self, gint64 chip)
{
  if (self->context == WEFT_NO_ROW || chip != self->chip)
    self->context =
      weft_noc_writer_get_context (self->writer, (gint32) chip, G_MININT64, (WeftNocText){ "", 0 });
  self->chip = chip;
  return self->context != WEFT_NO_ROW;
}

static gboolean
read_transfer (const WeftDescriptionItem *item, const WeftDescribedRecord *record, WeftNocRow *row)
{
  gint64 bytes = 0, network = WEFT_NOC_UNDEFINED, vc = -1;

  if (!get_place (item, TO_X, record, &row->dx) || !get_place (item, TO_Y, record, &row->dy)
      || !get_place (item, END_X, record, &row->end_x)
      || !get_place (item, END_Y, record, &row->end_y)
      || !get_number (item, BYTES, record, 0, G_MAXUINT32, &bytes)
      || !get_number (item, NETWORK, record, 0, 1, &network)
      || !get_number (item, VC, record, -1, G_MAXINT8, &vc))
    return FALSE;
  row->type = weft_noc_find_type (row->name.text, row->name.length);
  row->bytes = (guint32) bytes;
  row->noc = (guint) network;
  row->vc = (gint8) vc;
  if (row->end_x >= 0 && row->end_y >= 0)
    row->flags |= WEFT_NOC_MULTICAST;
  return TRUE;
}

static WeftDescribedAnswer
make (gpointer data, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  Maker *self = data;
  gint64 time, chip = WEFT_NOC_UNKNOWN;
  WeftNocRow row = { .type = item->kind == ZONE_BEGIN ? NOC_TYPE_ZONE_START : NOC_TYPE_ZONE_END,
                     .noc = WEFT_NOC_UNDEFINED,
                     .dx = WEFT_NOC_NOWHERE,
                     .dy = WEFT_NOC_NOWHERE,
                     .end_x = WEFT_NOC_NOWHERE,
                     .end_y = WEFT_NOC_NOWHERE,
                     .vc = -1,
                     .line = record->line };

  row.name = get_text (item, NAME, record, self->name);
  row.proc = get_text (item, CORE, record, self->core);
  if (row.name.length == 0 || !get_place (item, X, record, &row.sx)
      || !get_place (item, Y, record, &row.sy) || row.sx < 0 || row.sy < 0
      || !get_number (item, CHIP, record, 0, G_MAXINT32, &chip)
      || weft_description_item_get_time (item, TIME, record, &time) != WEFT_DESCRIBED_VALID
      || time < 0 || (item->kind == TRANSFER && !read_transfer (item, record, &row)))
    return WEFT_DESCRIBED_UNREADABLE;
  row.time = (guint64) time;
  self->is_full = self->is_full || !find_context (self, chip);
  row.context = self->context;
  self->is_full = self->is_full || !weft_noc_writer_add (self->writer, &row);
  return self->is_full ? WEFT_DESCRIBED_FULL : WEFT_DESCRIBED_MADE;
}

static void
publish (gpointer data)
{
  weft_noc_trace_publish (((Maker *) data)->trace);
}

static void
maker_free (gpointer data)
{
  Maker *self = data;

  weft_noc_writer_free (self->writer);
  g_string_free (self->name, TRUE);
  g_string_free (self->core, TRUE);
  g_free (self);
}

const WeftDescriptionMaker weft_noc_described = {
  .word = "noc",
  .doc = "Transfers between the tiles of a chip, and zones of its cores, in cycles.",
  .kinds = kinds,
  .is_in_cycles = TRUE,
  .create = create,
  .make = make,
  .publish = publish,
  .free = maker_free,
};
