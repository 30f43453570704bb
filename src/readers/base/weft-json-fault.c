/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-fault.h"

#include <glib/gi18n-lib.h>

const char *
weft_json_fault_to_string (WeftJsonFault fault)
{
  switch (fault)
    {
    case WEFT_JSON_FAULT_VALUE:
      return _ ("Expected a value here");
    case WEFT_JSON_FAULT_KEY:
      return _ ("Expected a key in double quotes here");
    case WEFT_JSON_FAULT_COLON:
      return _ ("Expected a colon after the key");
    case WEFT_JSON_FAULT_OBJECT:
      return _ ("Expected a comma or “}” here");
    case WEFT_JSON_FAULT_ARRAY:
      return _ ("Expected a comma or “]” here");
    case WEFT_JSON_FAULT_COMMENT:
      return _ ("A comment stands here; JSON has none. Take it out");
    case WEFT_JSON_FAULT_NUMBER:
      return _ ("This is not how JSON writes a number");
    case WEFT_JSON_FAULT_CONTROL:
      return _ ("A string holds a control character; expected it escaped, or a closing quote");
    case WEFT_JSON_FAULT_ESCAPE:
      return _ ("A backslash stands before what it cannot escape");
    case WEFT_JSON_FAULT_DEPTH:
      return _ ("Objects and arrays are nested too deeply here");
    case WEFT_JSON_FAULT_LENGTH:
      return _ ("The value that begins here is too long to be read");
    case WEFT_JSON_FAULT_BEHIND:
      return _ ("Expected the end of the file here");
    case WEFT_JSON_FAULT_END:
      return _ ("The file ends within a value: it was cut, or is still being written");
    case WEFT_JSON_FAULT_NONE:
    default:
      return "";
    }
}
