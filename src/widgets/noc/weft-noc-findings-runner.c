/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-findings-runner.h"

#include "weft-noc-findings.h"

/* Of what is to be found something. */
typedef struct
{
  WeftNocCapture *capture;
  GPtrArray *demands; /* WeftNocDemand, one for each device, NULL-terminated */
  const char *arch;   /* interned (nullable), as is: */
  const char *topology;
  GArray *offsets; /* (nullable) */
} Findable;

static void
findable_clear (gpointer data)
{
  Findable *findable = data;

  g_clear_pointer (&findable->capture, weft_noc_capture_unref);
  g_clear_pointer (&findable->demands, g_ptr_array_unref);
  g_clear_pointer (&findable->offsets, g_array_unref);
}

static WeftRunTime
findable_choose (gpointer question, gconstpointer before, WeftResult *last G_GNUC_UNUSED)
{
  return ((Findable *) question)->capture == ((const Findable *) before)->capture ? WEFT_RUN_NOT
                                                                                  : WEFT_RUN_NOW;
}

static WeftNocOptions
get_options (const Findable *findable)
{
  return (WeftNocOptions){ .arch = findable->arch,
                           .topology_path = findable->topology,
                           .offsets = findable->offsets };
}

static GArray *
make (gpointer question, GCancellable *cancellable, GError **error)
{
  const Findable *findable = question;
  WeftNocDemand *const *demands = (WeftNocDemand *const *) findable->demands->pdata;
  WeftNocOptions options = get_options (findable);
  g_autoptr (WeftNocStats) stats = weft_noc_stats_new (demands, NULL, NULL, cancellable, error);

  return stats != NULL ? weft_noc_findings_new (demands, stats, &options, cancellable, error)
                       : NULL;
}

static gpointer
find (gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Findable *findable = question;
  WeftNocOptions options = get_options (findable);

  return weft_noc_findings_find (findable->capture, &options, make, (gpointer) findable,
                                 cancellable, error);
}

static const WeftDerivation finding = {
  .name = "WeftNocFindingsResult",
  .question_size = sizeof (Findable),
  .clear_question = findable_clear,
  .choose = findable_choose,
  .derive = find,
  .free_value = (GDestroyNotify) g_array_unref,
};

static void
drop_demand (gpointer demand)
{
  if (demand != NULL)
    weft_noc_demand_unref (demand);
}

void
weft_noc_ask_findings (WeftRunner *runner, WeftNocResult *result)
{
  const WeftNocQuestion *question = &result->question;
  Findable findable = { .arch = question->arch, .topology = question->topology };

  if (question->loading || question->filter != NULL || question->other_noc)
    return;
  findable.capture = weft_noc_capture_ref (result->capture);
  findable.demands = g_ptr_array_new_with_free_func (drop_demand);
  for (guint i = 0; result->demands[i] != NULL; i++)
    g_ptr_array_add (findable.demands, weft_noc_demand_ref (result->demands[i]));
  g_ptr_array_add (findable.demands, NULL);
  if (question->offsets != NULL)
    findable.offsets = g_array_ref (question->offsets);
  weft_runner_ask (runner, &findable);
}

WeftRunner *
weft_noc_findings_runner_new (void)
{
  return weft_runner_new_for_value (&finding);
}
