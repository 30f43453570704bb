#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each catalogue calls a thing by one name, that of its glossary (po/glossary-LANGUAGE.txt), and says
all of a text: its values, its lines and spaces, its mnemonic. Nothing is fuzzy, empty, or a fragment.
The rules are tried on catalogues that break them first."""

import ast
import os
import re
import sys
import tempfile
from pathlib import Path

PO = Path(os.environ["WEFT_PO"])
VALUE = re.compile(r"%(?:(\d+)\$)?[-+#0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t)?([a-zA-Z%])")
FIELD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])? ("(?:[^"\\]|\\.)*")$')
# What a text that ends so is missing is another text, and then it is no translation.
FRAGMENT = {"ja": re.compile(r"(?<!も)の[.。…]?$"), "ko": re.compile(r"(?<!정)의[.…]?$")}
# A menu's text in ja and ko names the key behind it, since it has none of the letters.
LETTER = "A-Za-zÄÖÜäöüß"
MNEMONIC = re.compile(rf"(?<![{LETTER}])_([{LETTER}])|(?<=[a-zäöüß])_([a-zäöüß])"
                      rf"|(?<![{LETTER}])[A-ZÄÖÜ]_([a-zäöüß])")
KEY = re.compile(r"\(_([A-Z])\)")


class Entry:
    def __init__(self, line):
        self.line = line
        self.fuzzy = False
        self.texts = {}

    @property
    def ids(self):
        return [self.texts[name] for name in ("msgid", "msgid_plural") if name in self.texts]

    @property
    def translations(self):
        return [text for name, text in sorted(self.texts.items()) if name.startswith("msgstr")]


def read_catalogue(path):
    entries, entry, name = [], None, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#~"):
            entry = None
            continue
        if entry is None:
            entry = Entry(number)
            entries.append(entry)
        field = FIELD.match(line)
        if line.startswith("#,"):
            entry.fuzzy |= "fuzzy" in line
        elif field:
            name = field[1] + (field[2] or "")
            entry.texts[name] = ast.literal_eval(field[3])
        elif line.startswith('"'):
            entry.texts[name] += ast.literal_eval(line)
    return [entry for entry in entries if entry.texts]


class Term:
    def __init__(self, word, translations, wrong):
        self.word = word
        self.translations = translations
        self.wrong = wrong
        stem, ends = (word[:-1], "(?:y|ies)") if re.search(r"[^aeo]y$", word) else (word, "(?:s|es)?")
        self.form = re.compile(rf"(?<![\w“-]){re.escape(stem)}{ends}(?![\w-])", re.I)

    def is_typed(self, ids, translation):
        """A word of the command line, a filter or a file stands as it is."""
        forms = {form for text in ids for form in self.form.findall(text) if form in (form.lower(), form.upper())}
        return any(re.search(rf"(?<![A-Za-z]){re.escape(form)}(?![A-Za-z])", translation)
                   for form in forms)

    def faults(self, ids, translation):
        everywhere = self.word == "*"
        if not everywhere and not any(self.form.search(text) for text in ids):
            return
        for wrong in self.wrong:
            if wrong in translation:
                yield f"“{wrong}” must not stand for “{self.word}”"
        if (self.translations and not self.is_typed(ids, translation)
                and not any(one.lower() in translation.lower() for one in self.translations)):
            yield f"“{self.word}” is not called {' or '.join(self.translations)}"


def read_glossary(path):
    terms = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            word, translations, wrong = (line.split("\t") + ["", ""])[:3]
            terms.append(Term(word, *([form for form in forms.split(", ") if form]
                                      for forms in (translations, wrong))))
    return terms


def values(text):
    """What is put into a text, in the order in which it comes, whatever order it stands in."""
    found = []
    for position, kind in VALUE.findall(text):
        if kind != "%":
            found.append((int(position) if position else len(found) + 1, kind))
    return sorted(found)


def mnemonics(text, other):
    """The letters after an underscore, unless it is part of a name, which stands in both texts."""
    names = {name for name in re.findall(r"\w+_\w+", text, re.A) if name in other}
    for name in names:
        text = text.replace(name, "")
    return ["".join(found).upper() for found in MNEMONIC.findall(text)]


def faults_of_mnemonic(language, original, translation):
    letters = mnemonics(original, translation)
    theirs = KEY.findall(translation) if language in FRAGMENT else mnemonics(translation, original)
    if len(letters) > 1 or len(letters) != len(theirs):
        yield "no mnemonic, or one that the original does not have"
    elif letters and language in FRAGMENT and letters != theirs:
        yield f"its mnemonic is not (_{letters[0]})"


def faults_of_form(language, entry, translation, index):
    original = entry.ids[0 if index < len(entry.translations) - 1 else -1]
    if not translation:
        yield "untranslated"
        return
    last = index == len(entry.translations) - 1
    if last and values(original) and values(original) != values(translation):
        yield "other values than in the original"
    if (original[:1] == " ") != (translation[:1] == " ") or original.count("\n") != translation.count("\n"):
        yield "other spaces or lines than in the original"
    if original.endswith("…") != translation.endswith("…"):
        yield "the original ends in “…” and the translation does not, or the other way round"
    yield from faults_of_mnemonic(language, original, translation)
    if language in FRAGMENT and FRAGMENT[language].search(translation):
        yield "a fragment, as it ends in the particle of what belongs to something"


def faults_of(language, catalogue, terms):
    header, *entries = catalogue
    n_forms = int(re.search(r"nplurals=(\d+)", header.texts["msgstr"])[1])
    for entry in entries:
        if entry.fuzzy:
            yield entry, "fuzzy"
        if "msgid_plural" in entry.texts and len(entry.translations) != n_forms:
            yield entry, f"not {n_forms} plural forms"
        for index, translation in enumerate(entry.translations):
            for fault in faults_of_form(language, entry, translation, index):
                yield entry, fault
            plain = translation.replace("_", "")
            for term in terms:
                for fault in term.faults([text.replace("_", "") for text in entry.ids], plain):
                    yield entry, fault


def report(number, name, faults):
    for fault in faults:
        print(f"# {fault}")
    print(f"{'not ok' if faults else 'ok'} {number} {name}", flush=True)
    return not faults


def check_language(number, language):
    path = PO / f"{language}.po"
    terms = read_glossary(PO / f"glossary-{language}.txt")
    said = [f"{language}.po:{entry.line}: {fault}: {entry.ids[0]!r} → {entry.translations}"
            for entry, fault in faults_of(language, read_catalogue(path), terms)]
    return report(number, f"{language}: {len(terms)} terms, and whole texts", said)


HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
# A text that breaks a rule, by a word of what is said of it.
BROKEN = {
    "fuzzy": '#, fuzzy\nmsgid "a"\nmsgstr "b"\n',
    "untranslated": 'msgid "a"\nmsgstr ""\n',
    "plural": 'msgid "%s op"\nmsgid_plural "%s ops"\nmsgstr[0] "%s Op"\n',
    "values": 'msgid "%s of %u"\nmsgstr "%u von %s"\n',
    "mnemonic": 'msgid "_Open"\nmsgstr "Öffnen"\n',
    "(_O)": 'msgid "_Open"\nmsgstr "開く(_P)"\n',
    "fragment": 'msgid "Of the model"\nmsgstr "モデルの"\n',
    "“…”": 'msgid "Open…"\nmsgstr "Öffnen"\n',
    "must not": 'msgid "Stalls of ops"\nmsgstr "Stall, Staus der Ops"\n',
    "not called": 'msgid "Cycles"\nmsgstr "Runden"\n',
}
SOUND = ('msgid "_Open %s in cycle 1000"\nmsgstr "%s in cycle 1000 ö_ffnen"\n\n'
         'msgid "by known_gap"\nmsgstr "nach known_gap"\n\n'
         'msgid "%s in %u"\nmsgstr "%2$u, %1$s"\n')


def check_self(number):
    """That the rules find what breaks them, and only that."""
    terms = [Term("stall", ["Stall"], ["Stau"]), Term("cycle", ["Takt"], []), Term("op", ["Op"], [])]
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "de.po")
        for expected, text in [*BROKEN.items(), (None, SOUND)]:
            path.write_text(HEADER + text, encoding="utf-8")
            language = "ja" if expected in ("fragment", "(_O)") else "de"
            found = [fault for _, fault in faults_of(language, read_catalogue(path), terms)]
            if (expected is None and found) or (expected and not any(expected in one for one in found)):
                missed.append(f"{expected}: {found}")
    return report(number, "the rules find what breaks them", missed)


languages = [line for line in (PO / "LINGUAS").read_text().splitlines() if line and line[0] != "#"]
good = check_self(1)
for number, language in enumerate(languages, 2):
    good &= check_language(number, language)
print(f"1..{len(languages) + 1}")
sys.exit(not good)
