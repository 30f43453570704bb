/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <string.h>

/* Objects that programs show on the accessibility bus, asked for call by call. */

typedef struct
{
  char *bus; /* the application's name on the accessibility bus */
  char *path;
} Object;

static inline void
object_clear (gpointer data)
{
  Object *object = data;

  g_free (object->bus);
  g_free (object->path);
}

/* (transfer full) (nullable): what a method answers. */
static inline GVariant *
call (GDBusConnection *bus, const Object *object, const char *interface, const char *method,
      GVariant *parameters)
{
  return g_dbus_connection_call_sync (bus, object->bus, object->path, interface, method, parameters,
                                      NULL, G_DBUS_CALL_FLAGS_NONE, 3000, NULL, NULL);
}

/* (transfer full), "" where it has none. */
static inline char *
get_text (GDBusConnection *bus, const Object *object, const char *property)
{
  g_autoptr (GVariant) answer =
    call (bus, object, "org.freedesktop.DBus.Properties", "Get",
          g_variant_new ("(ss)", "org.a11y.atspi.Accessible", property));
  g_autoptr (GVariant) value = NULL;

  if (answer == NULL)
    return g_strdup ("");
  g_variant_get (answer, "(v)", &value);
  return g_variant_dup_string (value, NULL);
}

static inline char *
get_role (GDBusConnection *bus, const Object *object)
{
  g_autoptr (GVariant) answer =
    call (bus, object, "org.a11y.atspi.Accessible", "GetRoleName", NULL);
  char *role = NULL;

  if (answer == NULL)
    return g_strdup ("");
  g_variant_get (answer, "(s)", &role);
  return role;
}

/* GTK says of windows alone that they show; of what is within them, whether it is hidden. */
static inline gboolean
is_visible (GDBusConnection *bus, const Object *object)
{
  g_autoptr (GVariant) answer = call (bus, object, "org.a11y.atspi.Accessible", "GetState", NULL);
  g_autoptr (GVariantIter) states = NULL;
  guint32 low = 0;

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(au)", &states);
  return g_variant_iter_next (states, "u", &low) && (low & 1u << 30) != 0;
}

/* (transfer full) (element-type Object) */
static inline GArray *
get_children (GDBusConnection *bus, const Object *object)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (Object));
  g_autoptr (GVariant) answer =
    call (bus, object, "org.a11y.atspi.Accessible", "GetChildren", NULL);
  g_autoptr (GVariantIter) items = NULL;
  Object child;

  g_array_set_clear_func (children, object_clear);
  if (answer == NULL)
    return children;
  g_variant_get (answer, "(a(so))", &items);
  while (g_variant_iter_next (items, "(so)", &child.bus, &child.path))
    g_array_append_val (children, child);
  return children;
}

/* A widget without a name is called by its type. The underscore of a mnemonic belongs to no name. */
static inline gboolean
is_named (GDBusConnection *bus, const Object *object)
{
  static const char pattern[] = "^(Gtk|Adw|Weft)[A-Z]|(^| )_[[:alpha:]]";
  g_autofree char *name = get_text (bus, object, "Name");

  return *name != '\0' && !g_regex_match_simple (pattern, name, 0, 0);
}

/* Whether another object labels it, which has a name itself: an icon has none. */
static inline gboolean
is_labelled (GDBusConnection *bus, const Object *object)
{
  g_autoptr (GVariant) answer =
    call (bus, object, "org.a11y.atspi.Accessible", "GetRelationSet", NULL);
  g_autoptr (GVariantIter) relations = NULL;
  g_autoptr (GVariantIter) labels = NULL;
  guint32 relation;
  Object label;
  gboolean found = FALSE;

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(a(ua(so)))", &relations);
  while (g_variant_iter_loop (relations, "(ua(so))", &relation, &labels))
    while (g_variant_iter_loop (labels, "(so)", &label.bus, &label.path))
      found |= relation == 2 /* labelled by */ && is_named (bus, &label);
  return found;
}

/* Where it is in its window, which is the only one: logical pixels. */
static inline void
get_extents (GDBusConnection *bus, const Object *object, int *x, int *y, int *width, int *height)
{
  g_autoptr (GVariant) answer = call (bus, object, "org.a11y.atspi.Component", "GetExtents",
                                      g_variant_new ("(u)", 1 /* of the window */));

  g_assert_nonnull (answer);
  g_variant_get (answer, "((iiii))", x, y, width, height);
}

/* A widget within a closed one has no place. */
static inline gboolean
has_place (GDBusConnection *bus, const Object *object)
{
  int x, y, width, height;

  get_extents (bus, object, &x, &y, &width, &height);
  return width > 0 && height > 0;
}
