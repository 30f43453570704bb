/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accessible-objects.h"
#include "wait.h"

/* The program as a screen reader has it, over a real accessibility bus: in the window of each
 * family, in those that are opened from it and in those of workspaces and comparisons every control
 * has a name, and every picture has a role, a label and words for what is under the pointer or
 * selected. */

#define MAX_DEPTH 60

typedef struct
{
  GDBusConnection *bus;
  GSubprocess *process;
  Object root;
} Program;

/* --- the program ------------------------------------------------------------------------------ */

/* (transfer full) (nullable): the accessibility bus. */
static GDBusConnection *
open_bus (void)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant) answer = NULL;
  const char *address;

  if (session == NULL)
    return NULL;
  answer = g_dbus_connection_call_sync (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus",
                                        "GetAddress", NULL, NULL, G_DBUS_CALL_FLAGS_NONE, 10000,
                                        NULL, NULL);
  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(&s)", &address);
  return g_dbus_connection_new_for_address_sync (address,
                                                 G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
                                                   | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                 NULL, NULL, NULL);
}

/* The registry's child that is a Weft. */
static gboolean
find_program (Program *program)
{
  Object registry = { (char *) "org.a11y.atspi.Registry",
                      (char *) "/org/a11y/atspi/accessible/root" };
  g_autoptr (GArray) programs = get_children (program->bus, &registry);

  for (guint i = 0; i < programs->len; i++)
    {
      const Object *object = &g_array_index (programs, Object, i);
      g_autofree char *name = get_text (program->bus, object, "Name");

      if (strstr (name, "weft") == NULL && strstr (name, "Weft") == NULL)
        continue;
      program->root = (Object){ g_strdup (object->bus), g_strdup (object->path) };
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_registered (gpointer program)
{
  return find_program (program);
}

/* So many looks in a row at a program at rest, a millisecond apart, are longer than a frame takes. */
#define N_LOOKS 60

typedef struct
{
  Program *program;
  guint n_rests; /* looks in a row */
} Rest;

static gboolean
rests (gpointer data)
{
  Rest *rest = data;
  const char *process = g_subprocess_get_identifier (rest->program->process);

  g_assert_nonnull (process);
  rest->n_rests = process_works (process) ? 0 : rest->n_rests + 1;
  return rest->n_rests == N_LOOKS;
}

/* Until the program has done what it was asked for. */
static void
settle (Program *program)
{
  Rest rest = { program, 0 };

  poll_until (rests, &rest);
}

/* With a sample, "" for none. */
static void
start (Program *program, const char *sample)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), sample, NULL);
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "atspi", TRUE);
  program->process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("WEFT"),
                                                  sample[0] != '\0' ? path : NULL, NULL);
  g_assert_no_error (error);
  poll_until (is_registered, program);
}

static void
stop (Program *program)
{
  g_subprocess_force_exit (program->process);
  g_subprocess_wait (program->process, NULL, NULL);
  g_clear_object (&program->process);
  object_clear (&program->root);
  poll_while (is_registered, program);
}

/* --- what is found ---------------------------------------------------------------------------- */

typedef struct
{
  guint n_controls;
  guint n_nameless;
  guint n_pictures;  /* with a label */
  Object picture;    /* the one whose label is looked for */
  const char *label; /* nullable */
} Walk;

static gboolean
is_control (const char *role)
{
  static const char *const roles[] = {
    "button",
    "toggle button",
    "checkbox",
    "combo box",
    "text box",
    "search box",
    "spin button",
    "slider",
    "tab",
    "radio",
    "switch",
    "menu item",
    "menu item checkbox",
    "list box",
    "menu item radio",
    "list",
    "grid",
    "table",
    "tree grid",
    "window",
    "radio group",
    NULL,
  };

  return g_strv_contains (roles, role);
}

/* The parts of a combo box are GTK's, as are the list within a grid and the menu around a named
 * button. */
static gboolean
is_part (const char *parents, const char *name)
{
  return strstr (parents, " / combo box") != NULL || g_str_equal (name, "GtkColumnListView")
         || g_str_equal (name, "GtkMenuButton");
}

