/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-record.h"

#include "weft-json-number.h"

#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Digits that surely fit in 64 bits with a sign. */
#define MAX_FAST_DIGITS 18

/* --- schemas ---------------------------------------------------------------------------------- */

typedef WeftJsonSchema Table;

/* The first and the last eight bytes of a name, which are all that most names have. */
typedef struct
{
  guint64 head;
  guint64 tail;
} Words;

typedef struct
{
  Words words;
  const char *name; /* NULL: none */
  guint8 length;
  guint8 slot;
  Table *members; /* (nullable) */
} Entry;

/* Names by their hash; entries without a name are free. */
struct _WeftJsonSchema
{
  guint64 slots; /* a bit for each slot in it and in what it holds */
  guint shift;
  guint mask;
  Entry *entries;
};

/* At least eight bytes may be read from `name` where `roomy`. */
static inline Words
get_words (const char *name, gsize length, gboolean roomy)
{
  Words words = { 0, 0 };

  if (length >= 8)
    {
      memcpy (&words.head, name, 8);
      memcpy (&words.tail, name + length - 8, 8);
    }
  else if (roomy)
    {
      memcpy (&words.head, name, 8);
      words.head = GUINT64_FROM_LE (words.head) & (((guint64) 1 << (length * 8)) - 1);
    }
  else
    {
      memcpy (&words.head, name, length);
      words.head = GUINT64_FROM_LE (words.head);
    }
  return words;
}

static inline guint64
hash_words (Words words, gsize length)
{
  return ((words.head ^ (words.tail << 1 | words.tail >> 63)) + length)
         * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
}

/* The name in a path of what is `parent`'s own, a path of `length`, or nobody's where that is NULL: what the path has
 * behind it; NULL where it is none of those. */
static const char *
get_own_name (const char *path, const char *parent, gsize length)
{
  const char *name = path;

  if (parent != NULL && (strncmp (path, parent, length) != 0 || path[length] != '.'))
    return NULL;
  name += parent != NULL ? length + 1 : 0;
  return strchr (name, '.') == NULL ? name : NULL;
}

static Table *new_table (const char *const *paths, const char *parent);

static void
add_entry (Table *self, const char *const *paths, guint slot, const char *name)
{
  Table *members = new_table (paths, paths[slot]);
  gsize length = strlen (name);
  Words words = get_words (name, length, FALSE);
  guint place = (guint) (hash_words (words, length) >> self->shift);

  g_assert (slot < WEFT_JSON_MAX_SLOTS && length <= G_MAXUINT8);
  while (self->entries[place].name != NULL)
    place = (place + 1) & self->mask;
  self->slots |= (guint64) 1 << slot | (members != NULL ? members->slots : 0);
  self->entries[place] = (Entry){ words, name, (guint8) length, (guint8) slot, members };
}

/* Of the paths in `parent`, or of those in none where it is NULL; NULL where there is none. */
static Table *
new_table (const char *const *paths, const char *parent)
{
  const gsize length = parent != NULL ? strlen (parent) : 0;
  Table *self;
  guint n = 0, bits = 3;

  for (guint i = 0; paths[i] != NULL; i++)
    n += get_own_name (paths[i], parent, length) != NULL;
  if (n == 0)
    return NULL;
  self = g_new0 (Table, 1);
  while (1u << bits < 4 * n)
    bits++;
  self->shift = 64 - bits;
  self->mask = (1u << bits) - 1;
  self->entries = g_new0 (Entry, (gsize) self->mask + 1);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      const char *name = get_own_name (paths[i], parent, length);

      if (name != NULL)
        add_entry (self, paths, i, name);
    }
  return self;
}

WeftJsonSchema *
weft_json_schema_new (const char *const *paths)
{
  return new_table (paths, NULL);
}

void
weft_json_schema_free (WeftJsonSchema *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i <= self->mask; i++)
    weft_json_schema_free (self->entries[i].members);
  g_free (self->entries);
  g_free (self);
}

static inline const Entry *
find_key (const Table *table, const char *name, gsize length, gboolean roomy)
{
  Words words = get_words (name, length, roomy);

  for (guint place = (guint) (hash_words (words, length) >> table->shift);
       table->entries[place].name != NULL; place = (place + 1) & table->mask)
    {
      const Entry *entry = &table->entries[place];

      if (entry->words.head == words.head && entry->words.tail == words.tail
          && entry->length == length
          && (length <= 16 || memcmp (entry->name + 8, name + 8, length - 16) == 0))
        return entry;
    }
  return NULL;
}

