"""Makes scripts and styles small without a build: comments and needless space stay here, where readers are.

It knows only what our own files use: no template within a template, and statements that end with a semicolon.
"""

from __future__ import annotations

import re

_SCRIPT = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<pattern>(?<=[(,=:]\ )/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*
                  | (?<=\()/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
      | (?P<space>\s+)""",
    re.VERBOSE | re.DOTALL,
)
_GAP = "\0"  # stands for space, until its neighbours are known


def squeezed_script(source: str) -> str:
    """Return a script without comments, and with space only where it says something."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if match["text"] or match["pattern"]:
            kept.append(match[0])
            return f"\1{len(kept) - 1}\2"
        if match["comment"]:
            return ""
        return "\n" if "\n" in match[0] else _GAP

    bare = _SCRIPT.sub(keep, source)
    bare = re.sub(rf"[{_GAP}\n]*\n[{_GAP}\n]*", "\n", bare)
    bare = re.sub(rf"(?<=[\w$\2]){_GAP}(?=[\w$#\1])", " ", bare)
    bare = re.sub(rf"([+-]){_GAP}(?=\1)", r"\1 ", bare).replace(_GAP, "")
    bare = re.sub(r"(?<=[{(\[,;=&|?:+>])\n|\n(?=[})\].,;?:&|=+])", "", bare).strip()
    bare = re.sub(r"(?<![\w$])\((\w+)\)=>", r"\1=>", bare).replace(";}", "}")
    whole = re.sub("\1(\\d+)\2", lambda match: kept[int(match[1])], bare)
    # What is private to a class is known to no other file, so it may have a short name.
    for number, name in enumerate(sorted(set(re.findall(r"(?<=this\.)#\w+", whole)))):
        whole = re.sub(rf"(?<![\w$\"'`]){name}\b", f"#{_letters(number)}", whole)
    return whole


def _letters(number: int) -> str:
    return chr(97 + number % 26) + (str(number // 26) if number >= 26 else "")


def squeezed_style(source: str) -> str:
    """Return a style sheet without comments, on one line."""
    bare = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    bare = re.sub(r"\s+", " ", bare)
    bare = re.sub(r" ?([{};,]) ?", r"\1", bare)
    return bare.replace(": ", ":").replace(";}", "}").strip()
