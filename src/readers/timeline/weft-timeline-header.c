/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-header.h"

/* Slots that are looked into. */
#define SLOT_BASE 3
#define SLOT_DISTRIBUTED 8

void
weft_timeline_header_reset (WeftTimelineHeader *self)
{
  for (guint i = 0; i < WEFT_TIMELINE_N_MEMBERS; i++)
    g_clear_pointer (&self->members[i], g_free);
  self->base = self->rank = WEFT_TIMELINE_NONE;
  self->is_new = FALSE;
}

static void
read_distributed (WeftTimelineHeader *self, const WeftJsonValue *info)
{
  static const char *const paths[] = { "rank", NULL };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (paths);
  WeftJsonRecord record;
  WeftJsonScan scan;
  const WeftJsonValue *rank;

  if (info->kind != WEFT_JSON_OBJECT
      || weft_json_scan (schema, info->text, info->length, 0, WEFT_JSON_AT_END | WEFT_JSON_LOOSE,
                         &record, &scan)
           != WEFT_JSON_OK)
    return;
  rank = weft_json_record_get (&record, 0);
  if (rank != NULL && rank->kind == WEFT_JSON_INTEGER && rank->integer >= 0
      && rank->integer <= G_MAXINT32)
    self->rank = rank->integer;
}

void
weft_timeline_header_take (WeftTimelineHeader *self, guint slot, const WeftJsonValue *value)
{
  const char *quote = value->kind == WEFT_JSON_STRING ? "\"" : "";

  if (slot == SLOT_BASE && value->kind == WEFT_JSON_INTEGER)
    self->base = value->integer;
  if (slot == SLOT_DISTRIBUTED)
    read_distributed (self, value);
  g_free (self->members[slot - 1]);
  self->members[slot - 1] =
    g_strdup_printf ("%s%.*s%s", quote, (int) value->length, value->text, quote);
  self->is_new = TRUE;
}

char *
weft_timeline_header_write (WeftTimelineHeader *self, const WeftJsonMember *members)
{
  g_autoptr (GString) text = g_string_new ("{");

  self->is_new = FALSE;
  for (guint i = 0; i < WEFT_TIMELINE_N_MEMBERS; i++)
    if (self->members[i] != NULL)
      g_string_append_printf (text, "%s\"%s\": %s", text->len > 1 ? ", " : "", members[i + 1].name,
                              self->members[i]);
  if (text->len == 1)
    return NULL;
  g_string_append_c (text, '}');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
