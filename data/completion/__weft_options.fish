# SPDX-License-Identifier: GPL-3.0-or-later

# __weft_options PROGRAM [COMMAND]: its options from its own help, those that take a value with “=”, and
# behind a tab what each is for.
function __weft_options
    set -l tab (printf '\t')

    $argv --help 2>/dev/null | string replace -rf '^ +(?:-., )?(--[a-z-]+=?)\S* +(.*)$' '$1'$tab'$2'
end
