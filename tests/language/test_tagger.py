"""The small model that ships: its size, its steadiness, what it is asked, and what it can never do."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from frontdesk.desk.house import open_house
from frontdesk.desk.model_choice import OFF, VARIABLE, NoModel, tagger_for
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Confirm
from frontdesk.dialogue.meanings import Affirm, Ask, Choose, Deny, Meaning, StartFlow, Unclear
from frontdesk.dialogue.values import Value
from frontdesk.language.tagger.labels import labels_of
from frontdesk.language.tagger.opinions import SHIPPED, Opinion, Tagger
from frontdesk.language.tagger.running import EXAMPLE, MODEL, TaggerLabels, loaded
from frontdesk.language.understand import Part, Understanding
from tests.faults.desks import MED_SPA, med_spa

NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
LARGEST = 25_000_000  # bytes
NO_LABELS = TaggerLabels()
KNOWN: Mapping[str, Value] = {"day": date(2025, 11, 19), "time": time(15), "name": "Eva Brandt"}
BOOKING = "So that is Botox on Wednesday, November 19 at 3 PM with Dr. Sarah Smith, for Eva Brandt. Shall I book it?"
CANCELLING = "You want to cancel Botox on Wednesday, November 19 at 3 PM. Shall I cancel it?"


class Gullible(Tagger):
    """A model that believes in a yes, in the first option, and in nothing else."""

    def opinion(self, place: str, desk: str, text: str, labels: TaggerLabels, options: Sequence[str] = ()) -> Opinion:
        """Believe."""
        del place, desk, text
        answer = {"yes": 1.0, "no": 0.0, "change": 0.0, "unclear": 0.0, "other": 0.0}
        acts = dict.fromkeys(self.settings.acts, 0.0)
        flows = {name: 0.0 for name in labels.flows if EXAMPLE not in name}
        picked = tuple(1.0 if number == 0 else 0.0 for number in range(len(options)))
        return Opinion(acts, answer, flows, dict.fromkeys(labels.topics, 0.0), picked)


def at_confirm(text: str, said: str, tagger: Tagger | None) -> list[Meaning]:
    house = med_spa()
    flow = house.flows.newest["cancel" if said == CANCELLING else "book"]
    confirm = next(step for step in flow.steps.values() if isinstance(step, Confirm))
    asked = Asked(Wanted.CONFIRMATION, flow.name, slots=flow.slots, known=KNOWN, shows=confirm.shows)
    understanding = Understanding(house.business, house.flows, tagger)
    return [read.meaning for read in understanding.understand(text, asked, NOW, said)]


def test_it_is_small_and_whole() -> None:
    assert Tagger(SHIPPED).missing() == ()
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= LARGEST


def test_it_says_the_same_again_whatever_was_asked_before() -> None:
    model = loaded(SHIPPED)
    first = model.scores("confirm", BOOKING, "that would be wonderful, thanks so much", NO_LABELS)
    model.scores("idle", "", "a much longer message about something else entirely, with many words in it", NO_LABELS)
    second = model.scores("confirm", BOOKING, "that would be wonderful, thanks so much", NO_LABELS)
    assert first.answer.tolist() == second.answer.tolist()
    assert first.acts.tolist() == second.acts.tolist()


def test_labels_are_encoded_once_for_what_they_say() -> None:
    house = open_house(MED_SPA)
    model = loaded(SHIPPED)
    model.scores("idle", "", "hello there", labels_of(house.business, house.flows))
    before = model.label.cache_info().misses
    again = open_house(MED_SPA)
    model.scores("idle", "", "hello there", labels_of(again.business, again.flows))
    assert model.label.cache_info().misses == before


def test_an_example_of_a_flow_or_topic_is_a_label_at_the_next_load() -> None:
    labels = labels_of(med_spa().business, med_spa().flows)
    assert "book an appointment" in labels.flows["book"]
    assert any("park" in wording for wording in labels.topics["parking"])


@pytest.mark.parametrize(
    "reply",
    [
        "oh my giddy aunt what does it cost altogether",
        "lovely but make it half past four please",
        "i suppose if my sister can come along",
        "well let me ask my husband about that first",
        "would that be with the same nurse as before?",
        "great, only on friday would be so much nicer",
    ],
)
def test_what_the_veto_sees_is_no_yes_whatever_a_model_believes(reply: str) -> None:
    assert not any(isinstance(each, Affirm) for each in at_confirm(reply, BOOKING, Gullible(SHIPPED)))


@pytest.mark.parametrize("reply", ["i will be there with bells on", "see you all then, looking forward to it"])
def test_words_of_keeping_never_cancel_whatever_a_model_believes(reply: str) -> None:
    assert not any(isinstance(each, Affirm) for each in at_confirm(reply, CANCELLING, Gullible(SHIPPED)))


def test_a_no_of_the_rules_stays_a_no() -> None:
    found = at_confirm("no thank you, i would rather not do that", BOOKING, Gullible(SHIPPED))
    assert any(isinstance(each, Deny) for each in found)
    assert not any(isinstance(each, Affirm) for each in found)


def test_it_gives_no_value_and_takes_no_option_at_a_question() -> None:
    house = med_spa()
    flow = house.flows.newest["book"]
    asked = Asked(Wanted.SLOT, flow.name, slot=flow.slots["phone"], slots=flow.slots)
    understanding = Understanding(house.business, house.flows, Gullible(SHIPPED))
    reads = understanding.understand("blorp the quux and then some more of it", asked, NOW, "What phone number?")
    assert not any(isinstance(read.meaning, Affirm | Choose | StartFlow) for read in reads)


def test_gibberish_stays_unclear() -> None:
    house = med_spa()
    reads = house.understanding.understand("asdf qwer zxcv uiop hjkl", Asked(), NOW)
    assert all(isinstance(read.meaning, Unclear) or _is_unknown(read.meaning) for read in reads)


def _is_unknown(meaning: Meaning) -> bool:
    return isinstance(meaning, Ask) and meaning.topic == "unknown"


def test_what_it_reads_says_so() -> None:
    found = Understanding(med_spa().business, med_spa().flows, Gullible(SHIPPED))
    flow = med_spa().flows.newest["book"]
    asked = Asked(Wanted.CONFIRMATION, flow.name, slots=flow.slots, known=KNOWN)
    reads = found.understand("well bless your cotton socks my dear", asked, NOW, BOOKING)
    assert [(read.by, read.chance) for read in reads] == [(Part.TAGGER, 1.0)]


def test_it_can_be_switched_off_or_taken_from_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, OFF)
    assert tagger_for("en") is None
    monkeypatch.setenv(VARIABLE, str(SHIPPED))
    assert tagger_for("de") == Tagger(SHIPPED)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(NoModel, match=MODEL):
        tagger_for("en")
    monkeypatch.delenv(VARIABLE)
    assert tagger_for("en") == Tagger(SHIPPED)
    assert tagger_for("de") is None
