/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-folder-item.h"

#include <string.h>

#include "weft-trace-files.h"

struct _WeftFolderItem
{
  GObject parent_instance;

  GFile *file;
  GFileInfo *info;
  guint64 size;
  gint64 time; /* seconds since 1970, 0: not known */
  gboolean is_folder;
  gboolean is_hidden;

  /* Found out when somebody asks: items come by the thousand. NULL until then. */
  char *key;    /* that names are ordered by */
  char *folded; /* the name, casefolded */
};

G_DEFINE_FINAL_TYPE (WeftFolderItem, weft_folder_item, G_TYPE_OBJECT)

GFile *
weft_folder_item_get_file (WeftFolderItem *self)
{
  return self->file;
}

const char *
weft_folder_item_get_name (WeftFolderItem *self)
{
  return g_file_info_get_display_name (self->info);
}

GIcon *
weft_folder_item_get_icon (WeftFolderItem *self)
{
  return (GIcon *) g_file_info_get_attribute_object (self->info, G_FILE_ATTRIBUTE_STANDARD_ICON);
}

gboolean
weft_folder_item_is_folder (WeftFolderItem *self)
{
  return self->is_folder;
}

gboolean
weft_folder_item_is_hidden (WeftFolderItem *self)
{
  return self->is_hidden;
}

gboolean
weft_folder_item_is_trace (WeftFolderItem *self)
{
  return weft_trace_files_match (self->info);
}

guint64
weft_folder_item_get_size (WeftFolderItem *self)
{
  return self->size;
}

gboolean
weft_folder_item_equal (WeftFolderItem *a, WeftFolderItem *b)
{
  return a->size == b->size && a->time == b->time && g_file_equal (a->file, b->file);
}

int
weft_folder_item_find (WeftFolderItem *self, const char *text)
{
  const char *found;

  if (self->folded == NULL)
    self->folded = g_utf8_casefold (weft_folder_item_get_name (self), -1);
  found = strstr (self->folded, text);
  return found != NULL ? (int) g_utf8_pointer_to_offset (self->folded, found) : -1;
}

/* --- in words --------------------------------------------------------------------------------- */

static char *
describe_time (gint64 seconds)
{
  g_autoptr (GDateTime) time = seconds != 0 ? g_date_time_new_from_unix_local (seconds) : NULL;

  return time != NULL ? g_date_time_format (time, "%Y-%m-%d %H:%M") : g_strdup ("—");
}

static char *
describe_place (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  return folder != NULL ? g_file_get_parse_name (folder) : g_strdup ("");
}

char *
weft_folder_item_get_text (WeftFolderItem *self, guint column)
{
  switch (column)
    {
    case WEFT_FOLDER_SIZE:
      return self->is_folder ? g_strdup ("")
                             : g_format_size_full (self->size, G_FORMAT_SIZE_IEC_UNITS);
    case WEFT_FOLDER_TIME:
      return describe_time (self->time);
    case WEFT_FOLDER_PLACE:
      return describe_place (self->file);
    default:
      return g_strdup (weft_folder_item_get_name (self));
    }
}

/* --- order ------------------------------------------------------------------------------------ */

static const char *
get_key (WeftFolderItem *self)
{
  if (self->key == NULL)
    self->key = g_utf8_collate_key_for_filename (weft_folder_item_get_name (self), -1);
  return self->key;
}

static int
compare_column (WeftFolderItem *a, WeftFolderItem *b, guint column)
{
  switch (column)
    {
    case WEFT_FOLDER_SIZE:
      return a->size < b->size ? -1 : a->size > b->size;
    case WEFT_FOLDER_TIME:
      return a->time < b->time ? -1 : a->time > b->time;
      case WEFT_FOLDER_PLACE: {
        g_autofree char *x = describe_place (a->file), *y = describe_place (b->file);

        return g_utf8_collate (x, y);
      }
    default:
      return strcmp (get_key (a), get_key (b));
    }
}

int
weft_folder_item_compare (WeftFolderItem *a, WeftFolderItem *b, guint column, gboolean descending)
{
  int order;

  if (a->is_folder != b->is_folder)
    return a->is_folder ? -1 : 1;
  order = compare_column (a, b, column);
  if (order != 0)
    return descending ? -order : order;
  return strcmp (get_key (a), get_key (b));
}

/* --- the item --------------------------------------------------------------------------------- */

static void
weft_folder_item_finalize (GObject *object)
{
  WeftFolderItem *self = WEFT_FOLDER_ITEM (object);

  g_object_unref (self->file);
  g_object_unref (self->info);
  g_free (self->key);
  g_free (self->folded);
  G_OBJECT_CLASS (weft_folder_item_parent_class)->finalize (object);
}

static void
weft_folder_item_class_init (WeftFolderItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_folder_item_finalize;
  g_signal_new ("changed", WEFT_TYPE_FOLDER_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
weft_folder_item_init (WeftFolderItem *self G_GNUC_UNUSED)
{
}

WeftFolderItem *
weft_folder_item_new (GFile *file, GFileInfo *info)
{
  WeftFolderItem *self = g_object_new (WEFT_TYPE_FOLDER_ITEM, NULL);

  self->file = g_object_ref (file);
  self->info = g_object_ref (info);
  self->is_folder = g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY;
  self->size = self->is_folder ? 0 : (guint64) g_file_info_get_size (info);
  self->time = (gint64) g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  self->is_hidden =
    g_file_info_get_attribute_boolean (info, G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN)
    || g_file_info_get_attribute_boolean (info, G_FILE_ATTRIBUTE_STANDARD_IS_BACKUP);
  return self;
}
