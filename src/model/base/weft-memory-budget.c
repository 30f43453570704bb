/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-memory-budget.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define SHARE 4 /* of the machine's, the group's or the process's memory */

#define OVERDRAFT_SHARE \
  4 /* of the budget: while it is read, a trace has cells that are not packed yet besides */

static _Atomic uint64_t chosen;
static _Atomic uint64_t taken;
static uint64_t automatic;

/* UINT64_MAX: it says that there is no limit, or nothing. */
static uint64_t
read_number (const char *path)
{
  unsigned long long number = UINT64_MAX;
  FILE *file = fopen (path, "re");

  if (file == NULL)
    return UINT64_MAX;
  if (fscanf (file, "%llu", &number) != 1)
    number = UINT64_MAX;
  fclose (file);
  return number;
}

/* The least limit of `group` and those that it lies in. */
static uint64_t
read_group (const char *root, const char *hierarchy, char *group, const char *name)
{
  uint64_t least = UINT64_MAX;
  char path[PATH_MAX];

  for (;;)
    {
      char *slash = strrchr (group, '/');
      uint64_t limit;

      snprintf (path, sizeof path, "%s/%s%s/%s", root, hierarchy, group, name);
      limit = read_number (path);
      least = limit < least ? limit : least;
      if (slash == NULL)
        return least;
      *slash = '\0';
    }
}

uint64_t
weft_memory_read_limit (const char *groups, const char *root)
{
  uint64_t least = UINT64_MAX;
  char *line = NULL;
  size_t size = 0;
  FILE *file = fopen (groups, "re");

  if (file == NULL)
    return UINT64_MAX;
  while (getline (&line, &size, file) > 0)
    {
      char *controllers = strchr (line, ':'),
           *group = controllers != NULL ? strchr (controllers + 1, ':') : NULL;
      uint64_t limit = UINT64_MAX;

      if (group == NULL)
        continue;
      *group++ = '\0';
      group[strcspn (group, "\n")] = '\0';
      if (controllers[1] == '\0')
        limit = read_group (root, "", group, "memory.max");
      else if (strcmp (controllers + 1, "memory") == 0)
        limit = read_group (root, "memory", group, "memory.limit_in_bytes");
      least = limit < least ? limit : least;
    }
  free (line);
  fclose (file);
  return least;
}

/* UINT64_MAX: the process has none. */
static uint64_t
read_own_limit (int resource)
{
  struct rlimit limit;

  return getrlimit (resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY
           ? (uint64_t) limit.rlim_cur
           : UINT64_MAX;
}

static uint64_t
least_of (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static void
find_automatic (void)
{
  uint64_t limit = weft_memory_read_limit ("/proc/self/cgroup", "/sys/fs/cgroup");
  long pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE);
  uint64_t machine = pages > 0 && page > 0 ? (uint64_t) pages * (uint64_t) page : UINT64_MAX;

  uint64_t own = least_of (read_own_limit (RLIMIT_DATA), read_own_limit (RLIMIT_AS));

  automatic = least_of (own, least_of (limit, machine)) / SHARE;
}

void
weft_memory_budget_set (uint64_t bytes)
{
  atomic_store (&chosen, bytes);
}

uint64_t
weft_memory_budget_get (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  uint64_t bytes = atomic_load (&chosen);

  pthread_once (&once, find_automatic);
  return bytes != 0 ? bytes : automatic;
}

static bool
take_of (uint64_t budget, size_t size)
{
  uint64_t before = atomic_load (&taken);

  do
    if (size > budget || before > budget - size)
      return false;
  while (!atomic_compare_exchange_weak (&taken, &before, before + size));
  return true;
}

bool
weft_memory_budget_take (size_t size)
{
  return take_of (weft_memory_budget_get (), size);
}

bool
weft_memory_budget_overdraw (size_t size)
{
  const uint64_t budget = weft_memory_budget_get ();

  return take_of (budget + least_of (budget / OVERDRAFT_SHARE, UINT64_MAX - budget), size);
}

void
weft_memory_budget_give (size_t size)
{
  atomic_fetch_sub (&taken, size);
}

bool
weft_memory_has_room (size_t size)
{
  void *room = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  return room != MAP_FAILED && munmap (room, size) == 0;
}
