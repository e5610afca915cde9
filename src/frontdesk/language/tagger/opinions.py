"""What the model believes of a message: acts, the answer at a confirm, flows, topics, options, values; with chances."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from frontdesk.language.tagger.chances import sigmoid, softmax
from frontdesk.language.tagger.running import ABOUT, EXAMPLE, MODEL, NO_LABELS, Scores, TaggerLabels, loaded
from frontdesk.language.tagger.spans import SpanBeliefs, SpanFloors, TaggedSpan, tagged_spans

SETTINGS = "settings.json"
# A reference is made by chance: what is believed of a reply must not hang on it.
_REFERENCE = re.compile(r"\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{6,12}\b")
_NAMELESS = "K4T"
_AGREES, _BESIDES = 0.9, 0.3  # how likely agreement must be, and anything else may be beside it
_ASKS = 0.5
_NOT_AGREEING = ("ask", "wait", "deny", "change", "undo", "choose")
SHIPPED = Path(__file__).with_name("model")


@dataclass(frozen=True, slots=True)
class TaggerSettings:
    """Temperatures and thresholds, as calibrated for one exported file."""

    temperatures: Mapping[str, float]
    acts: Mapping[str, float]
    yes: float
    flow: float
    topic: float
    option: float
    inside: float
    begin: float

    @classmethod
    def read(cls, path: Path) -> TaggerSettings:
        """Return the settings in a file."""
        return cls(**json.loads(path.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Opinion:
    """Probabilities by name. Acts, flows, topics and options hold each by itself; of the answers exactly one does."""

    acts: Mapping[str, float]
    answer: Mapping[str, float]
    flows: Mapping[str, float]
    topics: Mapping[str, float]
    options: tuple[float, ...]
    spans: tuple[TaggedSpan, ...] = ()
    words: SpanBeliefs | None = None

    def likely_flow(self, floor: float) -> str | None:
        """Return the flow that is most likely wanted, if any is likely enough."""
        return _likeliest(self.flows, floor)

    def likely_topic(self, floor: float) -> str | None:
        """Return the topic that is most likely asked about, if any is likely enough."""
        return _likeliest(self.topics, floor)


@dataclass(frozen=True, slots=True)
class Tagger:
    """The model in a folder, as it is asked about messages."""

    folder: Path

    def opinion(self, place: str, desk: str, text: str, labels: TaggerLabels, options: Sequence[str] = ()) -> Opinion:
        """Return what is believed of what a guest wrote after the desk had said `desk`."""
        return _opinion(self, place, _REFERENCE.sub(_NAMELESS, desk), text, labels, tuple(options))

    def answer(self, place: str, desk: str, text: str) -> Mapping[str, float]:
        """Return how likely each answer to what the desk said is."""
        return self.opinion(place, desk, text, NO_LABELS).answer

    def agrees(self, place: str, desk: str, text: str) -> bool:
        """Say whether a reply is believed to agree, and to do nothing else besides."""
        heard = self.opinion(place, desk, text, NO_LABELS)
        return heard.acts["affirm"] >= _AGREES and all(heard.acts[act] < _BESIDES for act in _NOT_AGREEING)

    def asks(self, place: str, desk: str, text: str) -> bool:
        """Say whether a reply is believed to ask something."""
        return self.opinion(place, desk, text, NO_LABELS).acts["ask"] >= _ASKS

    def missing(self) -> tuple[str, ...]:
        """Name the files of a model that its folder lacks."""
        return tuple(name for name in (MODEL, SETTINGS, *ABOUT) if not (self.folder / name).is_file())

    @property
    def settings(self) -> TaggerSettings:
        """The temperatures and thresholds of the model."""
        return _settings(self.folder)


@lru_cache(maxsize=64)  # many parts ask about one message
def _opinion(
    tagger: Tagger, place: str, desk: str, text: str, labels: TaggerLabels, options: tuple[str, ...]
) -> Opinion:
    model = loaded(tagger.folder)
    return believed(model.scores(place, desk, text, labels, options), model.about, tagger.settings)


@cache
def _settings(folder: Path) -> TaggerSettings:
    return TaggerSettings.read(folder / SETTINGS)


def believed(scores: Scores, about: Mapping[str, Sequence[str]], settings: TaggerSettings) -> Opinion:
    """Return scores as probabilities."""
    heat = settings.temperatures
    answers = softmax(scores.answer.tolist(), heat["answer"])
    floors = SpanFloors(settings.inside, settings.begin, heat)
    return Opinion(
        acts=_each(zip(about["acts"], scores.acts.tolist(), strict=True), heat["acts"]),
        answer=dict(zip(about["answers"], answers, strict=True)),
        flows=_each(scores.flows.items(), heat["flow"]),
        topics=_each(scores.topics.items(), heat["topic"]),
        options=tuple(sigmoid(score / heat["option"]) for score in scores.options),
        spans=tagged_spans(scores, about["meant"], floors),
        words=SpanBeliefs(scores, about["meant"], about["related"], floors),
    )


def _each(scores: Iterable[tuple[str, float]], heat: float) -> dict[str, float]:
    """Return the chance of each label: its own, or that of the likeliest of its examples."""
    chances: dict[str, float] = {}
    for label, score in scores:
        name = label.partition(EXAMPLE)[0]
        chances[name] = max(chances.get(name, 0.0), sigmoid(score / heat))
    return chances


def _likeliest(chances: Mapping[str, float], floor: float) -> str | None:
    best = max(chances, key=lambda name: chances[name], default=None)
    return best if best is not None and chances[best] >= floor else None
