/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-unknown.h"

#include <glib/gi18n-lib.h>

/* A file that has keys without end is not told of all of them. */
#define MAX_KEYS 100

typedef struct
{
  char *key;
  gint64 line; /* where it stood first */
  guint64 n;
  gboolean is_shown;
} Member;

struct _WeftJsonUnknown
{
  GArray *members; /* Member, in the order in which they came */
};

static void
clear_member (gpointer member)
{
  g_free (((Member *) member)->key);
}

WeftJsonUnknown *
weft_json_unknown_new (void)
{
  WeftJsonUnknown *self = g_new0 (WeftJsonUnknown, 1);

  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  g_array_set_clear_func (self->members, clear_member);
  return self;
}

void
weft_json_unknown_free (WeftJsonUnknown *self)
{
  g_array_unref (self->members);
  g_free (self);
}

void
weft_json_unknown_add (WeftJsonUnknown *self, const WeftJsonValue *key, gint64 line,
                       gboolean is_shown)
{
  Member member = { .line = line, .n = 1, .is_shown = is_shown };

  for (guint i = 0; i < self->members->len; i++)
    {
      Member *known = &g_array_index (self->members, Member, i);

      if (known->is_shown == is_shown && weft_json_is_string (key, known->key, strlen (known->key)))
        {
          known->n++;
          return;
        }
    }
  if (self->members->len == MAX_KEYS)
    return;
  member.key = g_strndup (key->text, key->length);
  g_array_append_val (self->members, member);
}

void
weft_json_unknown_say (WeftJsonUnknown *self, WeftJsonReading *reading, gboolean has_details)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      const Member *member = &g_array_index (self->members, Member, i);
      g_autofree char *key = g_utf8_make_valid (member->key, -1);
      g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, member->n);

      weft_json_reading_say (
        reading, WEFT_SEVERITY_INFO, member->line, 1,
        member->is_shown && has_details
          ? g_dngettext (GETTEXT_PACKAGE,
                         "“%s” is not known here; it stands %s time, and is "
                         "shown as it is in the detail",
                         "“%s” is not known here; it stands %s times, and is "
                         "shown as it is in the details",
                         member->n)
          : g_dngettext (GETTEXT_PACKAGE,
                         "“%s” is not known here; it stands %s time, and is left out",
                         "“%s” is not known here; it stands %s times, and is left out", member->n),
        key, number);
    }
}
