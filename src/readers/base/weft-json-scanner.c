/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-json-scanner.h"

#include "weft-handover.h"
#include "weft-json-elements.h"
#include "weft-line-counter.h"

/* A value that a block cut is tried again when this much has come to it, or a quarter of what there
 * is, so that long ones cost little more than being read once. */
#define FIRST_TRY ((gsize) 4 << 10)

typedef enum
{
  STATE_DOCUMENT, /* a document, or the end */
  STATE_FIRST,    /* behind a container's opening bracket */
  STATE_KEY,
  STATE_COLON,
  STATE_VALUE,
  STATE_NEXT, /* a comma or a closing bracket */
  STATE_BAD,
} State;

typedef struct
{
  const char *name;
  gsize length;
  guint slot;
  WeftJsonSchema *elements; /* (nullable) */
  gboolean repeated;        /* the document has it */
} Member;

struct _WeftJsonScanner
{
  const WeftJsonHandler *handler;
  gpointer data;
  gboolean open_array;
  gboolean single;
  guint flags; /* for weft_json_scan() */
  Member *members;
  guint n_members;
  WeftJsonSchema *elements;
  WeftJsonSchema *document;

  State state;
  gboolean stopped;                          /* by the reader */
  guint64 objects[WEFT_JSON_MAX_DEPTH / 64]; /* which of the open containers are objects */
  guint depth;                               /* how many are open */
  Member *member; /* that the value belongs to, at depth 1; NULL: not wanted */
  gboolean member_repeated;
  guint element_depth; /* of the array whose elements are wanted; 0: in none */
  guint element_slot;
  const WeftJsonSchema *element_schema;   /* (nullable) */
  _Atomic (const WeftJsonSchema *) ahead; /* of the last such array that has one; any thread */
  guint64 n_documents;
  gboolean in_unwanted;    /* in the value of a member that nobody wants, */
  GString *unwanted;       /* as far as it is kept, */
  guint64 unwanted_length; /* and how long it is so far */

  guint mark;        /* bytes of the byte order mark that were there */
  GByteArray *carry; /* what a block cut, and its beginning could not be used yet */
  gsize try_at;      /* length of the carry at which it is tried again */
  guint64 offset;    /* of the first byte in the carry, or of the next block's */

  WeftJsonElements found; /* in the block that is fed, */
  gboolean in_block;      /* if that is gone through, and not the carry */
  const char *area;       /* what is gone through at the moment, */
  guint64 area_offset;
  WeftLineCounter lines;

  WeftJsonFault fault;
  guint64 fault_offset;

  WeftJsonRecord record;
};

/* --- making and freeing ----------------------------------------------------------------------- */

static WeftJsonSchema *
new_schema (const char *const *paths)
{
  return paths != NULL ? weft_json_schema_new (paths) : NULL;
}

WeftJsonScanner *
weft_json_scanner_new (const WeftJsonShape *shape, const WeftJsonHandler *handler, gpointer data)
{
  WeftJsonScanner *self = g_new0 (WeftJsonScanner, 1);

  self->handler = handler;
  self->data = data;
  self->open_array = shape->open_array;
  self->single = shape->single;
  self->flags = shape->loose ? WEFT_JSON_LOOSE : 0;
  while (shape->members != NULL && shape->members[self->n_members].name != NULL)
    self->n_members++;
  self->members = g_new0 (Member, self->n_members);
  for (guint i = 0; i < self->n_members; i++)
    self->members[i] =
      (Member){ shape->members[i].name, strlen (shape->members[i].name), shape->members[i].slot,
                new_schema (shape->members[i].elements), FALSE };
  self->elements = new_schema (shape->elements);
  self->document = new_schema (shape->document);
  self->unwanted = g_string_new (NULL);
  self->carry = g_byte_array_new ();
  weft_line_counter_init (&self->lines);
  return self;
}

void
weft_json_scanner_free (WeftJsonScanner *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_members; i++)
    weft_json_schema_free (self->members[i].elements);
  g_free (self->members);
  weft_json_schema_free (self->elements);
  weft_json_schema_free (self->document);
  g_string_free (self->unwanted, TRUE);
  g_byte_array_unref (self->carry);
  g_free (self);
}

/* --- what goes wrong -------------------------------------------------------------------------- */

