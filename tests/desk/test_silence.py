"""A guest who says nothing: the desk asks again, says goodbye, and keeps it so that it can be replayed."""

import asyncio
from pathlib import Path
from typing import Any

from frontdesk.desk.records.masking import masked
from frontdesk.desk.records.recording import Record, read_record, record, written
from frontdesk.desk.records.replaying import replay
from frontdesk.desk.testing import rehearse
from frontdesk.storage.rows import Side
from tests.faults.desks import MED_SPA, NOW, desk_on, med_spa

ASKED = "botox tomorrow at 3pm"


async def fall_silent(url: str, times: int) -> tuple[list[dict[str, Any]], list[Side], Record | None]:
    """Ask for something, say nothing so many times, then say yes; return the answers, who spoke, and the record."""
    async with desk_on(url) as desk:
        answers: list[dict[str, Any]] = [await desk.say(ASKED, conversation="one")]
        answers += [await desk.hear_nothing(conversation="one") for _ in range(times)]
        answers.append(await desk.say("yes", conversation="one"))
        spoken = await desk.store.run(lambda unit: [each.side for each in unit.messages.of("one")])
        return answers, spoken, await desk.store.run(lambda unit: record(unit, "one"))


def test_silence_is_asked_about_a_few_times_and_ends_with_a_goodbye(database_url: str) -> None:
    answers, spoken, _ = asyncio.run(fall_silent(database_url, 3))
    assert [answer["asking"] for answer in answers] == ["name", "name", "name", None, None]
    assert len({answer["reply"] for answer in answers}) == 5
    assert [answer["did"] for answer in answers[1:]] == [[], [], [], []]
    # Nobody spoke, so nothing is kept as a guest's words.
    assert spoken == [Side.GUEST, Side.DESK, Side.DESK, Side.DESK, Side.DESK, Side.GUEST, Side.DESK]


def test_a_test_of_a_business_can_say_nothing() -> None:
    with rehearse(MED_SPA, NOW) as rehearsal:
        rehearsal.say(ASKED)
        assert [rehearsal.say_nothing()["asking"] for _ in range(3)] == ["name", "name", None]


def test_silence_is_recorded_and_replayed_as_silence(sqlite_database: str, tmp_path: Path) -> None:
    _, _, kept = asyncio.run(fall_silent(sqlite_database, 2))
    assert kept is not None
    assert [turn.guest for turn in kept.turns] == [ASKED, None, None, "yes"]
    (tmp_path / "talk.yaml").write_text(written(masked(kept, None, med_spa().business)), encoding="utf-8")
    again = read_record(tmp_path / "talk.yaml")
    assert [turn.guest for turn in again.turns] == [ASKED, None, None, "yes"]
    assert replay(MED_SPA, again) is None
