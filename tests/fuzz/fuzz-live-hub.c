/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-live.h"
#include "fuzz.h"
#include "viewer.h"

/* The daemon survives any peer, its books balance, and so do those of a viewer that watches. */
static void
talk (WeftLiveRole role, const guint8 *bytes, gsize size)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 16, 500);
  g_auto (Viewer) viewer;
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .role = (guint16) role,
                          .name = frames_text ("fuzz") };
  g_autoptr (GByteArray) greeting = g_byte_array_new ();
  WeftHubPeer *peer = weft_hub_add_peer (hub, role, 0);
  GBytes *answer;

  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  weft_live_put_hello (greeting, WEFT_LIVE_HELLO, &hello);
  weft_hub_take (hub, peer, greeting->data, greeting->len, 0);
  for (gsize at = 0; at < size; at += 777)
    {
      gsize n = MIN (777, size - at);
      g_autofree guint8 *copy = g_memdup2 (bytes + at, n);

      if (!weft_hub_take (hub, peer, copy, n, at))
        break;
      viewer_take (&viewer, 3);
      weft_hub_tick (hub, at * 1000000);
    }
  while ((answer = weft_hub_next (hub, peer)) != NULL)
    g_bytes_unref (answer);
  viewer_drain (&viewer);
  hub_assert_ledger (hub);
  weft_hub_remove_peer (hub, peer, 0);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree guint8 *bytes = fuzz_reseal (data, size);

  talk (WEFT_LIVE_PRODUCER, bytes, size);
  talk (WEFT_LIVE_VIEWER, bytes, size);
  return 0;
}