static void
fail (WeftJsonScanner *self, const char *p, WeftJsonFault fault)
{
  self->state = STATE_BAD;
  self->fault = fault;
  self->fault_offset = self->area_offset + (guint64) (p - self->area);
}

/* Whether nothing more is read. */
static inline gboolean
is_over (const WeftJsonScanner *self)
{
  return self->state == STATE_BAD || self->stopped;
}

/* Something else stands at `p` than what was expected. */
static const char *
fail_here (WeftJsonScanner *self, const char *p, WeftJsonFault fault)
{
  fail (self, p, *p == '/' ? WEFT_JSON_FAULT_COMMENT : fault);
  return p;
}

/* --- whole values ----------------------------------------------------------------------------- */

/* Tells of what was let through in the record, which was read at `p`. */
static void
tell_oddities (WeftJsonScanner *self, const WeftJsonScan *scan, const char *p)
{
  guint64 offset = self->area_offset + (guint64) (p - self->area);

  if (scan->no_number != NULL && self->handler->no_number != NULL)
    self->handler->no_number (offset + (guint64) (scan->no_number - p), self->data);
  if (scan->loose != NULL && self->handler->loose != NULL)
    self->handler->loose (offset + (guint64) (scan->loose - p), self->data);
}

/* The element at `p`, where it was found ahead. NULL: it was not. */
static const char *
take_found (WeftJsonScanner *self, const char *p)
{
  const char *behind;

  if (!self->in_block || self->found.words == self->found.end)
    return NULL;
  behind = weft_json_elements_take (&self->found, self->element_schema, p, &self->record);
  if (behind != NULL)
    self->record.offset = self->area_offset + (guint64) (p - self->area);
  return behind;
}

static guint
get_flags (WeftJsonScanner *self, gboolean at_end)
{
  return self->flags | (at_end ? WEFT_JSON_AT_END : 0);
}

/* Reads the value at `p` into the record. NULL where it could not be read, being cut or bad. */
static const char *
take_whole (WeftJsonScanner *self, const WeftJsonSchema *schema, const char *p, const char *end,
            gboolean at_end)
{
  gsize length = MIN ((gsize) (end - p), WEFT_JSON_LONGEST);
  gboolean whole = length == (gsize) (end - p);
  WeftJsonScan scan;

  switch (weft_json_scan (schema, p, length, self->area_offset + (guint64) (p - self->area),
                          get_flags (self, at_end && whole), &self->record, &scan))
    {
    case WEFT_JSON_OK:
      tell_oddities (self, &scan, p);
      return scan.end;
    case WEFT_JSON_BAD:
      fail (self, scan.end, scan.fault);
      return NULL;
    case WEFT_JSON_CUT:
    default:
      if (!whole)
        fail (self, p, WEFT_JSON_FAULT_LENGTH);
      return NULL;
    }
}

/* --- containers ------------------------------------------------------------------------------- */

static gboolean
in_object (WeftJsonScanner *self)
{
  return (self->objects[(self->depth - 1) / 64] >> ((self->depth - 1) % 64) & 1) != 0;
}

/* Goes into the container whose bracket stands at `p`. */
static const char *
open_container (WeftJsonScanner *self, const char *p)
{
  guint64 bit = (guint64) 1 << (self->depth % 64);

  if (self->depth == WEFT_JSON_MAX_DEPTH)
    return fail_here (self, p, WEFT_JSON_FAULT_DEPTH);
  if (*p == '{')
    self->objects[self->depth / 64] |= bit;
  else
    self->objects[self->depth / 64] &= ~bit;
  self->depth++;
  self->state = STATE_FIRST;
  return p + 1;
}

static void
end_document (WeftJsonScanner *self)
{
  self->n_documents++;
  self->state = STATE_DOCUMENT;
}

static void
close_container (WeftJsonScanner *self)
{
  if (self->depth == self->element_depth)
    self->element_depth = 0;
  self->depth--;
  if (self->depth == 0)
    end_document (self);
  else
    self->state = STATE_NEXT;
}

static const char *
open_elements (WeftJsonScanner *self, const char *p, guint slot, const WeftJsonSchema *schema,
               gboolean repeated)
{
  p = open_container (self, p);
  self->element_depth = self->depth;
  self->element_slot = slot;
  self->element_schema = schema;
  if (schema != NULL)
    atomic_store_explicit (&self->ahead, schema, memory_order_release);
  if (self->handler->array != NULL)
    self->handler->array (slot, self->area_offset + (guint64) (p - self->area), repeated,
                          self->data);
  return p;
}

