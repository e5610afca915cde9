"""Trains the model on prepared arrays, on one device, for a given time."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn import functional as fn

from frontdesk.language.tagger.encoding import LABEL_KINDS
from training.model import SCALE, WIDTH, Model, Shape, part
from training.sources import WORK
from training.targets import COMMON, UNKNOWN

_STRANGERS = 0.06  # how many labels of other businesses a message is compared with as well
_WARM = 0.04  # of the time: the rate of learning rises
_KEPT = 0.999  # of the running mean of the weights, which is what is kept in the end
_LOSSES = ("acts", "answer", "spans", "meant", "related", "flow", "topic", "option")
_WEIGHTS = {
    "acts": 1.0,
    "answer": 1.5,
    "spans": 0.3,
    "meant": 1.0,
    "related": 1.0,
    "flow": 1.0,
    "topic": 0.7,
    "option": 0.7,
}


class Batches:
    """All rows on the device; a batch is picked out of them without a loop in Python."""

    def __init__(self, path: Path, device: torch.device, seed: int) -> None:
        with np.load(path) as arrays:
            self.data = {name: torch.from_numpy(arrays[name]).to(device) for name in arrays.files}
        self.device = device
        self.random = torch.Generator(device).manual_seed(seed)
        self.weight = self.data["weight"].double().cpu()
        self.drawing = torch.Generator().manual_seed(seed)

    def draw(self, size: int) -> dict[str, Tensor]:
        """Return a batch, cut to its longest message."""
        chosen = torch.multinomial(self.weight, size, replacement=True, generator=self.drawing).to(self.device)
        names = [name for name in self.data if not name.startswith(("text_", "label_")) and name != "weight"]
        batch = {name: self.data[name][chosen] for name in names}
        longest = int(batch["length"].max())
        batch["ids"], batch["types"] = batch["ids"][:, :longest].long(), batch["types"][:, :longest].long()
        places = torch.arange(longest, device=self.device)
        batch["mask"] = places < batch["length"][:, None]
        # The guest's own pieces: neither what the desk said nor the piece that ends the message.
        batch["own"] = (places >= batch["first"][:, None]) & (places < batch["length"][:, None] - 1)
        return batch

    def labels_for(self, batch: dict[str, Tensor]) -> Tensor:
        """Return the labels of the businesses in a batch, and those that all have."""
        trades = torch.unique(batch["trade"])
        return torch.nonzero(torch.isin(self.data["label_trade"], trades) | (self.data["label_trade"] == COMMON))[:, 0]

    def texts_for(self, labels: Tensor) -> Tensor:
        """Return one wording for each label, by chance."""
        chance = torch.rand(len(labels), generator=self.random, device=self.device)
        number = (chance * self.data["label_count"][labels]).long()
        return self.data["label_texts"][labels, number].long()

    def text_inputs(self, texts: Tensor) -> tuple[Tensor, Tensor]:
        """Return wordings as the encoder takes them."""
        length = self.data["text_length"][texts]
        longest = int(length.max()) if len(texts) else 1
        mask = torch.arange(longest, device=self.device) < length[:, None]
        return self.data["text_ids"][texts][:, :longest].long(), mask


def losses(model: Model, batches: Batches, batch: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return what each head has still to learn from a batch."""
    labels = batches.labels_for(batch)
    options = torch.unique(batch["options"][batch["options"] != UNKNOWN]).long()
    texts = torch.cat([batches.texts_for(labels), options])
    states = model.encoder(batch["ids"], batch["types"], batch["mask"])
    vectors = model.label_vectors(*batches.text_inputs(texts))
    ours, shown = vectors[: len(labels)], vectors[len(labels) :]
    first = model.summary(states, batch["types"])
    whole = model.whole(first).unflatten(-1, (3, WIDTH))
    found = {
        "acts": _acts_loss(model.acts(first).float(), batch["acts"]),
        "answer": _answer_loss(model.answer(first).float(), batch["answer"], batch["coarse"]),
        "option": _option_loss(whole[:, 2] @ part(shown, "option").T / SCALE + model.bias[2], batch, options),
    }
    near = _compared(batches, batch, labels)
    for place, name in enumerate(("flow", "topic")):
        scores = whole[:, place] @ part(ours, name).T / SCALE + model.bias[place]
        kind = batches.data["label_kind"][labels] == LABEL_KINDS.index(name)
        weight = near & kind & batch[f"{name}s_known"][:, None]
        found[name] = _named_loss(scores.float(), batch[f"{name}s"], labels, weight)
    slots = near & (batches.data["label_kind"][labels] == LABEL_KINDS.index("slot"))
    found["spans"] = _spans_loss(model, states, ours, labels, batch, slots)
    found["meant"], found["related"] = _how_losses(model, states, batch)
    return found


