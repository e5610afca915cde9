"""Lets scripted guests talk to whole businesses, and counts who got what they came for and who was harmed."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from uuid import uuid4

from frontdesk.desk.booking_data import booking_data
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsals.conversation_files import read_conversations
from frontdesk.desk.rehearsals.expectations import Setting, says
from frontdesk.desk.rehearsals.given import prepare
from frontdesk.desk.rehearsals.rehearsing import BEGINNING, EMPTY, END, Stage, stage
from frontdesk.desk.rehearsals.scripts import Script
from frontdesk.language.tagger.opinions import Tagger
from frontdesk.language.understand import Understanding
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.store import Store, open_store
from frontdesk.storage.unit import Unit
from training.goals import GONE, Diary, flat, wrong_step
from training.guest_moves import Standing, Talk, Yes
from training.guests import FOLDERS, ScriptedGuest, read_guests

CONVERSATIONS = Path(__file__).parent / "corpus" / "frozen" / "conversations"
MOST_TURNS = 25
IN_A_ROW = 3
_SENTENCE = re.compile(r"(?<=[.!?:])\s+")
_SHORT = 4  # words: "You're welcome." may come again
_PROMISES = re.compile(
    r"\b(let me (check|look|see)|one moment|just a (moment|second)|please hold|bear with me"
    r"|i('ll| will) (check|look into|get back|find out|be right back))\b",
    re.IGNORECASE,
)
_RATES = {"standard": "129", "deluxe": "189", "suite": "299"}
_ERP = {"synced": "20 minutes", "rates": _RATES}


class Unplayable(Exception):  # noqa: N818 - what is the case with the conversation
    """What a guest takes as given cannot be."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a conversation ended."""

    guest: ScriptedGuest
    lacks: tuple[str, ...]  # what of the goal was not reached
    harms: tuple[str, ...]
    turns: int

    @property
    def reached(self) -> bool:
        """Say whether the guest got what they came for."""
        return not self.lacks


def script_of(guest: ScriptedGuest, house: House) -> Script:
    """Return what is there before a guest speaks, checked as a conversation file is."""
    told: dict[str, object] = {
        "about": guest.name,
        "now": guest.now,
        **guest.given,
        "turns": [{"guest": guest.lines[0].text}],
    }
    if house.business.room_types:
        told["erp"] = _ERP
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "conversations" / f"{guest.name}.yaml"
        path.parent.mkdir()
        path.write_text(json.dumps(told), encoding="utf-8")
        read = read_conversations(Path(folder), house)
    if read.findings:
        raise Unplayable("; ".join(finding.message for finding in read.findings))
    return read.scripts[0]


@dataclass(slots=True)
class _Playing:
    """One guest at one desk."""

    guest: ScriptedGuest
    script: Script
    desk: Desk
    stage: Stage
    others: frozenset[int]
    conversation: str = field(default_factory=lambda: uuid4().hex)
    replies: list[str] = field(default_factory=list)
    harms: list[str] = field(default_factory=list)

    def play(self) -> Outcome:
        talk, standing = Talk(self.guest), None
        before = self.diary(self.desk.store)
        while len(self.replies) < MOST_TURNS:
            unmet = self.guest.goal.bookings + self.guest.goal.on_the_way
            words = talk.next(standing, partial(self.would_do, before), unmet)
            if words is None:
                break
            answer = self.say(self.desk, self.filled(words))
            self.replies.append(str(answer["reply"]))
            after = self.diary(self.desk.store)
            self.judge(before, after)
            standing, before = self.standing(answer, before, after), after
        return Outcome(self.guest, tuple(self.lacks(before)), tuple(dict.fromkeys(self.harms)), len(self.replies))

    def say(self, desk: Desk, words: str) -> Mapping[str, object]:
        desk.clock = lambda: self.script.now
        said = desk.say(words, guest=self.script.guest, conversation=self.conversation, channel=self.script.channel)
        return self.stage.runner.run(said)

    def filled(self, words: str) -> str:
        if "{reference}" not in words:
            return words
        return words.replace("{reference}", next(reversed([*self.diary(self.desk.store).rows]), "REFERENCE"))

    def standing(self, answer: Mapping[str, object], before: Diary, after: Diary) -> Standing:
        asking, step, offered = answer["asking"], answer["step"], answer["offered"]
        flows = self.desk.house.flows.newest
        flow = flows.get(step["flow"]) if isinstance(step, Mapping) else None
        slot = flow.slots.get(str(asking)) if flow else None
        return Standing(
            position=str(answer["position"]),
            asking=asking if isinstance(asking, str) else None,
            kind=slot.kind if slot else None,
            offered=offered if isinstance(offered, list) else (),
            done=before != after,
            content=after.is_reached(self.guest.goal),
        )

    def would_do(self, before: Diary) -> Yes:
        """Return what a plain yes would do, by saying it to a copy of the desk: nobody is asked to guess."""
        copy = self.stage.folder / "copy.db"
        copy.unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(self.stage.folder / "run.db")) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
        with open_store(f"sqlite:///{copy}") as store:
            waiting = self.requests(store)
            self.say(Desk(self.desk.house, store), "yes")
            after = self.diary(store)
            if after == before:
                return Yes.CALLS_STAFF if self.requests(store) > waiting else Yes.CHANGES_NOTHING
        return Yes.DIFFERS if wrong_step(self.guest.goal, before, after) else Yes.FITS

    def rows(self, unit: Unit) -> Iterator[BookingRow]:
        rows = unit.bookings.starting(self.desk.house.business.id, BEGINNING, END)
        return (row for row in rows if row.status.value not in GONE)

    def diary(self, store: Store) -> Diary:
        zone = self.desk.house.business.zone
        mine = store.run_sync(lambda unit: [row for row in self.rows(unit) if row.id not in self.others])
        return Diary({row.reference: flat(booking_data(row, zone)) for row in sorted(mine, key=lambda row: row.id)})

    def requests(self, store: Store) -> int:
        return store.run_sync(lambda unit: len(unit.requests.open(self.desk.house.business.id)))

    def judge(self, before: Diary, after: Diary) -> None:
        """Note whatever harm the last turn has done."""
        wrong = wrong_step(self.guest.goal, before, after) if before != after else None
        self.harms += [wrong] if wrong else []
        self.harms += ["promised to do something later"] if _PROMISES.search(self.replies[-1]) else []
        self.harms += ["said the same sentence three times in a row"] if in_a_row(self.replies) else []
        self.harms += ["broke"] if self.desk.log.counters["turn_broke"] else []

    def lacks(self, last: Diary) -> Iterator[str]:
        goal, setting = self.guest.goal, Setting(self.desk.house.business.language, self.script.now.date())
        if last.missing(goal):
            yield "lack a booking"
        if last.surplus(goal.bookings):
            yield "have a booking too many"
        if not all(any(says(reply, words, setting) for reply in self.replies) for words in goal.told):
            yield "were not told something"
        if goal.person and not self.requests(self.desk.store):
            yield "did not get to a person"