/* --- documents -------------------------------------------------------------------------------- */

/* Hands over a document that is short and whole. Returns what is behind it; NULL where it is to be
 * gone through. `wait` says that more of it must come before that can be told. */
static const char *
take_short (WeftJsonScanner *self, const char *p, const char *end, gboolean at_end, gboolean *wait)
{
  gsize length = MIN ((gsize) (end - p), WEFT_JSON_SHORT);
  gboolean whole = length == (gsize) (end - p);
  WeftJsonScan scan;
  WeftJsonOutcome outcome =
    weft_json_scan (self->document, p, length, self->area_offset + (guint64) (p - self->area),
                    get_flags (self, at_end && whole), &self->record, &scan);

  *wait = outcome == WEFT_JSON_CUT && length < WEFT_JSON_SHORT && !at_end;
  if (outcome != WEFT_JSON_OK || !self->handler->document (&self->record, self->data))
    return NULL;
  tell_oddities (self, &scan, p);
  end_document (self);
  return scan.end;
}

static void
begin_document (WeftJsonScanner *self, WeftJsonKind kind, const char *p)
{
  for (guint i = 0; i < self->n_members; i++)
    self->members[i].repeated = FALSE;
  if (self->handler->begin != NULL)
    self->handler->begin (kind, self->area_offset + (guint64) (p - self->area), self->data);
}

static const char *
take_document (WeftJsonScanner *self, const char *p, const char *end, gboolean at_end)
{
  const char *behind;
  gboolean wait = FALSE;

  if (self->single && self->n_documents > 0)
    return fail_here (self, p, WEFT_JSON_FAULT_BEHIND);
  if (self->handler->document != NULL)
    {
      behind = take_short (self, p, end, at_end, &wait);
      if (behind != NULL || wait)
        return behind;
    }
  if (*p == '{')
    {
      begin_document (self, WEFT_JSON_OBJECT, p);
      return open_container (self, p);
    }
  if (*p == '[')
    {
      begin_document (self, WEFT_JSON_ARRAY, p);
      return open_elements (self, p, WEFT_JSON_ROOT, self->elements, FALSE);
    }
  behind = take_whole (self, NULL, p, end, at_end);
  if (behind != NULL)
    {
      begin_document (self, self->record.self.kind, p);
      end_document (self);
    }
  return behind;
}

/* --- within a document ------------------------------------------------------------------------ */

static Member *
find_member (WeftJsonScanner *self)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  gsize length;
  const char *name = weft_json_get_string (&self->record.self, scratch, &length);

  for (guint i = 0; i < self->n_members; i++)
    if (self->members[i].length == length && memcmp (self->members[i].name, name, length) == 0)
      return &self->members[i];
  return NULL;
}

static const char *
take_key (WeftJsonScanner *self, const char *p, const char *end)
{
  const char *behind;

  if (*p != '"')
    return fail_here (self, p, WEFT_JSON_FAULT_KEY);
  behind = take_whole (self, NULL, p, end, FALSE);
  if (behind == NULL)
    return NULL;
  self->state = STATE_COLON;
  if (self->depth > 1)
    return behind;
  self->member = find_member (self);
  if (self->member != NULL)
    {
      self->member_repeated = self->member->repeated;
      self->member->repeated = TRUE;
    }
  else if (self->handler->unwanted != NULL)
    self->handler->unwanted (&self->record.self, self->area_offset + (guint64) (p - self->area),
                             self->data);
  return behind;
}

static const char *
take_value (WeftJsonScanner *self, const char *p, const char *end, gboolean at_end)
{
  gboolean is_element = self->depth == self->element_depth;
  Member *member = self->depth == 1 && !is_element ? self->member : NULL;
  const char *behind;

  if (member != NULL && member->elements != NULL && *p == '[')
    return open_elements (self, p, member->slot, member->elements, self->member_repeated);
  if (!is_element && member == NULL && (*p == '{' || *p == '['))
    return open_container (self, p);
  behind = is_element ? take_found (self, p) : NULL;
  if (behind == NULL)
    behind = take_whole (self, is_element ? self->element_schema : NULL, p, end, at_end);
  if (behind == NULL)
    return NULL;
  self->state = STATE_NEXT;
  if (is_element)
    self->handler->element (self->element_slot, &self->record, self->data);
  else if (member != NULL)
    self->handler->member (member->slot, &self->record, self->member_repeated, self->data);
  return behind;
}

