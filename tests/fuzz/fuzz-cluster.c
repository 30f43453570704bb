/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-text.h"
#include "weft-noc-cluster.h"
#include "weft-noc-topology.h"

#include <sys/mman.h>
#include <unistd.h>

/* Files beside a capture that describe the chip, and how chips hang together. Whatever a topology that was read says
 * can be asked for. */

static void
check_topology (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftNocTopology) topology = weft_noc_topology_new_from_file (path, 4, 4, &error);

  fuzz_check_error (topology != NULL, &error);
  if (topology == NULL)
    return;
  for (guint bytes = 1; bytes <= 1 << 20; bytes *= 32)
    g_assert_cmpfloat (weft_noc_topology_get_packet_rate (topology, bytes), >=, 0);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (WeftNocCluster) cluster = weft_noc_cluster_new ();
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  gboolean done;

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  done = weft_noc_cluster_read_topology (cluster, path, &error);
  fuzz_check_error (done, &error);
  done = weft_noc_cluster_read_coordinates (cluster, path, &error);
  fuzz_check_error (done, &error);
  check_topology (path);
  close (fd);
  return 0;
}
