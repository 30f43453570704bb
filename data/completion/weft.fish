# SPDX-License-Identifier: GPL-3.0-or-later
#
# fish completion for weft: its options, which are taken from its own help, and files.

complete -c weft -n 'string match -q -- "-*" (commandline -ct)' \
    -a '(__weft_options (commandline -opc)[1])'
