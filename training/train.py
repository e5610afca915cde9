"""Trains the model on prepared arrays, on one device, for a given time."""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as fn

from frontdesk.language.tagger.encoding import LABEL_KINDS
from training.model import SCALE, WIDTH, Model, Shape, part
from training.sources import WORK
from training.targets import COMMON, UNKNOWN

_STRANGERS = 12  # labels of other businesses that a batch is compared with as well
_STRETCH = 40  # batches in the stretch of like lengths that one is drawn from,
_SHORTEST_STRETCH = 0.25  # of all rows of its business
_TOGETHER = 3  # batches, each of a business, to one step
_WARM = 0.04  # of the time: the rate of learning rises
_KEPT = 0.997  # of the running mean of the weights, which is what is kept in the end
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
    """All rows on the device; a batch is rows of one business, of about one length.

    A message is compared with all labels of its business, so a batch of many businesses would encode the labels of all.
    """

    def __init__(self, path: Path, device: torch.device, seed: int) -> None:
        with np.load(path) as arrays:
            self.data = {name: torch.from_numpy(arrays[name]).to(device) for name in arrays.files}
            self.groups = _groups(arrays["trade"], arrays["length"], arrays["weight"])
        self.device = device
        self.random = torch.Generator(device).manual_seed(seed)
        self.drawing = np.random.default_rng(seed)
        shares = np.array([group.sums[-1] for group in self.groups])
        self.shares = shares / shares.sum()

    def draw(self, size: int) -> dict[str, Tensor]:
        """Return a batch, cut to its longest message."""
        group = self.groups[self.drawing.choice(len(self.groups), p=self.shares)]
        chosen = torch.from_numpy(group.drawn(size, self.drawing)).to(self.device)
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
        """Return the labels of the business of a batch, those that all have, and a few of strangers."""
        trades = torch.unique(batch["trade"])
        own = torch.isin(self.data["label_trade"], trades) | (self.data["label_trade"] == COMMON)
        strange = self.drawing.choice(len(own), min(_STRANGERS, len(own)), replace=False)
        own[torch.from_numpy(strange).to(self.device)] = True
        return torch.nonzero(own)[:, 0]

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


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one business, shortest first, with the running sum of their weights."""

    rows: np.ndarray
    sums: np.ndarray

    def drawn(self, size: int, random: np.random.Generator) -> np.ndarray:
        """Return rows by weight, out of a stretch of the list, so that they are of about one length."""
        stretch = max(_SHORTEST_STRETCH, min(1.0, _STRETCH * size / len(self.rows)))
        begin = random.random() * (1 - stretch)
        places = np.searchsorted(self.sums, (begin + random.random(size) * stretch) * self.sums[-1])
        return self.rows[places.clip(max=len(self.rows) - 1)]


def _groups(trade: np.ndarray, length: np.ndarray, weight: np.ndarray) -> list[Group]:
    groups = []
    for number in np.unique(trade):
        rows = np.nonzero(trade == number)[0]
        rows = rows[np.argsort(length[rows], kind="stable")]
        groups.append(Group(rows, np.cumsum(weight[rows].astype(np.float64))))
    return groups


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
    near = _compared(batch, labels)
    for place, name in enumerate(("flow", "topic")):
        scores = whole[:, place] @ part(ours, name).T / SCALE + model.bias[place]
        kind = batches.data["label_kind"][labels] == LABEL_KINDS.index(name)
        weight = near & kind & batch[f"{name}s_known"][:, None]
        found[name] = _named_loss(scores.float(), batch[f"{name}s"], labels, weight)
    slots = near & (batches.data["label_kind"][labels] == LABEL_KINDS.index("slot"))
    found["spans"] = _spans_loss(model, states, ours, labels, batch, slots)
    found["meant"], found["related"] = _how_losses(model, states, batch)
    return found


def _compared(batch: dict[str, Tensor], labels: Tensor) -> Tensor:
    """Say which labels a message is compared with: those of its business, and strangers, which cannot be meant.

    A message of no business is compared with none.
    """
    return (batch["trade"] > COMMON)[:, None].expand(-1, len(labels))


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


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train: for how long, with how many rows in a batch, from which weights, how fast."""

    seconds: float
    size: int
    seed: int
    begin: Path | None  # weights of an earlier run; None begins with the public ones
    rates: tuple[float, float] = (1.5e-4, 1e-3)  # of the encoder, of the heads


def train(path: Path, plan: Plan) -> Model:
    """Train and return the running mean of the models."""
    torch.manual_seed(plan.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = _begun(plan, device)
    batches = Batches(path, device, plan.seed)
    optimizer = _optimizer(model, plan.rates, device)
    mean = Mean(model)
    begun, step = time.monotonic(), 0
    while (done := (time.monotonic() - begun) / plan.seconds) < 1:
        for group, full in zip(optimizer.param_groups, plan.rates, strict=True):
            group["lr"] = full * rate(done)
        optimizer.zero_grad(set_to_none=True)
        found = [_learned(model, batches, plan.size) for _ in range(_TOGETHER)]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        mean.add(model, step)
        if step % 100 == 0:
            told = " ".join(f"{name} {sum(each[name].item() for each in found) / _TOGETHER:.3f}" for name in _LOSSES)
            print(f"{step} {time.monotonic() - begun:.0f}s {told}", flush=True)
        step += 1
    print(f"{step} steps of {_TOGETHER} x {plan.size} in {time.monotonic() - begun:.0f}s", flush=True)
    model.load_state_dict(mean.weights)
    return model.cpu().eval()


def _begun(plan: Plan, device: torch.device) -> Model:
    model = Model(Shape.read(WORK / "config.json"))
    if plan.begin is None:
        model.encoder.take(WORK / "base.safetensors")
    else:
        model.load_state_dict({name: value.float() for name, value in load_file(plan.begin).items()})
    return model.to(device)


def _optimizer(model: Model, rates: tuple[float, float], device: torch.device) -> torch.optim.Optimizer:
    encoder = list(model.encoder.parameters())
    known = {id(parameter) for parameter in encoder}
    heads = [parameter for parameter in model.parameters() if id(parameter) not in known]
    return torch.optim.AdamW(
        [{"params": encoder, "lr": rates[0]}, {"params": heads, "lr": rates[1]}],
        weight_decay=0.01,
        betas=(0.9, 0.98),
        fused=device.type == "cuda",
    )


def _learned(model: Model, batches: Batches, size: int) -> dict[str, Tensor]:
    """Add what one batch teaches to the gradients, and return its losses."""
    with torch.autocast(batches.device.type, torch.bfloat16):
        found = losses(model, batches, batches.draw(size))
    loss = sum((_WEIGHTS[name] * found[name] for name in _LOSSES), torch.zeros((), device=batches.device))
    (loss / _TOGETHER).backward()
    return {name: value.detach() for name, value in found.items()}


def main() -> None:
    """Train, and keep the weights in half precision."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--begin", type=Path, help="weights of an earlier run to go on from")
    arguments = parser.parse_args()
    plan = Plan(arguments.seconds, arguments.size, arguments.seed, arguments.begin)
    model = train(WORK / "arrays.npz", plan)
    save_file(
        {name: value.half().contiguous() for name, value in model.state_dict().items()}, WORK / "trained.safetensors"
    )


if __name__ == "__main__":
    main()
