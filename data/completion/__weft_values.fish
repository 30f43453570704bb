# SPDX-License-Identifier: GPL-3.0-or-later

# __weft_values OPTION WORD…: what stands behind the option that is being written, as a word of its own
# or behind “=”.
function __weft_values
    set -l option $argv[1]
    set -l before (commandline -opc)

    if string match -q -- "$option=*" (commandline -ct)
        printf "$option=%s\n" $argv[2..-1]
    else if test "$before[-1]" = "$option"
        printf '%s\n' $argv[2..-1]
    end
end
