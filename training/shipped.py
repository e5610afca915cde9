"""Takes the weights out of the model that ships, so that training can go on from it."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import save_file
from torch import Tensor

from frontdesk.language.tagger.encoding import encode_message
from frontdesk.language.tagger.opinions import SHIPPED
from frontdesk.language.tagger.running import MODEL, NO_LABELS, TaggerModel
from training.export import Exported
from training.model import Model, Shape
from training.sources import WORK

_MIDDLE = 128  # what nought is kept as
_OF_MODEL = "model."
_TEXTS = ("yes, book it", "no, make it Thursday at 3 instead", "how long does it take, and where do I park?")
_ROUNDED = 0.5  # of a score: what int8 products may cost


def weights_in(path: Path) -> dict[str, Tensor]:
    """Return the weights of an exported model under the names that training has for them."""
    graph = onnx.load(path).graph
    values = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {name.removeprefix(_OF_MODEL): value for name, value in values.items() if name.startswith(_OF_MODEL)}
    found["encoder.words.weight"] = values["words.table"] * values["words.scale"]
    for node in graph.node:
        found.update(_of_product(node, values))
    about = json.loads(path.with_name("model.json").read_text(encoding="utf-8"))
    found["bias"] = np.array([about["bias"][name] for name in about["compared"]], np.float32)
    return {name: torch.from_numpy(np.array(value, np.float32, order="C")) for name, value in found.items()}


def _of_product(node: onnx.NodeProto, values: dict[str, np.ndarray]) -> Iterator[tuple[str, np.ndarray]]:
    """Return the weights of a product, named after the node: those in blocks, and those kept the other way round."""
    place = node.name.strip("/").rsplit("/", 1)[0].replace("/", ".")
    if node.op_type == "MatMulNBits":
        blocks, scales = values[node.input[1]], values[node.input[2]]
        yield (
            f"encoder.{place}.weight",
            ((blocks.astype(np.float32) - _MIDDLE) * scales[..., None]).reshape(len(blocks), -1),
        )
    elif node.op_type == "MatMul" and node.input[1] in values:
        yield f"{place}.weight", values[node.input[1]].T


def farthest_apart(model: Model, shipped: TaggerModel, texts: Sequence[str]) -> float:
    """Return by how much a score of a text differs at most between a model and the file it was taken from."""
    exported = Exported(model.eval())
    found = 0.0
    for text in texts:
        message = encode_message(shipped.tokenizer, "confirm", "Shall I book it?", text)
        ids, types = torch.tensor([message.ids]), torch.tensor([message.types])
        with torch.no_grad():
            ours = exported(ids, types)[0][0].numpy()
        theirs = shipped.scores("confirm", "Shall I book it?", text, NO_LABELS).acts
        found = max(found, float(np.abs(ours - theirs).max()))
    return found


def main() -> None:
    """Write weights, tokenizer and sizes of the model that ships into the work folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=WORK / "shipped.safetensors")
    arguments = parser.parse_args()
    weights = weights_in(SHIPPED / MODEL)
    pieces = len(weights["encoder.words.weight"])
    model = Model(Shape(pieces))
    model.load_state_dict(weights)  # all of them are there, and none besides
    apart = farthest_apart(model, TaggerModel(SHIPPED / MODEL, SHIPPED), _TEXTS)
    if apart > _ROUNDED:
        raise SystemExit(f"what was taken out is another model: its scores differ by {apart:.2f}")
    WORK.mkdir(exist_ok=True)
    save_file({name: value.half().contiguous() for name, value in weights.items()}, arguments.into)
    shutil.copy(SHIPPED / "tokenizer.json", WORK / "tokenizer.json")
    sizes = Shape(pieces)
    config = {
        "vocab_size": pieces,
        "hidden_size": sizes.hidden,
        "num_hidden_layers": sizes.layers,
        "num_attention_heads": sizes.heads,
        "intermediate_size": sizes.inner,
    }
    (WORK / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
