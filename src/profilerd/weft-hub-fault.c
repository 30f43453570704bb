/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-hub-fault.h"

#include <string.h>

static const char *
describe_fault (WeftLiveFault fault)
{
  static const char *const texts[] = {
    [WEFT_LIVE_FAULT_NONE] = "",
    [WEFT_LIVE_FAULT_MAGIC] = "a frame does not begin with the magic",
    [WEFT_LIVE_FAULT_LENGTH] = "a frame has a length that is not allowed",
    [WEFT_LIVE_FAULT_CRC] = "a frame's checksum is wrong",
    [WEFT_LIVE_FAULT_PAYLOAD] = "it says what the protocol does not allow",
    [WEFT_LIVE_FAULT_VERSION] = "this version of the protocol is not supported",
    [WEFT_LIVE_FAULT_ORDER] = "it may not come here",
    [WEFT_LIVE_FAULT_LIMIT] = "there are too many peers, streams or programs",
    [WEFT_LIVE_FAULT_UNKNOWN] = "it must be understood and is not known",
    [WEFT_LIVE_FAULT_TIMEOUT] = "nothing was heard for 5 s",
  };

  return texts[fault];
}

char *
weft_hub_fault_describe (WeftLiveFault fault, const WeftLiveFrame *frame, const WeftLiveFlaw *flaw)
{
  const char *name = frame != NULL ? weft_live_type_to_string (frame->type) : NULL;
  GString *text = g_string_new (NULL);

  if (frame != NULL && name == NULL)
    g_string_printf (text, "frame of type %u: ", frame->type);
  else if (frame != NULL)
    g_string_printf (text, "%s frame: ", name);
  if (flaw->field == NULL)
    g_string_append (text, describe_fault (fault));
  else
    {
      g_string_append (text, flaw->field);
      if (frame != NULL && frame->type == WEFT_LIVE_RECORDS && flaw->at >= WEFT_LIVE_RECORDS_START)
        g_string_append_printf (text, " of record %u",
                                (flaw->at - WEFT_LIVE_RECORDS_START) / WEFT_LIVE_RECORD_SIZE);
      g_string_append_printf (text, ", at byte %u: %s", flaw->at, flaw->reason);
    }
  return g_string_free (text, FALSE);
}

GByteArray *
weft_hub_fault_to_error (WeftLiveFault fault, const char *text)
{
  WeftLiveError error = {
    fault, WEFT_LIVE_MAJOR, WEFT_LIVE_MAJOR, { text, (guint16) strlen (text) }
  };
  GByteArray *bytes = g_byte_array_new ();

  weft_live_put_error (bytes, &error);
  return bytes;
}
