/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document.h"

#include "test-homes.h"
#include "wait.h"
#include "weft-attachable.h"
#include "weft-document-memory.h"
#include "weft-load-error.h"
#include "weft-npu-state.h"
#include "weft-pipeline-options.h"
#include "weft-pipeline-texts.h"
#include "weft-settings.h"

/* Shared by tests of documents: opening them, and waiting for what they show. */

static inline gboolean
has_ended (gpointer document)
{
  return !weft_document_is_loading (document);
}

static inline gboolean
has_state (gpointer document)
{
  return weft_document_get_state (document) != NULL;
}

static inline WeftPipelineState *
get_state (WeftDocument *document)
{
  return WEFT_PIPELINE_STATE (weft_document_get_state (document));
}

static inline gboolean
is_opened (gpointer document)
{
  return has_state (document) && weft_view_state_is_open (weft_document_get_state (document));
}

/* As a canvas does, as soon as there is something to show. */
static inline void
give_size (WeftDocument *document)
{
  weft_pipeline_state_resize (get_state (document), 800, 600);
}

static inline WeftDocument *
open_document (GFile *file)
{
  WeftDocument *document = weft_document_new (file, weft_settings_get_default ());

  g_signal_connect (document, "notify::state", G_CALLBACK (give_size), NULL);
  weft_document_load (document);
  return document;
}

static inline WeftDocument *
open_path (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return open_document (file);
}

static inline void
close_document (WeftDocument *document)
{
  weft_document_close (document);
  /* Threads may still hold it for a moment. */
  wait_idle ();
  g_assert_finalize_object (document);
}

static inline guint32
count_ops (WeftDocument *document)
{
  WeftPipelineState *state = get_state (document);
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (weft_pipeline_state_get_trace (state));

  return snapshot->n_ops;
}

typedef struct
{
  WeftDocument *document;
  guint32 n_ops;
} Ops;

static inline gboolean
has_ops (gpointer data)
{
  const Ops *ops = data;

  return weft_document_get_state (ops->document) != NULL && count_ops (ops->document) == ops->n_ops
         && !weft_document_is_loading (ops->document);
}

static inline void
wait_for_ops (WeftDocument *document, guint32 n_ops)
{
  Ops ops = { document, n_ops };

  wait_until (has_ops, &ops);
}

static inline gboolean
has_changed (gpointer document)
{
  return weft_document_get_change (document) == WEFT_FILE_CHANGED;
}