static void
walk (GDBusConnection *bus, const Object *object, const char *parents, guint depth, Walk *result)
{
  g_autofree char *role = get_role (bus, object), *name = get_text (bus, object, "Name");
  g_autofree char *way = g_strdup_printf ("%s / %s “%s”", parents, role, name);
  g_autoptr (GArray) children = NULL;

  if (depth > 1 && !is_visible (bus, object))
    return;
  if (is_control (role) && !is_part (parents, name))
    {
      result->n_controls++;
      if (!is_named (bus, object) && !is_labelled (bus, object) && has_place (bus, object))
        {
          result->n_nameless++;
          g_test_message ("no name:%s", way);
        }
    }
  if (g_str_equal (role, "image") && *name != '\0')
    {
      result->n_pictures++;
      if (result->label != NULL && result->picture.path == NULL
          && strstr (name, result->label) != NULL)
        result->picture = (Object){ g_strdup (object->bus), g_strdup (object->path) };
    }
  children = get_children (bus, object);
  for (guint i = 0; i < children->len && depth < MAX_DEPTH; i++)
    walk (bus, &g_array_index (children, Object, i), way, depth + 1, result);
}

/* --- tests ------------------------------------------------------------------------------------ */

static void
press (const char *arguments)
{
  g_autofree char *command = g_strconcat ("xdotool ", arguments, NULL);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

typedef struct
{
  const char *sample;
  const char *label; /* of its picture */
  const char *keys;  /* that select something in it */
  const char *help;  /* title of its guide */
  const char *chart; /* label of a picture beside or below it */
  gboolean is_live;
  gboolean beside; /* the chart shows where the window has room for it */
} Case;

static const Case cases[] = {
  { "kanata-core.log", "Pipeline", "key Down j", "Pipelines of a Core", "IPC", FALSE },
  { "saturnis-bus.jsonl", "Tracks", "key Right Right j", "Accesses to a Bus", "Elapsed", FALSE },
  { "npu-two-layers.json", "Tracks", "key Right Right j", "Runs of an NPU", "Cycles of layers",
    FALSE },
  { "noc-eight-cores.json", "Map", "key l", "Networks on a Chip", "Matrix of tiles", FALSE, TRUE },
  { "live-two-chips.weftlive", "Tracks", "key Right Right j", "Live Sessions", "Lengths of", TRUE },
};

/* The first that is called so, and has the role (NULL: any): FALSE for none. */
static gboolean
find (GDBusConnection *bus, const Object *object, const char *name, const char *role, guint depth,
      Object *found)
{
  g_autofree char *its_name = get_text (bus, object, "Name"), *its_role = get_role (bus, object);
  g_autoptr (GArray) children = NULL;

  if (depth > 1 && !is_visible (bus, object))
    return FALSE;
  if (strstr (its_name, name) != NULL && (role == NULL || g_str_equal (role, its_role)))
    {
      *found = (Object){ g_strdup (object->bus), g_strdup (object->path) };
      return TRUE;
    }
  children = get_children (bus, object);
  for (guint i = 0; i < children->len && depth < MAX_DEPTH; i++)
    if (find (bus, &g_array_index (children, Object, i), name, role, depth + 1, found))
      return TRUE;
  return FALSE;
}

/* Whether it is pressed as a screen reader presses what has an action. */
static gboolean
activate (GDBusConnection *bus, const Object *object)
{
  g_autoptr (GVariant) answer =
    call (bus, object, "org.a11y.atspi.Action", "DoAction", g_variant_new ("(i)", 0));
  gboolean done = FALSE;

  if (answer != NULL)
    g_variant_get (answer, "(b)", &done);
  return done;
}

/* By its action, or else where it is: GTK 4.18 says of widgets within padding that they are elsewhere,
 * and GTK 4.8 tells no action of menu buttons. */
static void
click (Program *program, const char *name)
{
  Object button;

  if (!find (program->bus, &program->root, name, "toggle button", 0, &button))
    g_assert_true (find (program->bus, &program->root, name, "button", 0, &button));
  if (!activate (program->bus, &button))
    {
      g_autofree char *command = NULL;
      int x, y, width, height;

      get_extents (program->bus, &button, &x, &y, &width, &height);
      command = g_strdup_printf ("mousemove %d %d click 1", x + width / 2, y + height / 2);
      press (command);
    }
  object_clear (&button);
}

typedef struct
{
  Program *program;
  const char *name;
  Object *picture; /* what is found */
} Image;

static gboolean
is_found (gpointer data)
{
  Image *image = data;

  return find (image->program->bus, &image->program->root, image->name, "image", 0, image->picture);
}

/* The description follows the pointer over what is of that name. */
static gboolean
describes_hover (Program *program, const char *name)
{
  Object picture;
  Image image = { program, name, &picture };
  int x, y, width, height;
  gboolean described = FALSE;

  poll_until (is_found, &image);
  get_extents (program->bus, &picture, &x, &y, &width, &height);
  for (int i = 0; i < 16 && !described; i++)
    {
      g_autofree char *command = g_strdup_printf ("mousemove %d %d", x + width * (2 + i % 8) / 12,
                                                  y + height * (5 + i / 8) / 12);
      g_autofree char *text = NULL;

      press (command);
      settle (program);
      text = get_text (program->bus, &picture, "Description");
      described = *text != '\0';
      if (described)
        g_test_message ("%s is described as: %s", name, text);
    }
  object_clear (&picture);
  return described;
}

/* The description follows the pointer, or else what the keys select. */
static gboolean
describes (Program *program, const Object *picture, const char *keys)
{
  g_autofree char *first = get_text (program->bus, picture, "Description");

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *command =
        g_strdup_printf ("mousemove %u %u", 300 + i % 8 * 45, 190 + i / 8 * 40);
      g_autofree char *now = NULL;

      press (command);
      if (i % 8 == 7)
        press (keys);
      settle (program);
      now = get_text (program->bus, picture, "Description");
      if (*now != '\0' && g_strcmp0 (first, now) != 0)
        {
          g_test_message ("described as: %s", now);
          return TRUE;
        }
    }
  return FALSE;
}

