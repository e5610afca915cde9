"""Makes one model of several that were trained from the same beginning: the mean of their weights."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor

from training.model import Model, Shape
from training.sources import WORK
from training.train import Batches, keep, watched


def mean_of(paths: list[Path]) -> dict[str, Tensor]:
    """Return the mean of weights."""
    every = [load_file(path) for path in paths]
    return {name: torch.stack([weights[name].float() for weights in every]).mean(0) for name in every[0]}


def main() -> None:
    """Write the mean, and print how it does on rows that none was trained on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--into", type=Path, default=WORK / "trained.safetensors")
    arguments = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Model(Shape.read(WORK / "config.json"))
    model.load_state_dict(mean_of(arguments.weights))
    kept = Batches(WORK / "kept.npz", device, 0)
    print(f"mean of {len(arguments.weights)}, kept rows: {watched(model.to(device).eval(), kept)}")
    keep(model.cpu().state_dict(), arguments.into)


if __name__ == "__main__":
    main()
