/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-palette-commands.h"

#include <glib/gi18n-lib.h>

static const WeftCommand commands[] = {
  { "win.open", N_ ("Open traces"), NULL },
  { "win.open-folder", N_ ("Open a folder as one trace"), NULL },
  { "win.attach", N_ ("Attach to a profiler"), NULL },
  { "app.restore-session", N_ ("Open all that was open last"), NULL },
  { "page.reload", N_ ("Read the file again"), NULL },
  { "page.follow", N_ ("Follow the file as it grows"), NULL },
  { "page.cancel", N_ ("Stop reading"), NULL },
  { "page.find-text", N_ ("Search for a text"), NULL },
  { "page.search", N_ ("Show or hide the search bar"), NULL },
  { "page.find-next", N_ ("Next result"), NULL },
  { "page.find-previous", N_ ("Previous result"), NULL },
  { "page.write-filter", N_ ("Filter the rows"), NULL },
  { "page.filter", N_ ("Show or hide the filter bar"), NULL },
  { "page.clear-filter", N_ ("Clear the filter"), NULL },
  { "page.find", N_ ("Go to a place"), NULL },
  { "page.go-to", N_ ("Show or hide the go-to bar"), NULL },
  { "page.bookmark", N_ ("Bookmark what is in sight"), NULL },
  { "page.next-bookmark", N_ ("Next bookmark"), NULL },
  { "page.previous-bookmark", N_ ("Previous bookmark"), NULL },
  { "page.cursor", N_ ("Set a cursor"), "c" },
  { "page.clear-cursors", N_ ("Clear all cursors"), "<Shift>c" },
  { "page.clear-range", N_ ("Clear the brushed range"), NULL },
  { "view.fit", N_ ("Zoom to the selection"), "f" },
  { "view.fit-all", N_ ("Zoom to the whole trace"), "<Shift>f" },
  { "view.zoom-in", N_ ("Zoom in"), "w" },
  { "view.zoom-out", N_ ("Zoom out"), "s" },
  { "view.edge(-1)", N_ ("Go to the beginning"), "Home" },
  { "view.edge(1)", N_ ("Go to the end"), "End" },
  { "view.back", N_ ("Back"), "<Alt>Left" },
  { "view.forward", N_ ("Forward"), "<Alt>Right" },
  { "view.step-back", N_ ("Step back: range, selection, place"), "Escape" },
  { "page.inspector", N_ ("Show or hide the inspector"), NULL },
  { "page.findings", N_ ("Show the findings"), NULL },
  { "page.show-drawer", N_ ("Show or hide the drawer"), NULL },
  { "page.edit-colors", N_ ("Edit the colours"), NULL },
  { "page.reset-options", N_ ("Show this trace as new ones are shown"), NULL },
  { "win.keep-options", N_ ("Show new traces as this one is shown"), NULL },
  { "win.next-tab", N_ ("Next tab"), NULL },
  { "win.previous-tab", N_ ("Previous tab"), NULL },
  { "win.move-tab", N_ ("Move the tab to a new window"), NULL },
  { "win.close-tab", N_ ("Close the tab"), NULL },
  { "win.close-other-tabs", N_ ("Close the other tabs"), NULL },
  { "win.compare", N_ ("Compare with another trace"), NULL },
  { "win.workspace", N_ ("Show the open traces on one time axis"), NULL },
  { "win.export-picture", N_ ("Export the picture"), NULL },
  { "win.export-data", N_ ("Export the data"), NULL },
  { "win.copy-picture", N_ ("Copy the picture"), NULL },
  { "win.fullscreen", N_ ("Full screen"), NULL },
  { "win.shortcuts", N_ ("Keyboard shortcuts"), NULL },
  { "app.new-window", N_ ("New window"), NULL },
  { "app.preferences", N_ ("Preferences"), NULL },
  { "app.help", N_ ("Help"), NULL },
  { "app.about", N_ ("About Weft"), NULL },
  { "app.quit", N_ ("Quit"), NULL },
};

const WeftCommand *
weft_palette_list_commands (guint *n_commands)
{
  *n_commands = G_N_ELEMENTS (commands);
  return commands;
}
