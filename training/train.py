"""Trains the model on prepared arrays, on one device, for a given time."""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterable
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

_STRETCH = 40  # batches in the stretch of like lengths that one is drawn from,
_SHORTEST_STRETCH = 0.25  # of all rows of its business
_WATCHED = 500  # steps between two looks at rows that are not learned from
_BEGINNING = 0  # the seed of the heads: alike in all runs, so that the mean of several is a model too
_RATES = (3e-4, 1e-3)  # of learning, of the encoder and of the heads
_DROP = 0.1
_WARM = 0.04  # of the time: the rate of learning rises
_KEPT = 0.997  # of the running mean of the weights, which is what is kept in the end
_NEVER = -1e4
_NAMED = ("flow", "topic")
_PIECES = ("inside", "begin")
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

Batch = dict[str, Tensor]


class Batches:
    """All rows on the device; a batch is rows of a few businesses, of about one length.

    A message is compared with all labels of its business, so a batch of many businesses would encode the labels of all.
    """

    def __init__(self, path: Path, device: torch.device, seed: int, public: float = 1.0) -> None:
        with np.load(path) as arrays:
            self.data = {name: torch.from_numpy(arrays[name]).to(device) for name in arrays.files}
            self.groups = _groups(arrays["trade"], arrays["length"], arrays["weight"])
            label_trade = arrays["label_trade"]
        self.labels = {int(trade): np.nonzero(label_trade == trade)[0] for trade in np.unique(label_trade)}
        self.device = device
        self.random = torch.Generator(device).manual_seed(seed)
        self.drawing = np.random.default_rng(seed)
        shares = np.array([group.sums[-1] * (public if group.is_public else 1.0) for group in self.groups])
        self.shares = shares / shares.sum()

    def draw(self, size: int, businesses: int) -> Batch:
        """Return a batch: `size` rows of each of some businesses."""
        groups = [self.groups[number] for number in self.drawing.choice(len(self.groups), businesses, p=self.shares)]
        place = self.drawing.random()
        rows = np.concatenate([group.drawn(size, place, self.drawing) for group in groups])
        return self.batch(rows, {group.trade for group in groups})

    def batch(self, rows: np.ndarray, trades: Iterable[int]) -> Batch:
        """Return rows as a batch, cut to the longest message, with the labels of their businesses."""
        chosen = torch.from_numpy(rows).to(self.device)
        names = [name for name in self.data if not name.startswith(("text_", "label_")) and name != "weight"]
        batch = {name: self.data[name][chosen] for name in names}
        longest = int(batch["length"].max())
        batch["ids"], batch["types"] = batch["ids"][:, :longest].long(), batch["types"][:, :longest].long()
        places = torch.arange(longest, device=self.device)
        batch["mask"] = places < batch["length"][:, None]
        # The guest's own pieces: neither what the desk said nor the piece that ends the message.
        batch["own"] = (places >= batch["first"][:, None]) & (places < batch["length"][:, None] - 1)
        mine = [self.labels[trade] for trade in {*trades, COMMON} if trade in self.labels]
        batch["labels"] = torch.from_numpy(np.sort(np.concatenate(mine))).to(self.device)
        return batch

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

    trade: int
    rows: np.ndarray
    sums: np.ndarray
    is_public: bool

    def drawn(self, size: int, place: float, random: np.random.Generator) -> np.ndarray:
        """Return rows by weight, out of the stretch of the list at `place`, so that they are of about one length."""
        stretch = max(_SHORTEST_STRETCH, min(1.0, _STRETCH * size / len(self.rows)))
        begin = place * (1 - stretch)
        places = np.searchsorted(self.sums, (begin + random.random(size) * stretch) * self.sums[-1])
        return self.rows[places.clip(max=len(self.rows) - 1)]


def _groups(trade: np.ndarray, length: np.ndarray, weight: np.ndarray) -> list[Group]:
    groups = []
    for number in np.unique(trade):
        rows = np.nonzero(trade == number)[0]
        rows = rows[np.argsort(length[rows], kind="stable")]
        weights = weight[rows].astype(np.float64)
        is_public = bool(number > COMMON and weights.max() <= 1)  # each of our own rows weighs more
        groups.append(Group(int(number), rows, np.cumsum(weights), is_public))
    return groups