def _compared(batches: Batches, batch: dict[str, Tensor], labels: Tensor) -> Tensor:
    """Say which labels a message is compared with: those of its business, and some strangers that cannot be meant."""
    trades = batches.data["label_trade"][labels]
    same = (trades == batch["trade"][:, None]) | (trades == COMMON)
    strange = torch.rand(same.shape, generator=batches.random, device=batches.device) < _STRANGERS
    return (same | strange) & (batch["trade"] > COMMON)[:, None]


def _acts_loss(scores: Tensor, acts: Tensor) -> Tensor:
    known = (acts != UNKNOWN).float()
    each = fn.binary_cross_entropy_with_logits(scores, acts.clamp(min=0).float(), reduction="none")
    return (each * known).sum() / (known.any(1).sum() + 1)


def _answer_loss(scores: Tensor, answer: Tensor, coarse: Tensor) -> Tensor:
    """Coarse rows tell no change from a no, nor something else from unclear: there the sum of both is learned."""
    logs = fn.log_softmax(scores, -1)
    yes, no, change, unclear, other = logs.unbind(-1)
    summed = torch.stack(
        [
            yes,
            torch.logaddexp(no, change),
            torch.logaddexp(unclear, other),
            torch.logsumexp(logs[:, 1:], -1),
        ],
        -1,
    )
    fine = -logs.gather(1, answer.long().clamp(min=0)[:, None])[:, 0] * (answer != UNKNOWN)
    rough = -summed.gather(1, coarse.long().clamp(min=0)[:, None])[:, 0] * (coarse != UNKNOWN)
    return (fine + rough).sum() / ((answer != UNKNOWN) | (coarse != UNKNOWN)).sum().clamp(min=1)


def _option_loss(scores: Tensor, batch: dict[str, Tensor], options: Tensor) -> Tensor:
    known = batch["picks"] != UNKNOWN
    if not len(options):
        return scores.sum() * 0
    column = torch.searchsorted(options, batch["options"].long().clamp(min=int(options[0])))
    own = scores.float().gather(1, column.clamp(max=len(options) - 1))
    each = fn.binary_cross_entropy_with_logits(own, batch["picks"].clamp(min=0).float(), reduction="none")
    return (each * known).sum() / (known.any(1).sum() + 1)


def _named_loss(scores: Tensor, names: Tensor, labels: Tensor, weight: Tensor) -> Tensor:
    wanted = (names[:, :, None] == labels[None, None, :]).any(1)
    each = fn.binary_cross_entropy_with_logits(scores, wanted.float(), reduction="none")
    return (each * weight).sum() / (weight.any(1).sum() + 1)


def _spans_loss(
    model: Model, states: Tensor, ours: Tensor, labels: Tensor, batch: dict[str, Tensor], slots: Tensor
) -> Tensor:
    """Let pieces inside a span be like its label, and its first piece in a way of its own."""
    pieces = model.piece(states).unflatten(-1, (2, WIDTH))
    spans = batch["spans"]
    row, number = torch.nonzero(spans[..., 0] != UNKNOWN, as_tuple=True)
    column = torch.searchsorted(labels, spans[row, number, 2].long())
    shape = (*states.shape[:2], len(labels))
    inside = torch.zeros(shape, device=states.device)
    begin = torch.zeros(shape, device=states.device)
    for step in range(int((spans[..., 1] - spans[..., 0]).max().clamp(min=0))):
        place = spans[row, number, 0] + step
        there = place < spans[row, number, 1]
        inside[row[there], place[there].long(), column[there]] = 1
        if step == 0:
            begin[row, place.long(), column] = 1
    weight = (batch["own"][:, :, None] & slots[:, None, :] & batch["spans_known"][:, None, None]).float()
    total = torch.zeros((), device=states.device)
    for place, (name, wanted) in enumerate((("inside", inside), ("begin", begin))):
        scores = pieces[:, :, place] @ part(ours, name).T / SCALE + model.bias[3 + place]
        each = fn.binary_cross_entropy_with_logits(scores.float(), wanted, reduction="none")
        total = total + (each * weight).sum()
    return total / (batch["spans_known"].sum() + 1)


