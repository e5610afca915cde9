"""Noise in speech and typing: nearly all conversations still end in the same booking, and none in a wrong one."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsals.conversation_files import read_conversations
from frontdesk.desk.rehearsals.rehearsing import Stage, stage
from frontdesk.desk.rehearsals.scripts import Says, Script
from tests.noise.kinds import KINDS, Spelled
from tests.noise.runs import Clean, Ended, clean, ended, noisy, run

EXAMPLES = Path(__file__).parents[2] / "examples"
BUSINESSES = ("medspa", "flights")
SEED = 2026
SAMPLE = {"medspa": 32, "flights": 16}  # conversations, each put through every kind; the spa has twice as many
ENOUGH = 0.95
MESSAGE = (
    "Hi, I'd like to book with Dr. Smith on Friday at 4:30 pm. I'm Ann O'Hara, 212 555 0120, ann.ohara@example.com"
)
OWN = Spelled(frozenset({"ann", "o'hara", "ohara", "example", "com"}))


@cache
def house_of(business: str) -> House:
    return open_house(EXAMPLES / business)


@cache
def written(business: str, stage: Stage) -> tuple[Clean, ...]:
    """Draw conversations that end in a booking, a wording of each."""
    house = house_of(business)
    scripts = [script for script in read_conversations(EXAMPLES / business, house).scripts if claims_a_booking(script)]
    chance = Random(SEED)  # noqa: S311 - a sample, not a secret
    drawn = (chance.choice(list(script.versions())) for script in chance.sample(scripts, len(scripts)))
    booking = (made for name, script in drawn if (made := clean(house, stage, name, script)).books)
    return tuple(made for made, _ in zip(booking, range(SAMPLE[business]), strict=False))


def claims_a_booking(script: Script) -> bool:
    """Tell whether a file says somewhere that something is booked; most say that nothing is."""
    said = [happening.expected.bookings for happening in script.happenings if isinstance(happening, Says)]
    return any((*said, script.ending and (script.ending.bookings or script.ending.diary)))


@pytest.fixture(scope="module")
def here() -> Iterator[Stage]:
    with stage() as made:
        yield made
        written.cache_clear()


@pytest.mark.parametrize("business", BUSINESSES)
def test_noise_keeps_the_booking(business: str, here: Stage) -> None:
    house, outcomes, lost = house_of(business), Counter[Ended](), []
    for conversation in written(business, here):
        for kind in KINDS:
            script = noisy(conversation, kind, SEED)
            if script == conversation.script:
                continue  # nothing in it that this kind could touch
            outcome = ended(house, here, conversation, run(house, here, script))
            outcomes[outcome] += 1
            if outcome is not Ended.SAME:
                lost.append((outcome, kind, [turn.text for turn in script.happenings if isinstance(turn, Says)]))
    assert [found for found in lost if found[0] is Ended.WRONG] == []
    assert outcomes[Ended.SAME] >= ENOUGH * outcomes.total() > 0, lost


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_chance_gives_the_same_noise(kind: str) -> None:
    heard = [KINDS[kind](MESSAGE, OWN, Random(seed)) for seed in range(40)]  # noqa: S311 - noise, not a secret
    assert heard == [KINDS[kind](MESSAGE, OWN, Random(seed)) for seed in range(40)]  # noqa: S311 - noise, not a secret
    assert any(text != MESSAGE for text in heard)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_guest_spells_stays(kind: str) -> None:
    for seed in range(40):
        heard = KINDS[kind](MESSAGE, OWN, Random(seed)).lower().replace("'", "")  # noqa: S311 - noise, not a secret
        assert "ann ohara" in heard
        assert "212 555 0120" in heard
        assert "ann.ohara@example.com" in heard
