"""The model: one small encoder, and heads that compare a message with labels or sort it into fixed sets."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional as fn

from training.rows import ACTS, ANSWERS, MEANT, RELATED

WIDTH = 192  # of the vectors that are compared
SCALE = math.sqrt(WIDTH)
_UNSEEN = -1e4
COMPARED = ("flow", "topic", "inside", "begin")  # the order of the parts of a label's vector


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the encoder."""

    pieces: int
    hidden: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    places: int = 192
    epsilon: float = 1e-12

    @classmethod
    def read(cls, path: Path) -> Shape:
        """Return the sizes that a public configuration names."""
        config = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            config["vocab_size"],
            config["hidden_size"],
            config["num_hidden_layers"],
            config["num_attention_heads"],
            config["intermediate_size"],
        )


class Layer(nn.Module):
    """One layer of the encoder."""

    def __init__(self, shape: Shape, drop: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.drop = drop
        self.query = nn.Linear(shape.hidden, shape.hidden)
        self.key = nn.Linear(shape.hidden, shape.hidden)
        self.value = nn.Linear(shape.hidden, shape.hidden)
        self.joined = nn.Linear(shape.hidden, shape.hidden)
        self.first_norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)
        self.inner = nn.Linear(shape.hidden, shape.inner)
        self.outer = nn.Linear(shape.inner, shape.hidden)
        self.second_norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        """Return the states after this layer; `mask` is added to what attends to what."""
        drop = self.drop if self.training else 0.0
        query, key, value = (self._split(part(states)) for part in (self.query, self.key, self.value))
        seen = self._seen(query, key, value, mask)
        joined = self.joined(seen.transpose(1, 2).flatten(2))
        states = self.first_norm(states + fn.dropout(joined, drop, self.training))
        inner = self.outer(fn.gelu(self.inner(states)))
        return self.second_norm(states + fn.dropout(inner, drop, self.training))

    def _seen(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        """Return what each piece takes from the others it may look at."""
        if mask is not None and query.is_cuda:
            drop = self.drop if self.training else 0.0
            return fn.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=drop)
        # Written out: the exported file gets plain products, and a processor does these in half the time.
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        return torch.softmax(scores if mask is None else scores.masked_fill(~mask, _UNSEEN), -1) @ value

    def _split(self, states: Tensor) -> Tensor:
        return states.unflatten(-1, (self.heads, -1)).transpose(1, 2)


_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "joined": "attention.output.dense",
    "first_norm": "attention.output.LayerNorm",
    "inner": "intermediate.dense",
    "outer": "output.dense",
    "second_norm": "output.LayerNorm",
}


class Encoder(nn.Module):
    """A BERT encoder, no more of it than is used."""

    def __init__(self, shape: Shape, drop: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(shape.pieces, shape.hidden)
        self.places = nn.Embedding(shape.places, shape.hidden)
        self.types = nn.Embedding(2, shape.hidden)
        self.norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape, drop) for _ in range(shape.layers))

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor | None = None) -> Tensor:
        """Return a state for every piece; `mask` says which pieces are there, None that all are."""
        return self.through(self.words(ids) + self.types(types), mask)

    def through(self, embedded: Tensor, mask: Tensor | None) -> Tensor:
        """Return the states of pieces whose own embeddings are given."""
        states = self.norm(embedded + self.places.weight[: embedded.shape[1]])
        added = None if mask is None else mask[:, None, None, :]
        for layer in self.layers:
            states = layer(states, added)
        return states

    def take(self, path: Path) -> None:
        """Begin with public weights."""
        public = {name: value.float() for name, value in load_file(path).items()}
        own = {
            "words.weight": public["embeddings.word_embeddings.weight"],
            "places.weight": public["embeddings.position_embeddings.weight"][: self.places.num_embeddings],
            "types.weight": public["embeddings.token_type_embeddings.weight"],
            "norm.weight": public["embeddings.LayerNorm.weight"],
            "norm.bias": public["embeddings.LayerNorm.bias"],
        }
        for number in range(len(self.layers)):
            for ours, theirs in _NAMES.items():
                for part in ("weight", "bias"):
                    own[f"layers.{number}.{ours}.{part}"] = public[f"encoder.layer.{number}.{theirs}.{part}"]
        self.load_state_dict(own)


class Model(nn.Module):
    """The encoder with its heads."""

    def __init__(self, shape: Shape, drop: float = 0.1) -> None:
        super().__init__()
        hidden = shape.hidden
        self.encoder = Encoder(shape, drop)
        self.acts = nn.Linear(hidden, len(ACTS))
        self.answer = nn.Linear(hidden, len(ANSWERS))
        self.meant = nn.Linear(hidden, len(MEANT))
        self.related = nn.Linear(hidden, len(RELATED))
        self.picked = nn.Linear(hidden, 1)  # of an option that was shown, over its pieces
        self.whole = nn.Linear(hidden, 2 * WIDTH)  # flow, topic
        self.piece = nn.Linear(hidden, 2 * WIDTH)  # inside, begin
        self.label = nn.Linear(hidden, len(COMPARED) * WIDTH)
        self.bias = nn.Parameter(torch.tensor([-2.0, -2.0, -3.0, -3.0]))

        self._begin_alike()

    def _begin_alike(self) -> None:
        """Let messages and labels be compared at first as the public encoder compares texts: by one view of both."""
        with torch.no_grad():
            self.label.weight.copy_(torch.cat([self.whole.weight, self.piece.weight]))
            self.label.bias.copy_(torch.cat([self.whole.bias, self.piece.bias]))

    def summary(self, states: Tensor, types: Tensor) -> Tensor:
        """Return what stands for a whole message: its first state, and the mean over what the guest wrote."""
        there = types[..., None].to(states.dtype)
        return states[:, 0] + (states * there).sum(1) / there.sum(1).clamp(min=1)

    def label_vectors(self, ids: Tensor, mask: Tensor | None) -> Tensor:
        """Return the vectors of labels: the mean of their states, turned into what is compared."""
        states = self.encoder(ids, torch.zeros_like(ids), mask)
        if mask is None:
            return self.label(states.mean(1))
        there = mask[..., None].to(states.dtype)
        return self.label((states * there).sum(1) / there.sum(1))


def part(vectors: Tensor, name: str) -> Tensor:
    """Return the part of labels' vectors that one head compares with."""
    place = COMPARED.index(name) * WIDTH
    return vectors[..., place : place + WIDTH]