/* --- the cursor ------------------------------------------------------------------------------- */

typedef struct
{
  const char *p;
  const char *end;
  guint flags;
  guint depth;
  WeftJsonOutcome outcome;
  WeftJsonFault fault;
  const char *no_number;
  const char *loose;
} Cursor;

static gboolean
fail (Cursor *c, const char *place, WeftJsonFault fault)
{
  c->p = place;
  c->outcome = WEFT_JSON_BAD;
  c->fault = fault;
  return FALSE;
}

static inline gboolean
at_end (const Cursor *c)
{
  return (c->flags & WEFT_JSON_AT_END) != 0;
}

static gboolean
cut (Cursor *c)
{
  c->p = c->end;
  c->outcome = WEFT_JSON_CUT;
  return FALSE;
}

/* Something else stands here than what was expected. */
static gboolean
fail_here (Cursor *c, WeftJsonFault fault)
{
  if (*c->p == '/')
    fault = WEFT_JSON_FAULT_COMMENT;
  return fail (c, c->p, fault);
}

static inline gboolean
is_space (char byte)
{
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/* FALSE at the end of the buffer. */
static inline gboolean
skip_space (Cursor *c)
{
  const char *p = c->p;

  while (p < c->end && is_space (*p))
    p++;
  c->p = p;
  return p < c->end || cut (c);
}

/* --- strings ---------------------------------------------------------------------------------- */

/* Whether the byte ends a run of plain ones within a string. */
static inline gboolean
is_special (char byte)
{
  return byte == '"' || byte == '\\' || (guchar) byte < 0x20;
}

/* The first special byte at `p` or behind; `end` where there is none. */
static inline const char *
find_special (const char *p, const char *end)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"'), slash = _mm_set1_epi8 ('\\');
  const __m128i control = _mm_set1_epi8 (0x1f);

  for (; end - p >= 16; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (const void *) p);
      __m128i hit = _mm_or_si128 (_mm_cmpeq_epi8 (bytes, quote), _mm_cmpeq_epi8 (bytes, slash));
      unsigned found;

      hit = _mm_or_si128 (hit, _mm_cmpeq_epi8 (_mm_min_epu8 (bytes, control), bytes));
      found = (unsigned) _mm_movemask_epi8 (hit);
      if (found != 0)
        return p + __builtin_ctz (found);
    }
#else
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101), tops = ones << 7;

  for (; end - p >= 8; p += 8)
    {
      guint64 bytes, quote, slash, hit;

      memcpy (&bytes, p, sizeof bytes);
      quote = bytes ^ (ones * '"');
      slash = bytes ^ (ones * '\\');
      hit =
        ((quote - ones) & ~quote) | ((slash - ones) & ~slash) | ((bytes - ones * 0x20) & ~bytes);
      if ((hit & tops) != 0)
        break;
    }
#endif
  while (p < end && !is_special (*p))
    p++;
  return p;
}

/* At `place` stands what JSON does not allow within a string. FALSE where it is not let through. */
static gboolean
let_through (Cursor *c, const char *place, WeftJsonFault fault)
{
  if ((c->flags & WEFT_JSON_LOOSE) == 0)
    return fail (c, place, fault);
  if (c->loose == NULL)
    c->loose = place;
  return TRUE;
}

static gboolean
skip_escape (Cursor *c)
{
  const char *p = c->p;

  if (c->end - p < 2)
    return cut (c);
  if (p[1] != 'u')
    {
      if ((p[1] == 0 || strchr ("\"\\/bfnrt", p[1]) == NULL)
          && !let_through (c, p, WEFT_JSON_FAULT_ESCAPE))
        return FALSE;
      c->p = p + 2;
      return TRUE;
    }
  for (guint i = 2; i < 6; i++)
    {
      if (p + i == c->end)
        return cut (c);
      if (!g_ascii_isxdigit (p[i]))
        {
          c->p = p + 2;
          return let_through (c, p, WEFT_JSON_FAULT_ESCAPE);
        }
    }
  c->p = p + 6;
  return TRUE;
}

static gboolean
skip_control (Cursor *c)
{
  if (!let_through (c, c->p, WEFT_JSON_FAULT_CONTROL))
    return FALSE;
  c->p++;
  return TRUE;
}