def in_a_row(replies: Sequence[str]) -> bool:
    """Say whether the last replies have a sentence in common; short ones aside."""
    if len(replies) < IN_A_ROW:
        return False
    said = [{part.casefold() for part in _SENTENCE.split(reply)} for reply in replies[-IN_A_ROW:]]
    return any(len(sentence.split()) >= _SHORT for sentence in set.intersection(*said))


def _others(script: Script, given_to_others: frozenset[int], unit: Unit, business: str) -> frozenset[int]:
    """Return whose bookings are another's: with no caller id, those given with a number are the guest's own."""
    if script.guest is not None:
        return given_to_others
    own = {each.phone for each in script.bookings} | {each.phone for each in script.tickets}
    rows = unit.bookings.starting(business, BEGINNING, END)
    return frozenset(
        row.id for row in rows if row.id in given_to_others and (row.phone is None or row.phone not in own)
    )


def empty_database(here: Stage) -> Path:
    """Return a database of which nobody has used anything yet."""
    return Path(shutil.copy(here.folder / EMPTY, here.folder / "run.db"))


def play(guest: ScriptedGuest, house: House, here: Stage) -> Outcome:
    """Let one guest talk to a desk of their own."""
    script = script_of(guest, house)
    with open_store(f"sqlite:///{empty_database(here)}") as store:
        given = store.run_sync(partial(prepare, house.business, script))
        others = store.run_sync(lambda unit: _others(script, given, unit, house.business.id))
        return _Playing(guest, script, Desk(house, store), here, others).play()


@dataclass(slots=True)
class Houses:
    """The businesses, each opened once, with one model or with none."""

    tagger: Tagger | None
    opened: dict[str, House] = field(default_factory=dict)

    def of(self, business: str) -> House:
        """Return a business that understands with this model."""
        if business not in self.opened:
            house = open_house(FOLDERS[business])
            understanding = Understanding(house.business, house.flows, self.tagger)
            self.opened[business] = replace(house, understanding=understanding)
        return self.opened[business]


def outcomes(guests: Iterable[ScriptedGuest], tagger: Tagger | None) -> Iterator[Outcome]:
    """Let every guest talk, one after the other."""
    houses = Houses(tagger)
    with stage() as here:
        for guest in guests:
            yield play(guest, houses.of(guest.business), here)


def told(ended: Sequence[Outcome]) -> list[str]:
    """Return the figures, one line for businesses seen and one for those unseen."""
    lines = []
    for name, unseen in (("businesses seen", False), ("businesses unseen", True)):
        chosen = [each for each in ended if each.guest.unseen == unseen]
        if not chosen:
            continue
        reached, harmful = sum(each.reached for each in chosen), sum(bool(each.harms) for each in chosen)
        turns = sum(each.turns for each in chosen) / len(chosen)
        share, harm = reached / len(chosen), harmful / len(chosen)
        lines.append(
            f"{name}: {len(chosen)} conversations, goal reached {reached} ({share:.1%}), "
            f"harmful {harmful} ({harm:.1%}), {turns:.1f} turns each"
        )
    harms = Counter(harm for each in ended for harm in each.harms)
    lacks = Counter(lack for each in ended for lack in each.lacks)
    return [*lines, *(f"  {count} {what}" for what, count in (*lacks.most_common(), *harms.most_common()))]


def frozen_guests(folder: Path = CONVERSATIONS) -> list[ScriptedGuest]:
    """Return the guests that are measured with, of every author."""
    return [guest for path in sorted(folder.glob("*.yaml")) for guest in read_guests(path).guests]


def figures(ways: Mapping[str, Tagger | None], guests: Sequence[ScriptedGuest] | None = None) -> str:
    """Return how many guests reach their goal in each way to understand them."""
    chosen = frozen_guests() if guests is None else guests
    if not chosen:
        return "whole conversations: none are there yet"
    lines = []
    for way, tagger in ways.items():
        lines += [f"whole conversations {way}", *(f"  {line}" for line in told([*outcomes(chosen, tagger)]))]
    return "\n".join(lines)
