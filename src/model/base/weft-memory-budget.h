/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much memory the packed columns of all traces of this process take, and what is derived of them (weft-bulk.h). What comes on top of it lies in a
 * temporary file, whose pages the kernel brings back as they are looked at and takes away when it needs
 * room. Any thread. */

/* Bytes; 0: a quarter of what the machine has, or what its control group or its own limits (ulimit -d, -v) let this
 * process have. For what is made from now on. */
void weft_memory_budget_set (uint64_t bytes);
uint64_t weft_memory_budget_get (void);

/* Takes `size` bytes of it; false where it has no more so many. */
bool weft_memory_budget_take (size_t size);
void weft_memory_budget_give (size_t size);

/* Takes them from a quarter of it more, which is for when the disk is full: to go on for a while, rather than fill all
 * the memory that there is. false where that is used up as well. */
bool weft_memory_budget_overdraw (size_t size);

/* Whether the process could have so many bytes more. Nothing is written to them: whoever takes memory by functions that
 * end the program without asks first. */
bool weft_memory_has_room (size_t size);

/* Bytes of memory that a process may have whose /proc/self/cgroup is at `groups` and whose control groups are
 * below `root`; UINT64_MAX where none limits it. (memory.max of cgroup v2, memory.limit_in_bytes of v1: of the group
 * and of those that it lies in.) */
uint64_t weft_memory_read_limit (const char *groups, const char *root);