static const char *
take_separator (WeftJsonScanner *self, const char *p)
{
  gboolean object = in_object (self);

  if (*p == (object ? '}' : ']'))
    close_container (self);
  else if (*p == ',')
    self->state = object ? STATE_KEY : STATE_VALUE;
  else
    return fail_here (self, p, object ? WEFT_JSON_FAULT_OBJECT : WEFT_JSON_FAULT_ARRAY);
  return p + 1;
}

/* Takes one piece of a document. NULL where it could not. */
static const char *
take (WeftJsonScanner *self, const char *p, const char *end, gboolean at_end)
{
  switch (self->state)
    {
    case STATE_DOCUMENT:
      return take_document (self, p, end, at_end);
    case STATE_FIRST:
      if (*p == (in_object (self) ? '}' : ']'))
        {
          close_container (self);
          return p + 1;
        }
      return in_object (self) ? take_key (self, p, end) : take_value (self, p, end, at_end);
    case STATE_KEY:
      return take_key (self, p, end);
    case STATE_COLON:
      if (*p != ':')
        return fail_here (self, p, WEFT_JSON_FAULT_COLON);
      self->state = STATE_VALUE;
      return p + 1;
    case STATE_VALUE:
      return take_value (self, p, end, at_end);
    case STATE_NEXT:
      return take_separator (self, p);
    case STATE_BAD:
    default:
      return NULL;
    }
}

/* A piece of a value that nobody wants was gone through. */
static void
keep_unwanted (WeftJsonScanner *self, const char *piece, gsize length)
{
  gsize room = WEFT_JSON_SHOWN - self->unwanted->len;

  g_string_append_len (self->unwanted, piece, (gssize) MIN (length, room));
  self->unwanted_length += length;
  if (self->depth > 1 || self->state == STATE_BAD)
    return;
  self->in_unwanted = FALSE;
  self->handler->unwanted_value (self->unwanted, self->unwanted_length, self->data);
}

/* Whether the piece that comes is one of such a value. */
static gboolean
is_unwanted (WeftJsonScanner *self)
{
  if (self->state != STATE_VALUE || self->depth != 1 || self->element_depth != 0
      || self->member != NULL || !in_object (self))
    return self->in_unwanted;
  g_string_truncate (self->unwanted, 0);
  self->unwanted_length = 0;
  self->in_unwanted = self->handler->unwanted_value != NULL;
  return self->in_unwanted;
}