@dataclass(frozen=True, slots=True)
class Said:
    """What the model says of a batch, as scores."""

    states: Tensor
    acts: Tensor
    answer: Tensor
    named: dict[str, Tensor]  # flow and topic: messages by labels
    compared: dict[str, Tensor]  # likewise: which of them are compared at all
    pieces: dict[str, Tensor]  # inside and begin: messages by pieces by labels
    slots: Tensor  # messages by labels: which are compared
    picked: Tensor  # messages by options


def said(model: Model, batches: Batches, batch: Batch, ours: Tensor) -> Said:
    """Return what a model says of a batch, whose labels have these vectors."""
    labels = batch["labels"]
    states = model.encoder(batch["ids"], batch["types"], batch["mask"])
    first = model.summary(states, batch["types"])
    whole = model.whole(first).unflatten(-1, (2, WIDTH))
    pieces = model.piece(states).unflatten(-1, (2, WIDTH))
    owner, kind = batches.data["label_trade"][labels], batches.data["label_kind"][labels]
    of_business = (batch["trade"] > COMMON)[:, None] & (
        (owner == batch["trade"][:, None]) | (owner == COMMON)[None, :]
    )  # a message of no business is compared with none
    known = {name: batch[f"{name}s_known"][:, None] & (kind == LABEL_KINDS.index(name)) for name in _NAMED}
    return Said(
        states,
        model.acts(first).float(),
        model.answer(first).float(),
        {
            name: (whole[:, place] @ part(ours, name).T / SCALE + model.bias[place]).float()
            for place, name in enumerate(_NAMED)
        },
        {name: known[name] & of_business for name in _NAMED},
        {
            name: (pieces[:, :, place] @ part(ours, name).T / SCALE + model.bias[2 + place]).float()
            for place, name in enumerate(_PIECES)
        },
        of_business & (kind == LABEL_KINDS.index("slot")),
        model.picked(_mean_over(states, batch["shown"]))[..., 0].float(),
    )


def _mean_over(states: Tensor, ranges: Tensor) -> Tensor:
    """Return the mean state over each range of pieces: messages by ranges by numbers."""
    share = _share(ranges, states.shape[1]).to(states.dtype)
    return torch.einsum("brp,bph->brh", share, states)


def _share(ranges: Tensor, longest: int) -> Tensor:
    place = torch.arange(longest, device=ranges.device)
    inside = (place >= ranges[..., 0, None]) & (place < ranges[..., 1, None])
    return inside / inside.sum(-1, keepdim=True).clamp(min=1)


def losses(model: Model, batches: Batches, batch: Batch) -> dict[str, Tensor]:
    """Return what each head has still to learn from a batch."""
    drawn = batches.text_inputs(batches.texts_for(batch["labels"]))
    told = said(model, batches, batch, model.label_vectors(*drawn))
    found = {
        "acts": _acts_loss(told.acts, batch["acts"]),
        "answer": _answer_loss(told.answer, batch["answer"], batch["coarse"]),
        "option": _option_loss(told.picked, batch["picks"]),
        "spans": _spans_loss(told, batch),
    }
    for name in _NAMED:
        found[name] = _named_loss(told.named[name], wanted_of(batch, name), told.compared[name])
    found["meant"], found["related"] = _how_losses(model, told.states, batch)
    return found


def wanted_of(batch: Batch, name: str) -> Tensor:
    """Say which labels the flows or topics of messages are: messages by labels."""
    return (batch[f"{name}s"][:, :, None] == batch["labels"][None, None, :]).any(1)


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


def _option_loss(scores: Tensor, picks: Tensor) -> Tensor:
    known, picked = picks != UNKNOWN, picks == 1
    each = fn.binary_cross_entropy_with_logits(scores, picked.float(), reduction="none")
    return ((each * known).sum() + _best_of(scores, picked, known)) / (known.any(1).sum() + 1)


def _named_loss(scores: Tensor, wanted: Tensor, compared: Tensor) -> Tensor:
    each = fn.binary_cross_entropy_with_logits(scores, wanted.float(), reduction="none")
    return ((each * compared).sum() + _best_of(scores, wanted & compared, compared)) / (compared.any(1).sum() + 1)


def _best_of(scores: Tensor, wanted: Tensor, compared: Tensor) -> Tensor:
    """Let what is wanted stand above what is not, whatever the threshold."""
    logs = fn.log_softmax(scores.masked_fill(~compared, _NEVER), -1)
    return -(logs * wanted).sum(-1).div(wanted.sum(-1).clamp(min=1)).sum()