/* A key that selects is told of by the description, though the pointer rests over something else. */
static gboolean
describes_keys (Program *program, const Object *picture, const char *keys)
{
  g_autofree char *first = NULL;

  press ("mousemove 420 260");
  settle (program);
  press (keys);
  settle (program);
  first = get_text (program->bus, picture, "Description");
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *now = NULL;

      press (keys);
      settle (program);
      now = get_text (program->bus, picture, "Description");
      if (*now != '\0' && g_strcmp0 (first, now) != 0)
        {
          g_test_message ("by keys: %s", now);
          return TRUE;
        }
    }
  return FALSE;
}

/* The panels of the drawer, one after the other; behind a family's own are those that all have. */
static void
check_panels (Program *program, guint n_panels)
{
  guint n_nameless = 0;

  for (guint i = 1; i <= n_panels; i++)
    {
      g_autofree char *key = g_strdup_printf ("key ctrl+%u", i);
      Walk result = { .label = NULL };

      press (key);
      settle (program);
      walk (program->bus, &program->root, "", 0, &result);
      g_test_message ("panel %u: %u controls", i, result.n_controls);
      n_nameless += result.n_nameless;
    }
  g_assert_cmpuint (n_nameless, ==, 0);
}

typedef struct
{
  Program *program;
  guint n_controls;
  guint n_pictures;
  Walk walk; /* the latest */
} Window;

static gboolean
shows_enough (gpointer data)
{
  Window *window = data;

  window->walk = (Walk){ .label = NULL };
  walk (window->program->bus, &window->program->root, "", 0, &window->walk);
  return window->walk.n_controls >= window->n_controls
         && window->walk.n_pictures >= window->n_pictures;
}

/* Looks until there are so many controls and pictures, and at all of them then. */
static void
check_window (Program *program, const char *what, guint n_controls, guint n_pictures)
{
  Window window = { program, n_controls, n_pictures, { .label = NULL } };
  Walk result;

  settle (program);
  poll_until (shows_enough, &window);
  result = window.walk;
  g_test_message ("%s: %u controls, %u without a name, %u pictures", what, result.n_controls,
                  result.n_nameless, result.n_pictures);
  g_assert_cmpuint (result.n_controls, >=, n_controls);
  g_assert_cmpuint (result.n_nameless, ==, 0);
  g_assert_cmpuint (result.n_pictures, >=, n_pictures);
}

