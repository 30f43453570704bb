# SPDX-License-Identifier: GPL-3.0-or-later
#
# fish completion for weft-cli. Commands, options and words are taken from weft-cli's own help, so that
# none is missing here.

function __weft_cli_commands
    set -l tab (printf '\t')
    set -l line (commandline -opc)

    $line[1] --help 2>/dev/null | string match -v '*weft-cli*' \
        | string replace -rf '^  ([a-z][a-z-]*) +(\S.*)$' '$1'$tab'$2'
end

# The words that weft-cli lists where it does not know one.
function __weft_cli_words
    set -l line (commandline -opc)

    $line[1..2] --help 2>/dev/null \
        | string replace -rf "^ *(?:-., )?$argv[1]=\S* +[^:]*: " '' | string split ', '
end

function __weft_cli_has_command
    test (count (commandline -opc)) -gt 1
end

complete -c weft-cli -n 'not __weft_cli_has_command' -f -a '(__weft_cli_commands)'
complete -c weft-cli -n '__weft_cli_has_command; and string match -q -- "-*" (commandline -ct)' \
    -a '(__weft_options (commandline -opc)[1..2])'
for option in --view --by --format
    complete -c weft-cli -n __weft_cli_has_command \
        -a "(__weft_values $option (__weft_cli_words $option))"
end
complete -c weft-cli -n __weft_cli_has_command \
    -a '(__weft_values --theme light dark light-contrast dark-contrast)'
