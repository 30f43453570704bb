# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory cgroups, where the machine lets a test make one."""

import os


def make_group(mebibytes):
    """The folder of a memory cgroup of this process's own, or None."""
    name = f"weft-bounded-{os.getpid()}"
    for root, file in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        folder = os.path.join(root, name)
        try:
            os.mkdir(folder)
        except OSError:
            continue
        try:
            with open(os.path.join(folder, file), "w", encoding="ascii") as limit:
                limit.write(str(mebibytes << 20))
            return folder
        except OSError:
            os.rmdir(folder)
    return None


def enter_group(folder):
    """For a process that is to live in it."""
    with open(os.path.join(folder, "cgroup.procs"), "w", encoding="ascii") as processes:
        processes.write(str(os.getpid()))
