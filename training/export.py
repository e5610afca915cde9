"""Writes the trained model as an ONNX file: large products in int8, everything sensitive in float.

The embeddings are kept as int8 with a scale per piece; the heads, label comparison and LayerNorm stay float.
What is exported takes one text at a time, so nothing is padded and there is no mask.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from onnxruntime.quantization.shape_inference import quant_pre_process
from safetensors.torch import load_file
from torch import Tensor, nn

from frontdesk.language.tagger.encoding import LABEL_KINDS, LONGEST_DESK, LONGEST_LABEL, LONGEST_TEXT
from training.model import COMPARED, SCALE, WIDTH, Model, Shape
from training.rows import ACTS, ANSWERS, COMMON_SLOTS, MEANT, PLACES, RELATED
from training.sources import WORK

OUTPUTS = ("acts", "answer", "whole", "pieces", "meant", "related", "picked", "label")
WAYS = {
    "float": None,
    "int8": {"per_channel": False, "reduce_range": False},
    "int8-channel": {"per_channel": True, "reduce_range": False},
    "int8-channel-reduced": {"per_channel": True, "reduce_range": True},
    "int8-blocks": {},
}
_BLOCK = 128  # weights that share a scale
_IN_INT8 = 4  # how exactly a block product is done: in int8, with a scale for each block of each row


class SmallEmbedding(nn.Module):
    """Embeddings in int8, each row with its own scale."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        scale = weight.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("table", (weight / scale).round().clamp(-127, 127).to(torch.int8))

    def forward(self, ids: Tensor) -> Tensor:
        """Return the embeddings of pieces."""
        return self.table[ids].float() * self.scale[ids]


class Exported(nn.Module):
    """All outputs for one text: of a message all but the last, of a label the last."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model
        self.words = SmallEmbedding(model.encoder.words.weight.detach())

    def forward(self, ids: Tensor, types: Tensor) -> tuple[Tensor, ...]:
        """Return the outputs in the order of OUTPUTS."""
        model = self.model
        states = model.encoder.through(self.words(ids) + model.encoder.types(types), None)
        first = model.summary(states, types)
        of_message = (model.acts(first), model.answer(first), model.whole(first), model.piece(states))
        of_pieces = (model.meant(states), model.related(states), model.picked(states))
        return (*of_message, *of_pieces, model.label(states.mean(1)))


def loaded(path: Path) -> Model:
    """Return a trained model."""
    model = Model(Shape.read(WORK / "config.json"))
    model.load_state_dict({name: value.float() for name, value in load_file(path).items()})
    return model.eval()


def write_float(model: Model, path: Path) -> None:
    """Write the model in float, apart from the embeddings."""
    ids = torch.ones(1, 20, dtype=torch.long)
    axes = {name: {1: "pieces"} for name in ("ids", "types", "pieces", "meant", "related", "picked")}
    torch.onnx.export(
        Exported(model),
        (ids, ids * 0),
        str(path),
        input_names=["ids", "types"],
        output_names=list(OUTPUTS),
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def heads_in(path: Path) -> list[str]:
    """Return the products that belong to a head: those whose weights are not the encoder's."""
    graph = onnx.load(path).graph
    return [node.name for node in graph.node if node.op_type in ("MatMul", "Gemm") and "/layers." not in node.name]


def write(model: Model, way: str, path: Path) -> None:
    """Write the model in one of the WAYS."""
    with tempfile.TemporaryDirectory() as folder:
        whole, clean = Path(folder) / "float.onnx", Path(folder) / "clean.onnx"
        write_float(model, whole)
        settings = WAYS[way]
        if settings is None:
            path.write_bytes(whole.read_bytes())
            return
        quant_pre_process(str(whole), str(clean), skip_symbolic_shape=True)
        if way == "int8-blocks":
            _write_blocks(clean, path)
            return
        quantize_dynamic(
            str(clean),
            str(path),
            op_types_to_quantize=["MatMul"],
            weight_type=QuantType.QInt8,
            nodes_to_exclude=heads_in(clean),
            **settings,
        )


def _write_blocks(clean: Path, path: Path) -> None:
    """Quantise in blocks: every row of a message has scales of its own, so that one large value spoils no other."""
    made = MatMulNBitsQuantizer(
        onnx.load(clean),
        bits=8,
        block_size=_BLOCK,
        is_symmetric=True,
        accuracy_level=_IN_INT8,
        nodes_to_exclude=heads_in(clean),
    )
    made.process()
    onnx.save(made.model.model, path)


def description(model: Model) -> dict[str, object]:
    """Return what whoever runs the file must know: sets, sizes, biases, how texts are encoded."""
    return {
        "outputs": OUTPUTS,
        "places": PLACES,
        "acts": ACTS,
        "answers": ANSWERS,
        "meant": MEANT,
        "related": RELATED,
        "compared": COMPARED,
        "width": WIDTH,
        "scale": SCALE,
        "bias": dict(zip(COMPARED, model.bias.tolist(), strict=True)),
        "label_kinds": LABEL_KINDS,
        "common_slots": COMMON_SLOTS,
        "longest": {"desk": LONGEST_DESK, "text": LONGEST_TEXT, "label": LONGEST_LABEL},
    }


def main() -> None:
    """Write the model in the ways named, with its description."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ways", nargs="*", default=["float", "int8-channel"], choices=list(WAYS))
    arguments = parser.parse_args()
    model = loaded(WORK / "trained.safetensors")
    for way in arguments.ways:
        path = WORK / f"{way}.onnx"
        write(model, way, path)
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    (WORK / "model.json").write_text(json.dumps(description(model), indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