/* Controls that show now. */
static guint
count_controls (Program *program)
{
  Walk result = { .label = NULL };

  walk (program->bus, &program->root, "", 0, &result);
  return result.n_controls;
}

/* The popover of the header's button about the view, and the guide. */
static void
check_around (Program *program, const Case *expected)
{
  guint before = count_controls (program);
  Object title;

  if (!expected->is_live) /* whose time has a unit, and which has one way to be shown */
    {
      click (program, "View options");
      check_window (program, "view options", before + 2, 1);
      press ("key Escape");
      settle (program);
    }
  press ("key F1");
  check_window (program, "guide", before + 3, 1);
  g_assert_true (find (program->bus, &program->root, expected->help, "label", 0, &title));
  object_clear (&title);
  press ("key Escape");
}

typedef struct
{
  Program *program;
  const char *label; /* of a picture */
  Walk walk;         /* the latest */
} Shown;

static gboolean
has_picture (gpointer data)
{
  Shown *shown = data;

  shown->walk = (Walk){ .label = shown->label };
  walk (shown->program->bus, &shown->program->root, "", 0, &shown->walk);
  return shown->walk.picture.path != NULL;
}

static void
test_family (gconstpointer data)
{
  const Case *expected = data;
  Program program = { open_bus (), NULL, { NULL, NULL } };
  Shown shown = { &program, expected->label, { .label = NULL } };
  Walk result;

  g_assert_nonnull (program.bus);
  start (&program, expected->sample);
  poll_until (has_picture, &shown);
  result = shown.walk;
  g_test_message ("%u controls, %u without a name, %u pictures", result.n_controls,
                  result.n_nameless, result.n_pictures);
  g_assert_cmpuint (result.n_controls, >, 5);
  g_assert_cmpuint (result.n_nameless, ==, 0);
  g_assert_nonnull (result.picture.path);
  g_assert_true (describes (&program, &result.picture, expected->keys));
  g_assert_true (describes_keys (&program, &result.picture, expected->keys));
  check_panels (&program, expected == cases ? 7 : 2);
  press ("key ctrl+1");
  press ("key ctrl+2");
  if (expected->beside)
    press ("key F9"); /* there is room for what stands beside the picture then */
  g_assert_true (describes_hover (&program, expected->chart));
  g_assert_true (describes_hover (&program, "Overview of the whole"));
  check_around (&program, expected);
  object_clear (&result.picture);
  stop (&program);
  g_object_unref (program.bus);
}

static void
test_welcome (void)
{
  Program program = { open_bus (), NULL, { NULL, NULL } };
  Walk result = { .label = NULL };

  start (&program, "");
  settle (&program);
  walk (program.bus, &program.root, "", 0, &result);
  g_test_message ("%u controls", result.n_controls);
  g_assert_cmpuint (result.n_controls, >, 3);
  g_assert_cmpuint (result.n_nameless, ==, 0);
  stop (&program);
  g_object_unref (program.bus);
}

/* A pipeline and a bus below one another: two pictures at least, each in its own words. */
static void
test_workspace (void)
{
  Program program = { open_bus (), NULL, { NULL, NULL } };
  Walk result = { .label = "Tracks" };

  start (&program, "core-and-bus.weftspace");
  check_window (&program, "workspace", 8, 2);
  walk (program.bus, &program.root, "", 0, &result);
  g_assert_nonnull (result.picture.path);
  object_clear (&result.picture);
  stop (&program);
  g_object_unref (program.bus);
}

static gboolean
shows_chooser (gpointer data)
{
  Program *program = data;
  Object chooser;

  if (!find (program->bus, &program->root, "Compare With a Log", NULL, 0, &chooser))
    return FALSE;
  object_clear (&chooser);
  return TRUE;
}