/* The cursor stands behind the opening quote, and then behind the closing one. */
static inline gboolean
skip_string (Cursor *c, guint8 *flags)
{
  for (;;)
    {
      c->p = find_special (c->p, c->end);
      if (G_UNLIKELY (c->p == c->end))
        return cut (c);
      if (G_LIKELY (*c->p == '"'))
        {
          c->p++;
          return TRUE;
        }
      *flags |= WEFT_JSON_ESCAPED;
      if (*c->p == '\\' ? !skip_escape (c) : !skip_control (c))
        return FALSE;
    }
}

static inline gboolean
take_string (Cursor *c, WeftJsonValue *value)
{
  value->text = ++c->p;
  value->kind = WEFT_JSON_STRING;
  value->flags = 0;
  if (!skip_string (c, &value->flags))
    return FALSE;
  value->length = (guint32) (c->p - 1 - value->text);
  return TRUE;
}

/* --- numbers and words ------------------------------------------------------------------------ */

static inline gboolean
is_digit (char byte)
{
  return (guchar) (byte - '0') <= 9;
}

/* One digit or more. */
static gboolean
skip_digits (Cursor *c)
{
  if (c->p == c->end)
    return at_end (c) ? fail (c, c->p, WEFT_JSON_FAULT_NUMBER) : cut (c);
  if (!is_digit (*c->p))
    return fail (c, c->p, WEFT_JSON_FAULT_NUMBER);
  while (c->p < c->end && is_digit (*c->p))
    c->p++;
  return c->p < c->end || at_end (c) || cut (c);
}

