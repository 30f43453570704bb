/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-label-pane.h"

/* Labels take no more than that by themselves. */
#define MAX_WIDTH 320

struct _WeftLabelPane
{
  GtkPaned *paned;
  gulong handler;
  int own;          /* as labels need it */
  int wanted;       /* by the user while labels are whole; 0: as they need it */
  int narrow_width; /* while they are not, as the user wants it; 0: as it is */
  int narrow;       /* as it is; 0: labels are whole */
  gboolean placing; /* the pane is being given its width */
  GPtrArray *peers; /* this and others, whose labels are as wide (not held); NULL: it is alone */
};

/* While labels are whole. */
static int
get_whole (const WeftLabelPane *self)
{
  int width = self->own;

  for (guint i = 0; self->peers != NULL && i < self->peers->len; i++)
    width = MAX (width, ((const WeftLabelPane *) g_ptr_array_index (self->peers, i))->own);
  return self->wanted > 0 ? self->wanted : width;
}

static void
place (WeftLabelPane *self)
{
  int narrow = self->narrow_width > 0 ? self->narrow_width : self->narrow;
  int whole = get_whole (self);

  self->placing = TRUE;
  gtk_paned_set_position (self->paned, self->narrow > 0 ? MIN (narrow, whole) : whole);
  self->placing = FALSE;
}

static void
place_all (WeftLabelPane *self)
{
  if (self->peers == NULL)
    place (self);
  for (guint i = 0; self->peers != NULL && i < self->peers->len; i++)
    place (g_ptr_array_index (self->peers, i));
}

/* The user has another opinion about the pane's width. */
static void
moved (WeftLabelPane *self)
{
  int width = gtk_paned_get_position (self->paned), most;

  g_object_get (self->paned, "max-position", &most, NULL);
  /* Where it has no room for its width, that is not what the user wants. */
  if (self->placing || width >= most)
    return;
  if (self->narrow > 0)
    self->narrow_width = width;
  if (self->narrow == 0 || width > get_whole (self))
    weft_label_pane_set_wanted (self, width);
}

WeftLabelPane *
weft_label_pane_new (GtkPaned *paned, int width)
{
  WeftLabelPane *self = g_new0 (WeftLabelPane, 1);

  self->paned = paned;
  self->own = width;
  place (self);
  self->handler = g_signal_connect_swapped (paned, "notify::position", G_CALLBACK (moved), self);
  return self;
}

void
weft_label_pane_free (WeftLabelPane *self)
{
  if (self == NULL)
    return;
  g_signal_handler_disconnect (self->paned, self->handler);
  if (self->peers != NULL)
    g_ptr_array_remove (self->peers, self);
  g_clear_pointer (&self->peers, g_ptr_array_unref);
  g_free (self);
}

void
weft_label_pane_set_wanted (WeftLabelPane *self, int width)
{
  if (self == NULL)
    return;
  self->wanted = width;
  for (guint i = 0; self->peers != NULL && i < self->peers->len; i++)
    ((WeftLabelPane *) g_ptr_array_index (self->peers, i))->wanted = width;
  place_all (self);
}

int
weft_label_pane_get_wanted (const WeftLabelPane *self)
{
  return self != NULL ? self->wanted : 0;
}

void
weft_label_pane_need (WeftLabelPane *self, int width)
{
  width = MIN (width, MAX_WIDTH);
  if (self == NULL || width <= self->own)
    return;
  self->own = width;
  place_all (self);
}

void
weft_label_pane_set_narrow (WeftLabelPane *self, int width)
{
  gboolean same = (width > 0) == (self->narrow > 0);

  self->narrow = width;
  if (!same)
    place (self);
}

void
weft_label_pane_join (WeftLabelPane *self, WeftLabelPane *peer)
{
  g_return_if_fail (self->peers == NULL && self != peer);

  if (peer->peers == NULL)
    {
      peer->peers = g_ptr_array_new ();
      g_ptr_array_add (peer->peers, peer);
    }
  self->peers = g_ptr_array_ref (peer->peers);
  g_ptr_array_add (self->peers, self);
  self->wanted = peer->wanted;
  place_all (self);
}