/* Another run of the same log beside it, chosen as a user does. */
static void
test_compare (void)
{
  Program program = { open_bus (), NULL, { NULL, NULL } };
  guint before;

  start (&program, "kanata-core.log");
  check_window (&program, "the window", 6, 1);
  before = count_controls (&program);
  press ("key ctrl+shift+p");
  settle (&program);
  press ("type --delay 10 compare");
  press ("key Return");
  settle (&program);
  press ("key ctrl+l");
  settle (&program);
  /* The chooser is in the folder of the log. GTK 4.18 puts what it completes of folders' names among what is
   * typed fast. */
  press ("type --delay 10 kanata-core.log.gz");
  settle (&program);
  press ("key Return");
  /* GTK's own, which has controls without names, is there for a while. */
  poll_while (shows_chooser, &program);
  check_window (&program, "the comparison", before + 6, 3);
  stop (&program);
  g_object_unref (program.bus);
}

/* Each window opened over a trace adds controls that have names. */
static void
test_dialogs (void)
{
  static const struct
  {
    const char *what;
    const char *keys;
    guint n_controls; /* more than without it */
  } dialogs[] = {
    { "preferences", "key ctrl+comma", 12 },
    { "help", "key F1", 3 },
    { "palette", "key ctrl+shift+p", 1 },
    { "export", "key ctrl+e", 3 },
    { "shortcuts", "key ctrl+question", 3 },
    { "search", "key ctrl+f", 0 },
    { "go to", "key ctrl+g", 0 },
    { "filter", "key ctrl+shift+f", 0 },
    { "completions", "key ctrl+shift+f ctrl+space", 1 },
  };
  Program program = { open_bus (), NULL, { NULL, NULL } };
  guint before;

  start (&program, "kanata-core.log");
  check_window (&program, "the window", 6, 1);
  before = count_controls (&program);
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      press (dialogs[i].keys);
      check_window (&program, dialogs[i].what, before + dialogs[i].n_controls, 1);
      press ("key Escape");
      settle (&program);
    }
  stop (&program);
  g_object_unref (program.bus);
}

/* Those that the palette opens. */
static void
test_palette (void)
{
  static const struct
  {
    const char *command;
    guint n_controls;
  } dialogs[] = {
    { "edit the colours", 12 },
    { "attach to a profiler", 5 },
  };
  Program program = { open_bus (), NULL, { NULL, NULL } };
  guint before;

  start (&program, "kanata-core.log");
  check_window (&program, "the window", 6, 1);
  before = count_controls (&program);
  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      g_autofree char *type = g_strdup_printf ("type --delay 10 \"%s\"", dialogs[i].command);

      press ("key ctrl+shift+p");
      settle (&program);
      press (type);
      settle (&program);
      press ("key Return");
      check_window (&program, dialogs[i].command, before + dialogs[i].n_controls, 1);
      press ("key Escape");
      settle (&program);
    }
  stop (&program);
  g_object_unref (program.bus);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  g_autofree char *xdotool = g_find_program_in_path ("xdotool");
  g_autoptr (GDBusConnection) bus = NULL;
  g_autofree char *remove = g_strdup_printf ("rm -r %s", homes);
  int status;

  g_setenv ("XDG_DATA_HOME", homes, TRUE);
  g_setenv ("XDG_CONFIG_HOME", homes, TRUE);
  g_setenv ("XDG_CACHE_HOME", homes, TRUE);
  g_test_init (&argc, &argv, NULL);
  bus = open_bus ();
  if (bus == NULL || xdotool == NULL)
    {
      g_print ("1..0 # SKIP there is no accessibility bus (at-spi2-core), or no xdotool\n");
      return 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/accessibility/", cases[i].sample, NULL);

      g_test_add_data_func (name, &cases[i], test_family);
    }
  g_test_add_func ("/accessibility/welcome", test_welcome);
  g_test_add_func ("/accessibility/workspace", test_workspace);
  g_test_add_func ("/accessibility/dialogs", test_dialogs);
  g_test_add_func ("/accessibility/palette", test_palette);
  g_test_add_func ("/accessibility/compare", test_compare);
  status = g_test_run ();
  g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL);
  return status;
}
