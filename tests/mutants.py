# SPDX-License-Identifier: GPL-3.0-or-later
"""Small changes of C code that a test should notice, for tests/mutate: what there are in a file, and which of them
are known to change nothing."""

import re
from dataclasses import dataclass
from pathlib import Path

# What is not code: comments, strings, characters, lines of the preprocessor with those that go on.
NO_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)

# What a caller must not do; what would harm the machine that runs the tests; the freeing of memory, which
# sanitizers look after.
LEFT_ALONE = re.compile(r"\b(g_return_\w+|g_assert\w*|g_warn_\w+|g_error|g_critical|_Static_assert|static_assert"
                        r"|\w*(kill|unlink|rmdir|remove_file|delete_file)\w*|G_DEFINE_\w+|G_MAXINT\w*)\b")
FREES = re.compile(r"\w*(free|unref|clear|close|destroy|steal|quark)\w* \(")

# What nobody could notice, whatever is tested: that memory has room for more than is asked, is cleared or has a zero
# behind it that was not asked for; a pixel or a letter more around what a widget shows; whether a handler of a signal
# comes after others; what is fetched into a cache ahead.
ROOM = [(re.compile(r"\bg_array_(?:sized_)?new \("), {("truth", "FALSE")}),
        (re.compile(r"\bg_(?:\w*array_sized_new|ptr_array_new_full|string_sized_new) \("),
         {("constant", None), ("arithmetic", None)}),
        (re.compile(r"\bg_(?:new0?|malloc0?|renew|alloca) \("), {("constant", None)}),
        (re.compile(r"\bgtk_\w+_set_(?:\w*spacing|margin_\w+|size_request|(?:min|max)_content_\w+|\w*width_chars) \("),
         {("constant", None)}),
        (re.compile(r"\b(?:gtk_box_new|g_signal_connect_object) \("), {("constant", None)})]
ONLY_QUICKER = re.compile(r"^ +\w*(prefetch|fadvise|madvise)\w* \(")

# kind: the place of the operator, and what comes in its stead. The code is formatted by clang-format, so that what
# takes two values has a space at both its sides, and no pointer has.
COMPARISONS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SWAPS = [
    ("comparison", re.compile(r"(?<= )(==|!=|<=|>=|<|>)(?= )"), COMPARISONS),
    ("logic", re.compile(r"(?<= )(&&|\|\|)(?= )"), {"&&": "||", "||": "&&"}),
    ("arithmetic", re.compile(r"(?<= )([-+*/%])(?= )"), {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*"}),
    ("assignment", re.compile(r"(?<= )([-+]=)(?= )"), {"+=": "-=", "-=": "+="}),
    ("bits", re.compile(r"(?<= )(&|\||<<|>>)(?= )"), {"&": "|", "|": "&", "<<": ">>", ">>": "<<"}),
    ("step", re.compile(r"(\+\+|--)"), {"++": "--", "--": "++"}),
    ("truth", re.compile(r"\b(TRUE|FALSE)\b"), {"TRUE": "FALSE", "FALSE": "TRUE"}),
    ("negation", re.compile(r"(?<![\w)])(!)(?=[\w(])"), {"!": ""}),
]
CONSTANT = re.compile(r"(?<![\w.])(\d+)(?![\w.])")
UNARY_MINUS = re.compile(r"(?:[(,=?:]|\breturn) -$|[(]-$")
CALL = re.compile(r"^ +[a-z]\w* (\(.*\));$")
BEFORE_STATEMENT = re.compile(r"([;{}:]|\)|\belse|\bdo)\s*$")


@dataclass(frozen=True)
class Mutant:
    file: str  # from the top of the tree
    line: int
    kind: str
    old: str  # the whole line
    new: str

    @property
    def key(self):
        """It is the same wherever its line has moved to."""
        return self.file, self.old.strip(), self.new.strip()

    def apply(self, text):
        lines = text.split("\n")
        if lines[self.line - 1] != self.old:
            raise ValueError(f"{self.file}:{self.line} is another line")
        lines[self.line - 1] = self.new
        return "\n".join(lines)

    def __str__(self):
        return f"{self.file}:{self.line} ({self.kind})\n- {self.old.strip()}\n+ {self.new.strip()}"


def without_text(code):
    """The code with spaces where no code is: each place stays where it was."""
    return NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), code)


def end_of_call(code, start):
    """Where the bracket closes that stands before `start`; the end of the line, if it does not."""
    depth = 1
    for n in range(start, len(code)):
        depth += (code[n] == "(") - (code[n] == ")")
        if depth == 0:
            return n
    return len(code)


def changes_of_line(code):
    """(kind, from, to, what comes there) of each change of a line, without texts."""
    for kind, pattern, swaps in SWAPS:
        for found in pattern.finditer(code):
            yield kind, found.start(1), found.end(1), swaps[found[1]]
    for found in CONSTANT.finditer(code):
        # −2 says as well as −1 that a text ends with its NUL, or that there is no place: 0 says neither.
        is_negative = UNARY_MINUS.search(code[:found.start(1)]) is not None
        yield "constant", found.start(1), found.end(1), "0" if is_negative else str(int(found[1]) + 1)


def of_line(code):
    """Those that could be noticed."""
    rooms = [(found.end(), end_of_call(code, found.end()), changes)
             for pattern, changes in ROOM for found in pattern.finditer(code)]
    for kind, start, end, new in changes_of_line(code):
        if not any(first <= start < last and {(kind, None), (kind, code[start:end])} & changes
                   for first, last, changes in rooms):
            yield kind, start, end, new


def is_call(code):
    """Whether the line is a call and nothing more, such as no declaration that is told with one."""
    found = CALL.match(code.rstrip())
    depth = 0
    for n, letter in enumerate(found[1] if found else ""):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return n == len(found[1]) - 1
    return False


def mutants_of(file, text):
    """All mutants of a file."""
    lines, codes = text.split("\n"), without_text(text).split("\n")
    before = ""
    for number, (line, code) in enumerate(zip(lines, codes), 1):
        if code.strip() == "":
            continue
        if not LEFT_ALONE.search(code) and code.startswith(" "):
            for kind, start, end, new in of_line(code):
                yield Mutant(file, number, kind, line, line[:start] + new + line[end:])
            if is_call(code) and BEFORE_STATEMENT.search(before) and not FREES.search(code) \
                    and not ONLY_QUICKER.search(code):
                yield Mutant(file, number, "call", line, line[:len(line) - len(line.lstrip())] + ";")
        before = code


def read_equivalents(path):
    """The keys of mutants that change nothing that anybody could notice, as tests/mutants-equivalent lists them."""
    keys = set()
    file = old = None
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            old = line[2:].strip()
        elif line.startswith("+ "):
            keys.add((file, old, line[2:].strip()))
        elif line and not line.startswith("#"):
            file = line.strip()
    return keys
