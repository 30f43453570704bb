/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-runner.h"

#include "wait.h"

/* A value that is derived once reaches whoever asked, with its error where there is none, and every
 * question and value is freed. */

static int n_held; /* questions and values; atomic */

typedef struct
{
  int *number;
} Question;

static gpointer
hold (int number)
{
  int *held = g_new (int, 1);

  *held = number;
  g_atomic_int_inc (&n_held);
  return held;
}

static void
drop (gpointer held)
{
  g_atomic_int_add (&n_held, -1);
  g_free (held);
}

static void
clear_question (gpointer question)
{
  drop (((Question *) question)->number);
}

static gpointer
square (gconstpointer question, GCancellable *cancellable, GError **error)
{
  int number = *((const Question *) question)->number;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (number >= 0)
    return hold (number * number);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%d is negative", number);
  return NULL;
}

static const WeftDerivation squares = {
  .name = "TestSquares",
  .question_size = sizeof (Question),
  .clear_question = clear_question,
  .derive = square,
  .free_value = drop,
};

typedef struct
{
  GObject *source;
  int *value;
  GError *error;
} Answer;

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->source = source;
  answer->value = weft_runner_derive_finish (result, &answer->error);
}

static gboolean
is_answered (gpointer data)
{
  const Answer *answer = data;

  return answer->value != NULL || answer->error != NULL;
}

static gboolean
holds_nothing (gpointer unused G_GNUC_UNUSED)
{
  return g_atomic_int_get (&n_held) == 0;
}

static Answer
ask (int number, GObject *source, GCancellable *cancellable)
{
  Question question = { hold (number) };
  Answer answer = { NULL, NULL, NULL };

  weft_runner_derive_async (&squares, &question, source, cancellable, on_answer, &answer);
  wait_until (is_answered, &answer);
  return answer;
}

static void
test_once (void)
{
  g_autoptr (GObject) source = g_object_new (G_TYPE_OBJECT, NULL);
  Answer answer = ask (12, source, NULL);

  g_assert_no_error (answer.error);
  g_assert_true (answer.source == source);
  g_assert_cmpint (*answer.value, ==, 144);
  drop (answer.value);
  wait_until (holds_nothing, NULL);
}

static void
test_error (void)
{
  Answer answer = ask (-3, NULL, NULL);

  g_assert_null (answer.value);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_cmpstr (answer.error->message, ==, "-3 is negative");
  g_clear_error (&answer.error);
  wait_until (holds_nothing, NULL);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Answer answer;

  g_cancellable_cancel (cancellable);
  answer = ask (5, NULL, cancellable);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&answer.error);
  wait_until (holds_nothing, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/runner/once", test_once);
  g_test_add_func ("/runner/error", test_error);
  g_test_add_func ("/runner/cancelled", test_cancelled);
  return g_test_run ();
}