/* The fraction and the exponent that may follow. */
static gboolean
skip_fraction (Cursor *c)
{
  if (c->p < c->end && *c->p == '.')
    {
      c->p++;
      if (!skip_digits (c))
        return FALSE;
    }
  if (c->p < c->end && (*c->p == 'e' || *c->p == 'E'))
    {
      c->p++;
      if (c->p < c->end && (*c->p == '-' || *c->p == '+'))
        c->p++;
      if (!skip_digits (c))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_word (Cursor *c, WeftJsonValue *value, const char *word, WeftJsonKind kind, gint64 integer)
{
  gsize length = strlen (word), there = MIN (length, (gsize) (c->end - c->p));

  if (memcmp (c->p, word, there) != 0)
    return fail_here (c, WEFT_JSON_FAULT_VALUE);
  if (there < length)
    return cut (c);
  *value = (WeftJsonValue){
    .text = c->p, .length = (guint32) length, .kind = (guint8) kind, .integer = integer
  };
  c->p += length;
  return TRUE;
}

static gboolean
take_no_number (Cursor *c, WeftJsonValue *value, const char *word, double real)
{
  if (!take_word (c, value, word, WEFT_JSON_REAL, 0))
    return FALSE;
  value->flags = WEFT_JSON_NO_NUMBER;
  value->real = real;
  if (c->no_number == NULL)
    c->no_number = value->text;
  return TRUE;
}

static inline gboolean
take_number (Cursor *c, WeftJsonValue *value)
{
  const char *p = c->p, *digits;
  gboolean negative = *p == '-';
  guint64 n = 0; /* more digits than are taken here may wrap it */

  value->text = p;
  p += negative;
  digits = p;
  for (; p < c->end && is_digit (*p); p++)
    n = n * 10 + (guint64) (*p - '0');
  if (G_UNLIKELY (p == c->end && !at_end (c)))
    return cut (c);
  if (G_UNLIKELY (p == digits))
    {
      if (negative && p < c->end && *p == 'I')
        return take_no_number (c, value, "-Infinity", -INFINITY);
      return fail (c, p, WEFT_JSON_FAULT_NUMBER);
    }
  if (G_UNLIKELY (*digits == '0' && p - digits > 1))
    return fail (c, digits + 1, WEFT_JSON_FAULT_NUMBER);
  c->p = p;
  if (G_LIKELY (p - digits <= MAX_FAST_DIGITS
                && (p == c->end || (*p != '.' && *p != 'e' && *p != 'E'))))
    {
      value->length = (guint32) (p - value->text);
      value->kind = WEFT_JSON_INTEGER;
      value->flags = 0;
      value->integer = negative ? -(gint64) n : (gint64) n;
      return TRUE;
    }
  if (!skip_fraction (c))
    return FALSE;
  value->length = (guint32) (c->p - value->text);
  value->flags = c->p > p ? WEFT_JSON_POINT : 0;
  weft_json_read_number (value);
  return TRUE;
}

static gboolean
take_scalar (Cursor *c, WeftJsonValue *value)
{
  switch (*c->p)
    {
    case '"':
      return take_string (c, value);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return take_number (c, value);
    case 't':
      return take_word (c, value, "true", WEFT_JSON_BOOLEAN, 1);
    case 'f':
      return take_word (c, value, "false", WEFT_JSON_BOOLEAN, 0);
    case 'n':
      return take_word (c, value, "null", WEFT_JSON_NULL, 0);
    case 'N':
      return take_no_number (c, value, "NaN", NAN);
    case 'I':
      return take_no_number (c, value, "Infinity", INFINITY);
    default:
      return fail_here (c, WEFT_JSON_FAULT_VALUE);
    }
}

/* --- containers that are only checked --------------------------------------------------------- */

/* Which of the containers that are open are objects. */
typedef struct
{
  guint64 bits[WEFT_JSON_MAX_DEPTH / 64];
  guint n;
} Nest;

static inline gboolean
in_object (const Nest *nest)
{
  return (nest->bits[(nest->n - 1) / 64] >> ((nest->n - 1) % 64) & 1) != 0;
}

/* The cursor stands at the bracket. */
static gboolean
open_container (Cursor *c, Nest *nest)
{
  guint64 bit = (guint64) 1 << (nest->n % 64);

  if (nest->n + c->depth >= WEFT_JSON_MAX_DEPTH)
    return fail (c, c->p, WEFT_JSON_FAULT_DEPTH);
  if (*c->p == '{')
    nest->bits[nest->n / 64] |= bit;
  else
    nest->bits[nest->n / 64] &= ~bit;
  nest->n++;
  c->p++;
  return TRUE;
}

/* A key and its colon, from white space before it to behind the colon. */
static gboolean
skip_key (Cursor *c)
{
  guint8 flags = 0;

  if (!skip_space (c))
    return FALSE;
  if (*c->p != '"')
    return fail_here (c, WEFT_JSON_FAULT_KEY);
  c->p++;
  if (!skip_string (c, &flags) || !skip_space (c))
    return FALSE;
  if (*c->p != ':')
    return fail_here (c, WEFT_JSON_FAULT_COLON);
  c->p++;
  return TRUE;
}

/* Closes what ends here, and passes over the comma and the key before the next value. */
static gboolean
step_on (Cursor *c, Nest *nest, gboolean is_first)
{
  while (nest->n > 0)
    {
      gboolean object = in_object (nest);

      if (!skip_space (c))
        return FALSE;
      if (*c->p == (object ? '}' : ']'))
        {
          c->p++;
          nest->n--;
          is_first = FALSE;
          continue;
        }
      if (!is_first && *c->p++ != ',')
        {
          c->p--;
          return fail_here (c, object ? WEFT_JSON_FAULT_OBJECT : WEFT_JSON_FAULT_ARRAY);
        }
      return !object || skip_key (c);
    }
  return TRUE;
}

static gboolean
skip_container (Cursor *c)
{
  Nest nest = { .n = 0 };
  WeftJsonValue value;

  do
    {
      gboolean opens;

      if (!skip_space (c))
        return FALSE;
      opens = *c->p == '{' || *c->p == '[';
      if (!(opens ? open_container (c, &nest) : take_scalar (c, &value))
          || !step_on (c, &nest, opens))
        return FALSE;
    }
  while (nest.n > 0);
  return TRUE;
}

/* --- records ---------------------------------------------------------------------------------- */

static gboolean take_object (Cursor *c, const Table *table, WeftJsonRecord *record);

static inline gboolean
take_value (Cursor *c, const Table *table, WeftJsonRecord *record, WeftJsonValue *value)
{
  const char *start = c->p;
  gboolean is_object = *start == '{';

  if (!is_object && *start != '[')
    return take_scalar (c, value);
  if (!(is_object && table != NULL ? take_object (c, table, record) : skip_container (c)))
    return FALSE;
  *value = (WeftJsonValue){ .text = start,
                            .length = (guint32) (c->p - start),
                            .kind = is_object ? WEFT_JSON_OBJECT : WEFT_JSON_ARRAY };
  return TRUE;
}

/* The entry of a key that has escapes. */
static const Entry *
find_escaped_key (const Table *table, const WeftJsonValue *key)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  gsize length;
  const char *name = weft_json_get_string (key, scratch, &length);

  return find_key (table, name, length, FALSE);
}

static inline gboolean
take_key (Cursor *c, const Table *table, const Entry **entry)
{
  WeftJsonValue key;

  if (*c->p != '"')
    return fail_here (c, WEFT_JSON_FAULT_KEY);
  if (!take_string (c, &key))
    return FALSE;
  *entry = key.flags != 0 ? find_escaped_key (table, &key)
                          : find_key (table, key.text, key.length, c->end - key.text >= 8);
  if (!skip_space (c))
    return FALSE;
  if (*c->p != ':')
    return fail_here (c, WEFT_JSON_FAULT_COLON);
  c->p++;
  return skip_space (c);
}

static inline gboolean
take_member (Cursor *c, const Table *table, WeftJsonRecord *record)
{
  const Entry *entry;
  WeftJsonValue unwanted;
  guint64 bit;

  if (!take_key (c, table, &entry))
    return FALSE;
  if (entry == NULL)
    return take_value (c, NULL, record, &unwanted);
  bit = (guint64) 1 << entry->slot;
  record->repeated |= record->present & bit;
  if (G_UNLIKELY ((record->present & bit) != 0) && entry->members != NULL)
    record->present &= ~entry->members->slots;
  record->present |= bit;
  return take_value (c, entry->members, record, &record->values[entry->slot]);
}

/* The cursor stands at the brace. Tables nest no deeper than the program's own do. */
static gboolean
take_object (Cursor *c, const Table *table, WeftJsonRecord *record)
{
  c->depth++;
  c->p++;
  if (!skip_space (c))
    return FALSE;
  if (*c->p == '}')
    c->p++;
  else
    for (;;)
      {
        if (!skip_space (c) || !take_member (c, table, record) || !skip_space (c))
          return FALSE;
        if (*c->p++ == ',')
          continue;
        if (c->p[-1] == '}')
          break;
        c->p--;
        return fail_here (c, WEFT_JSON_FAULT_OBJECT);
      }
  c->depth--;
  return TRUE;
}

WeftJsonOutcome
weft_json_scan (const WeftJsonSchema *schema, const char *text, gsize length, guint64 offset,
                guint flags, WeftJsonRecord *record, WeftJsonScan *scan)
{
  Cursor c = { .p = text, .end = text + length, .flags = flags };

  record->present = record->repeated = 0;
  if (skip_space (&c))
    {
      record->offset = offset + (guint64) (c.p - text);
      take_value (&c, schema, record, &record->self);
    }
  *scan = (WeftJsonScan){ c.p, c.fault, c.no_number, c.loose };
  return c.outcome;
}

static const char *
pass_space (const char *p)
{
  while (is_space (*p))
    p++;
  return p;
}

/* Where the next thing of a container begins; NULL behind the last one. A bracket or a comma stands at
 * `place`: the container is known to be good. */
static const char *
find_next (const WeftJsonValue *container, const char *place)
{
  const char *p = place != NULL ? place : container->text;

  if (place != NULL && *p != ',')
    return NULL;
  p = pass_space (p + 1);
  return *p == ']' || *p == '}' ? NULL : p;
}

static const char *
scan_next (const WeftJsonValue *container, const char *p, const WeftJsonSchema *schema,
           WeftJsonRecord *record)
{
  const char *end = container->text + container->length;
  WeftJsonScan scan;

  weft_json_scan (schema, p, (gsize) (end - p), (guint64) (p - container->text),
                  WEFT_JSON_AT_END | WEFT_JSON_LOOSE, record, &scan);
  return pass_space (scan.end);
}

gboolean
weft_json_next_element (const WeftJsonValue *array, const char **place,
                        const WeftJsonSchema *schema, WeftJsonRecord *record)
{
  const char *p = find_next (array, *place);

  if (p == NULL)
    return FALSE;
  *place = scan_next (array, p, schema, record);
  return TRUE;
}

gboolean
weft_json_next_member (const WeftJsonValue *object, const char **place, WeftJsonValue *key,
                       const WeftJsonSchema *schema, WeftJsonRecord *record)
{
  const char *p = find_next (object, *place);

  if (p == NULL)
    return FALSE;
  p = scan_next (object, p, NULL, record);
  *key = record->self;
  *place = scan_next (object, p + 1, schema, record);
  return TRUE;
}
