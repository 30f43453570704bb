# SPDX-License-Identifier: GPL-3.0-or-later
#
# fish completion for weft-profilerd: its options, which are taken from its own help, the faults that it
# knows, and folders for sockets.

function __weft_profilerd_faults
    set -l line (commandline -opc)

    env LC_ALL=C $line[1] --model --fault='?' 2>&1 \
        | string replace -rf '.*There are: (.*)\.$' '$1' | string split ', '
end

complete -c weft-profilerd -f
complete -c weft-profilerd -n 'string match -q -- "-*" (commandline -ct)' \
    -a '(__weft_options (commandline -opc)[1])'
complete -c weft-profilerd -a '(__weft_values --fault (__weft_profilerd_faults))'
complete -c weft-profilerd -a '(__weft_values --socket-dir (__fish_complete_directories \
    (string replace -r "^--socket-dir=" "" -- (commandline -ct))))'
