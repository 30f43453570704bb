/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-events.h"

#include "weft-noc-fields.h"

guint32
weft_noc_events_get_record (const WeftNocEvents *self, guint row)
{
  return self->records != NULL ? self->records[row] : row;
}

void
weft_noc_events_init (WeftNocEvents *self, const WeftNocCapture *capture, const WeftBitset *records)
{
  guint32 n = weft_noc_capture_get_n_records (capture), count = 0;

  self->capture = capture;
  self->records = NULL;
  self->n_records = n;
  if (records == NULL)
    return;
  self->records = g_new (guint32, MAX (records->n_set, 1));
  for (guint32 i = 0; i < n; i++)
    if (weft_bitset_has (records, i))
      self->records[count++] = i;
  self->n_records = count;
}

void
weft_noc_events_clear (WeftNocEvents *self)
{
  g_clear_pointer (&self->records, g_free);
}

WeftFacts
weft_noc_events_get (const WeftNocEvents *self, WeftFieldFlags flag)
{
  WeftFacts facts = weft_facts_of (&weft_noc_event_schema, flag, self->capture, self->n_records);

  facts.rows = self->records;
  return facts;
}