def _spans_loss(told: Said, batch: Batch) -> Tensor:
    """Let pieces inside a span be like its label, and its first piece in a way of its own."""
    weight = (batch["own"][:, :, None] & told.slots[:, None, :] & batch["spans_known"][:, None, None]).float()
    total = torch.zeros((), device=weight.device)
    for name, wanted in zip(_PIECES, wanted_pieces(batch), strict=True):
        each = fn.binary_cross_entropy_with_logits(told.pieces[name], wanted, reduction="none")
        total = total + (each * weight).sum()
    return total / (batch["spans_known"].sum() + 1)


def wanted_pieces(batch: Batch) -> tuple[Tensor, Tensor]:
    """Return which pieces are inside a span of a label, and which begin one: messages by pieces by labels."""
    spans = batch["spans"]
    place = torch.arange(batch["ids"].shape[1], device=spans.device)
    inside = (place >= spans[..., 0, None]) & (place < spans[..., 1, None])
    begin = place == spans[..., 0, None]
    of_label = spans[..., 2, None] == batch["labels"]
    return tuple(
        torch.einsum("bsp,bsl->bpl", where.float(), of_label.float()).clamp(max=1) for where in (inside, begin)
    )  # type: ignore[return-value]  # two of two


def _how_losses(model: Model, states: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return how spans are meant and related, from the mean over their pieces."""
    spans = batch["spans"]
    row, number = torch.nonzero(spans[..., 0] != UNKNOWN, as_tuple=True)
    if not len(row):
        return states.sum() * 0, states.sum() * 0
    mean = _mean_over(states, spans[..., :2])[row, number]
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


def watched(model: Model, kept: Batches) -> str:
    """Return how many of the rows that are not learned from are right, by what is likeliest in each."""
    right: dict[str, list[float]] = {}
    for group in kept.groups:
        batch = kept.batch(group.rows, [group.trade])
        with torch.no_grad():
            told = said(model, kept, batch, _all_wordings(model, kept, batch["labels"]))
            how = model.meant(_mean_over(told.states, batch["spans"][..., :2])).argmax(-1)
        answered = batch["answer"] != UNKNOWN
        there = batch["spans"][..., 3] != UNKNOWN
        acts, believed = batch["acts"] == 1, told.acts > 0
        _count(right, "answer", told.answer.argmax(-1)[answered] == batch["answer"][answered])
        _count(right, "yes unasked", (told.answer.argmax(-1) == 0)[answered & (batch["answer"] != 0)])
        _count(right, "acts", acts[acts | believed] & believed[acts | believed])
        _count(right, "meant", how[there] == batch["spans"][..., 3][there])
        for name in _NAMED:
            wanted = wanted_of(batch, name) & told.compared[name]
            scores = told.named[name].masked_fill(~told.compared[name], _NEVER)
            some = wanted.any(1)
            _count(right, name, wanted.gather(1, scores.argmax(1)[:, None])[some, 0])
            _count(right, f"no {name}", (scores.amax(1) < 0)[told.compared[name].any(1) & ~some])
        some = (batch["picks"] == 1).any(1)
        best = told.picked.masked_fill(batch["picks"] == UNKNOWN, _NEVER).argmax(1)
        _count(right, "option", batch["picks"].gather(1, best[:, None])[some, 0] == 1)
    return ", ".join(f"{name} {sum(found) / max(1, len(found)):.3f}" for name, found in right.items())


def _count(right: dict[str, list[float]], name: str, found: Tensor) -> None:
    right.setdefault(name, []).extend(found.float().tolist())


def _all_wordings(model: Model, batches: Batches, labels: Tensor) -> Tensor:
    """Return the vectors of labels as the product has them: the mean over all wordings of each."""
    texts, counts = batches.data["label_texts"][labels], batches.data["label_count"][labels]
    there = torch.arange(texts.shape[1], device=texts.device) < counts[:, None]
    vectors = model.label_vectors(*batches.text_inputs(texts[there].long()))
    label = torch.nonzero(there)[:, 0]
    summed = torch.zeros(len(labels), vectors.shape[1], device=texts.device).index_add_(0, label, vectors.float())
    return summed / counts[:, None]


class Mean:
    """The running mean of a model's weights."""

    def __init__(self, model: nn.Module) -> None:
        self.weights = {name: value.detach().clone() for name, value in model.state_dict().items()}

    def add(self, model: nn.Module, step: int) -> None:
        """Take the weights of now into the mean."""
        kept = min(_KEPT, (1 + step) / (10 + step))
        values = model.state_dict()
        torch._foreach_lerp_(list(self.weights.values()), [values[name] for name in self.weights], 1 - kept)

    def model(self, like: Model) -> Model:
        """Return a model of the mean weights."""
        made = copy.deepcopy(like)
        made.load_state_dict(self.weights)
        return made.eval()


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train: for how long, with how many rows in a batch, from which weights, how fast."""

    seconds: float
    size: int
    seed: int
    begin: Path | None  # weights of an earlier run; None begins with the public ones
    rates: tuple[float, float] = _RATES
    drop: float = _DROP
    public: float = 1.0  # how often public rows are drawn, against what their weights say
    businesses: int = 8  # to one batch: a message is compared with the labels of its own
    batches: int = 1  # to one step: on a processor several small ones are quicker than a large one


def train(path: Path, plan: Plan) -> Model:
    """Train and return the running mean of the models."""
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = _begun(plan, device)
    batches = Batches(path, device, plan.seed, plan.public)
    optimizer = _optimizer(model, plan.rates, device)
    mean = Mean(model)
    kept = Batches(path.with_name("kept.npz"), device, plan.seed)
    begun, step = time.monotonic(), 0
    while (done := (time.monotonic() - begun) / plan.seconds) < 1:
        for group, full in zip(optimizer.param_groups, plan.rates, strict=True):
            group["lr"] = full * rate(done)
        optimizer.zero_grad(set_to_none=True)
        found = _learned(model, batches, plan)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        mean.add(model, step)
        if step % 100 == 0:
            told = " ".join(f"{name} {found[name].item():.3f}" for name in _LOSSES)
            print(f"{step} {time.monotonic() - begun:.0f}s {told}", flush=True)
        if step and step % _WATCHED == 0:
            print(f"  kept rows: {watched(mean.model(model), kept)}", flush=True)
        step += 1
    print(
        f"{step} steps of {plan.batches} x {plan.businesses} x {plan.size} rows in {time.monotonic() - begun:.0f}s",
        flush=True,
    )
    print(f"kept rows: {watched(mean.model(model), kept)}", flush=True)
    return mean.model(model).cpu()


def _begun(plan: Plan, device: torch.device) -> Model:
    torch.manual_seed(_BEGINNING)
    model = Model(Shape.read(WORK / "config.json"), plan.drop)
    torch.manual_seed(plan.seed)
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


def _learned(model: Model, batches: Batches, plan: Plan) -> dict[str, Tensor]:
    """Add what one step teaches to the gradients, and return its mean losses."""
    total: dict[str, Tensor] = {}
    for _ in range(plan.batches):
        with torch.autocast(batches.device.type, torch.bfloat16):
            found = losses(model, batches, batches.draw(plan.size, plan.businesses))
        loss = sum((_WEIGHTS[name] * found[name] for name in _LOSSES), torch.zeros((), device=batches.device))
        (loss / plan.batches).backward()
        total = {name: total.get(name, 0) + value.detach() / plan.batches for name, value in found.items()}
    return total


def main() -> None:
    """Train, and keep the weights in half precision."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--begin", type=Path, help="weights of an earlier run to go on from")
    parser.add_argument("--rates", type=float, nargs=2, default=_RATES, help="of the encoder, of the heads")
    parser.add_argument("--drop", type=float, default=_DROP, help="of what each layer passes on, while training")
    parser.add_argument("--public", type=float, default=1.0, help="how often to draw public rows")
    parser.add_argument("--businesses", type=int, default=8, help="in one batch")
    parser.add_argument("--batches", type=int, default=1, help="in one step")
    parser.add_argument("--threads", type=int, default=0, help="on a processor; 0 takes all there are")
    parser.add_argument("--into", type=Path, default=WORK / "trained.safetensors")
    arguments = parser.parse_args()
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    plan = Plan(
        *(arguments.seconds, arguments.size, arguments.seed, arguments.begin),
        rates=tuple(arguments.rates),
        drop=arguments.drop,
        public=arguments.public,
        businesses=arguments.businesses,
        batches=arguments.batches,
    )
    keep(train(WORK / "arrays.npz", plan).state_dict(), arguments.into)


def keep(weights: dict[str, Tensor], path: Path) -> None:
    """Write weights in half precision."""
    save_file({name: value.half().contiguous() for name, value in weights.items()}, path)


if __name__ == "__main__":
    main()