/* Goes through the bytes as far as it can; returns where it stopped. */
static const char *
go_through (WeftJsonScanner *self, const char *bytes, gsize length, guint64 offset, gboolean at_end)
{
  const char *p = bytes, *end = bytes + length;

  self->area = bytes;
  self->area_offset = offset;
  for (;;)
    {
      const char *next;
      gboolean unwanted;

      while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
        p++;
      if (p == end)
        break;
      unwanted = is_unwanted (self);
      next = take (self, p, end, at_end);
      if (next != NULL && unwanted)
        keep_unwanted (self, p, (gsize) (next - p));
      if (next != NULL)
        p = next;
      if (next == NULL || is_over (self))
        break;
    }
  if (self->state == STATE_BAD)
    p = bytes + (self->fault_offset - offset);
  weft_line_counter_advance (&self->lines, bytes, offset, offset + (guint64) (p - bytes));
  return p;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Goes on where a block was cut. Returns how many bytes of the new one are done with. */
static gsize
feed_carry (WeftJsonScanner *self, const char *bytes, gsize length)
{
  gsize used = 0;

  while (self->carry->len > 0 && used < length && !is_over (self))
    {
      gsize before = self->carry->len, n = MIN (length - used, MAX (FIRST_TRY, before));
      gsize done;

      g_byte_array_append (self->carry, (const guint8 *) bytes + used, (guint) n);
      used += n;
      if (self->carry->len < self->try_at)
        continue;
      done = (gsize) (go_through (self, (const char *) self->carry->data, self->carry->len,
                                  self->offset, FALSE)
                      - (const char *) self->carry->data);
      self->offset += done;
      if (done >= before)
        {
          g_byte_array_set_size (self->carry, 0);
          return used - (n - (done - before));
        }
      g_byte_array_remove_range (self->carry, 0, (guint) done);
      self->try_at = self->carry->len + self->carry->len / 4;
      if (self->carry->len < FIRST_TRY)
        self->try_at = 0;
    }
  return used;
}

/* The byte order mark that a file may begin with is no part of the JSON. Returns how many bytes of it
 * stand here. */
static gsize
skip_mark (WeftJsonScanner *self, const char *bytes, gsize length, guint64 offset)
{
  static const char mark[] = "\xef\xbb\xbf";
  gsize n = 0;

  if (offset != self->mark)
    return 0;
  while (self->mark < 3 && n < length && bytes[n] == mark[self->mark])
    {
      n++;
      self->mark++;
    }
  if (n < length && self->mark > 0 && self->mark < 3)
    {
      fail (self, bytes, WEFT_JSON_FAULT_VALUE);
      self->fault_offset = 0;
    }
  return n;
}

gboolean
weft_json_scanner_feed (WeftJsonScanner *self, const char *bytes, gsize length, guint64 offset)
{
  gsize used;

  if (is_over (self))
    return FALSE;
  self->area = bytes;
  self->area_offset = offset;
  used = offset < 3 ? skip_mark (self, bytes, length, offset) : 0;
  if (self->carry->len == 0)
    self->offset = offset + used;
  if (used > 0)
    weft_line_counter_advance (&self->lines, bytes, offset, offset + used);
  used += feed_carry (self, bytes + used, length - used);
  if (self->carry->len == 0 && !is_over (self))
    {
      const char *rest;

      self->in_block = TRUE;
      rest = go_through (self, bytes + used, length - used, offset + used, FALSE);
      self->in_block = FALSE;
      self->offset = offset + (guint64) (rest - bytes);
      g_byte_array_append (self->carry, (const guint8 *) rest, (guint) (bytes + length - rest));
      self->try_at = 0;
    }
  /* Other bytes may come to lie where these did. */
  weft_json_elements_init (&self->found, NULL, NULL);
  return !is_over (self);
}

void
weft_json_scanner_stop (WeftJsonScanner *self)
{
  self->stopped = TRUE;
}

void
weft_json_scanner_scan_ahead (const WeftJsonScanner *self, const char *bytes, gsize length,
                              WeftScanBatch *batch)
{
  const WeftJsonSchema *schema =
    atomic_load_explicit (&((WeftJsonScanner *) self)->ahead, memory_order_acquire);

  if (schema != NULL)
    weft_json_elements_find (schema, self->flags, bytes, length, batch);
}

void
weft_json_scanner_use (WeftJsonScanner *self, const WeftScanBatch *batch, const char *bytes)
{
  weft_json_elements_init (&self->found, batch, bytes);
}

/* Whether the input may end here, all that was fed being done with. */
static gboolean
may_end (WeftJsonScanner *self)
{
  if (self->state == STATE_DOCUMENT)
    return self->n_documents > 0;
  return self->open_array && self->depth == 1 && !in_object (self) && self->state != STATE_BAD;
}

gboolean
weft_json_scanner_finish (WeftJsonScanner *self)
{
  const char *bytes = self->carry->len > 0 ? (const char *) self->carry->data : "";
  gsize length = self->carry->len, done;

  if (is_over (self))
    return FALSE;
  done = (gsize) (go_through (self, bytes, length, self->offset, TRUE) - bytes);
  if (is_over (self))
    return FALSE;
  if (done == length && may_end (self))
    {
      g_byte_array_set_size (self->carry, 0);
      self->offset += done;
      return TRUE;
    }
  weft_line_counter_advance (&self->lines, bytes, self->offset, self->offset + length);
  fail (self, self->area + length, WEFT_JSON_FAULT_END);
  return FALSE;
}

/* --- questions -------------------------------------------------------------------------------- */

WeftJsonFault
weft_json_scanner_get_fault (WeftJsonScanner *self, guint64 *offset)
{
  *offset = self->fault_offset;
  return self->fault;
}

guint64
weft_json_scanner_get_n_documents (WeftJsonScanner *self)
{
  return self->n_documents;
}

void
weft_json_scanner_locate (WeftJsonScanner *self, guint64 offset, gint64 *line, gint64 *column)
{
  weft_line_counter_locate (&self->lines, self->area, self->area_offset, offset, line, column);
}
