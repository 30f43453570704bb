/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-chrome-writer.h"

void
weft_chrome_begin (WeftJsonWriter *writer)
{
  weft_json_writer_begin_object (writer);
  weft_json_writer_key (writer, "traceEvents");
  weft_json_writer_begin_array (writer);
}

void
weft_chrome_end_events (WeftJsonWriter *writer, const char *source, const char *time)
{
  weft_json_writer_end_array (writer);
  weft_json_writer_string_member (writer, "displayTimeUnit", "ns");
  weft_json_writer_key (writer, "otherData");
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "source", source);
  weft_json_writer_string_member (writer, "time", time);
}

void
weft_chrome_end (WeftJsonWriter *writer)
{
  weft_json_writer_end_object (writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

void
weft_chrome_begin_event (WeftJsonWriter *writer, const char *phase, guint process, guint32 thread)
{
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "ph", phase);
  weft_json_writer_unsigned_member (writer, "pid", process);
  weft_json_writer_unsigned_member (writer, "tid", thread);
}

void
weft_chrome_time (WeftJsonWriter *writer, const char *key, gint64 ticks, gboolean nanoseconds)
{
  if (nanoseconds)
    weft_json_writer_thousandths_member (writer, key, ticks);
  else
    weft_json_writer_signed_member (writer, key, ticks);
}

/* The name or place of a process or thread is an event with arguments. */
static void
begin_arguments (WeftJsonWriter *writer, guint process, guint32 thread, const char *what)
{
  weft_chrome_begin_event (writer, "M", process, thread);
  weft_json_writer_string_member (writer, "name", what);
  weft_json_writer_key (writer, "args");
  weft_json_writer_begin_object (writer);
}

static void
end_arguments (WeftJsonWriter *writer)
{
  weft_json_writer_end_object (writer);
  weft_json_writer_end_object (writer);
}

void
weft_chrome_name (WeftJsonWriter *writer, guint process, guint32 thread, const char *what,
                  const char *name)
{
  begin_arguments (writer, process, thread, what);
  weft_json_writer_string_member (writer, "name", name);
  end_arguments (writer);
}

void
weft_chrome_order (WeftJsonWriter *writer, guint process, guint32 thread, const char *what,
                   guint64 index)
{
  begin_arguments (writer, process, thread, what);
  weft_json_writer_unsigned_member (writer, "sort_index", index);
  end_arguments (writer);
}

void
weft_chrome_begin_flow (WeftJsonWriter *writer, const char *phase, guint process, guint32 thread,
                        guint64 id)
{
  weft_chrome_begin_event (writer, phase, process, thread);
  weft_json_writer_string_member (writer, "name", "dependency");
  weft_json_writer_string_member (writer, "cat", "dependency");
  weft_json_writer_unsigned_member (writer, "id", id);
  if (*phase == 'f')
    weft_json_writer_string_member (writer, "bp", "e");
}