def _how_losses(model: Model, states: Tensor, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """Return how spans are meant and related, from the mean over their pieces."""
    spans = batch["spans"]
    row, number = torch.nonzero(spans[..., 0] != UNKNOWN, as_tuple=True)
    if not len(row):
        return states.sum() * 0, states.sum() * 0
    place = torch.arange(states.shape[1], device=states.device)
    inside = (place >= spans[row, number, 0, None]) & (place < spans[row, number, 1, None])
    share = inside.to(states.dtype) / inside.sum(1, keepdim=True).clamp(min=1)
    mean = (states[row] * share[..., None]).sum(1)
    found = []
    for head, column in ((model.meant, 3), (model.related, 4)):
        wanted = spans[row, number, column].long()
        known = wanted != UNKNOWN
        each = fn.cross_entropy(head(mean).float(), wanted.clamp(min=0), reduction="none")
        found.append((each * known).sum() / (known.sum() + 1))
    return found[0], found[1]


def rate(done: float) -> float:
    """Return the share of the full rate of learning when this share of the time has passed."""
    return done / _WARM if done < _WARM else 0.5 * (1 + math.cos(math.pi * (done - _WARM) / (1 - _WARM)))


class Mean:
    """The running mean of a model's weights."""

    def __init__(self, model: nn.Module) -> None:
        self.weights = {name: value.detach().clone() for name, value in model.state_dict().items()}

    def add(self, model: nn.Module, step: int) -> None:
        """Take the weights of now into the mean."""
        kept = min(_KEPT, (1 + step) / (10 + step))
        values = model.state_dict()
        torch._foreach_lerp_(list(self.weights.values()), [values[name] for name in self.weights], 1 - kept)


def train(path: Path, seconds: float, steps: int, size: int, seed: int) -> Model:
    """Train for `seconds` or `steps`, whichever is over first, and return the mean of the late models."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Model(Shape.read(WORK / "config.json")).to(device)
    model.encoder.take(WORK / "base.safetensors")
    batches = Batches(path, device, seed)
    encoder = list(model.encoder.parameters())
    known = {id(parameter) for parameter in encoder}
    heads = [parameter for parameter in model.parameters() if id(parameter) not in known]
    rates = (1.5e-4, 1e-3)
    optimizer = torch.optim.AdamW(
        [{"params": encoder, "lr": rates[0]}, {"params": heads, "lr": rates[1]}],
        weight_decay=0.01,
        betas=(0.9, 0.98),
        fused=device.type == "cuda",
    )
    mean = Mean(model)
    begun = time.monotonic()
    for step in range(steps):
        done = max((time.monotonic() - begun) / seconds, step / steps)
        if done >= 1:
            break
        for group, full in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = full * rate(done)
        batch = batches.draw(size)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            found = losses(model, batches, batch)
        loss = sum((_WEIGHTS[name] * found[name] for name in _LOSSES), torch.zeros((), device=device))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        mean.add(model, step)
        if step % 200 == 0:
            told = " ".join(f"{name} {value.item():.3f}" for name, value in found.items())
            print(f"{step} {time.monotonic() - begun:.0f}s {loss.item():.3f} {told}", flush=True)
    print(f"{step} steps of {size} in {time.monotonic() - begun:.0f}s", flush=True)
    model.load_state_dict(mean.weights)
    return model.cpu().eval()


def main() -> None:
    """Train, and keep the weights in half precision."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    model = train(WORK / "arrays.npz", arguments.seconds, arguments.steps, arguments.size, arguments.seed)
    save_file(
        {name: value.half().contiguous() for name, value in model.state_dict().items()}, WORK / "trained.safetensors"
    )


if __name__ == "__main__":
    main()
