"""Not understood: what guests wrote and the desk did not know what to do with, until somebody has seen to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import At, Owner, Staff
from frontdesk.console.addresses import asked, asked_number, missing, number_in, view
from frontdesk.console.names import TROUBLES, plainly, question_of, reason_of
from frontdesk.console.pages import Flash, go, page
from frontdesk.desk.editing.edits import ExampleKind
from frontdesk.desk.editing.examples import add_example
from frontdesk.desk.editing.files import UnreadableFile
from frontdesk.desk.editing.outcomes import ChangedMeanwhile, NotPossible, Saved
from frontdesk.desk.editing.replacing import Unwritable
from frontdesk.desk.editing.saving import Editing, Shown
from frontdesk.desk.editing.settings import NotShown
from frontdesk.desk.puzzles import PuzzleGroup, grouped, likeliest
from frontdesk.storage.audit import name_in_log
from frontdesk.storage.rows import TroubleKind
from frontdesk.storage.troubles import MOST
from frontdesk.storage.unit import Unit

DAYS = (7, 30, 90)
USUAL = 30
LONGEST = timedelta(days=400)  # how far back something is looked for that is to be marked as seen
GROUPS = 25  # on a page
EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
BETWEEN = "/"  # a kind and a name in one value of a form

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a sentence can be made an example of."""

    kind: ExampleKind
    name: str
    label: str
    texts: tuple[str, ...]

    @property
    def value(self) -> str:
        """Return it as a form sends it."""
        return f"{self.kind}{BETWEEN}{self.name}"


@dataclass(frozen=True, slots=True)
class Teaching:
    """All that sentences can be made examples of, and the state of the files that this was read from."""

    lessons: tuple[Lesson, ...]
    fingerprint: str

    def proposed(self, sentence: str) -> str:
        """Return what a sentence most likely is an example of; "" where nothing speaks for any."""
        return likeliest(sentence, {each.value: each.texts for each in self.lessons}) or ""


@router.get("/not-understood")
async def not_understood(at: Staff) -> Response:
    """Show what was not understood, alike messages together."""
    return await _list_page(at)


async def _list_page(at: At, *, said: str = "", status: int = 200) -> Response:
    days = asked_number(at, "days", USUAL)
    days = days if days in DAYS else USUAL
    kind, first = asked(at, "kind"), asked_number(at, "from")
    business, since = at.business.id, at.now() - timedelta(days=days)
    puzzles = await at.desk.store.look(lambda unit: unit.troubles.unseen(business, since))
    every = grouped(puzzles)
    groups = [group for group in every if not kind or kind in group.kinds]
    kinds = [("", "All", len(every))]
    kinds += [(each, word, sum(each in group.kinds for group in every)) for each, word in TROUBLES.items()]
    return page(
        at,
        "not_understood.html",
        status=status,
        here="numbers",
        groups=groups[first : first + GROUPS],
        total=len(groups),
        first=first,
        is_cut=len(puzzles) == MOST,
        most=MOST,
        days=days,
        kind=kind,
        day_chips=[(each, view(at, "not-understood", days=each, kind=kind)) for each in DAYS],
        kind_chips=[(*each, view(at, "not-understood", days=days, kind=each[0])) for each in kinds],
        more=view(at, "not-understood", days=days, kind=kind, **{"from": first + GROUPS}),
        start=view(at, "not-understood", days=days, kind=kind),
        teaching=await _teaching(at) if at.person.is_owner else None,
        said=said,
        words=TROUBLES,
        asked_of=_asked_of,
        micros=_micros,
        is_topic=lambda lesson: lesson.kind is ExampleKind.TOPIC,
    )


def _micros(moment: datetime) -> int:
    """Write a moment as a number that a form can send back to the letter."""
    return (moment - EPOCH) // MICROSECOND


def _asked_of(group: PuzzleGroup) -> str:
    """Say what the messages answered, or why they were passed on."""
    if TroubleKind.PASSED_ON in group.kinds:
        return reason_of(group.about)
    return f"The desk had asked: {question_of(group.about)}" if group.about else "The desk had asked nothing"


async def _teaching(at: At) -> Teaching | None:
    """Return what sentences can be made examples of; None where the files of the business cannot be read."""
    try:
        shown = await Editing(at.desk, at.room.folder).shown()
    except (NotShown, UnreadableFile):
        return None
    return Teaching(tuple(_lessons(shown)), shown.fingerprint)


def _lessons(shown: Shown) -> list[Lesson]:
    flows = [
        Lesson(ExampleKind.FLOW, flow.name, plainly(flow.description), (*flow.triggers, flow.description, flow.name))
        for flow in shown.settings.flows
        if flow.triggers
    ]
    topics = [
        Lesson(ExampleKind.TOPIC, topic.id, plainly(topic.id), (*topic.asks, topic.answer, topic.id))
        for topic in shown.settings.business.topics.values()
    ]
    return [*flows, *topics]


@router.post("/not-understood/seen")
async def seen(at: Staff) -> Response:
    """Mark messages as seen to: they leave the list."""
    now = at.now()
    count = await at.desk.store.run(lambda unit: _see(unit, at, now))
    back = _back(at)
    if not count:
        return go(at, back, Flash("Somebody has seen to this already.", "warn"))
    undo = at.path("not-understood", "unseen", str(_micros(now)))
    said = "1 message is marked as seen." if count == 1 else f"{count} messages are marked as seen."
    return go(at, back, Flash(said, undo=undo))


def _back(at: At) -> str:
    """Return the list as it was narrowed when the form was sent."""
    return view(at, "not-understood", days=number_in(at.text("days")), kind=at.text("kind"))


def _see(unit: Unit, at: At, now: datetime) -> int:
    """Mark what a form shows as seen, and nothing that came in since."""
    found = grouped(unit.troubles.unseen(at.business.id, now - LONGEST))
    group = next((each for each in found if (each.words, each.about) == (at.text("words"), at.text("about"))), None)
    shown_until = EPOCH + number_in(at.text("until")) * MICROSECOND
    shown = [each for each in group.puzzles if each.at <= shown_until] if group is not None else []
    count = unit.troubles.see(shown, now)
    if count:
        conversation = shown[0].conversation_id
        about = name_in_log(conversation, unit.conversations.guest_of(conversation))
        unit.audit.add(at.business.id, now, at.person.login, "trouble_seen", about, {"messages": count})
    return count


@router.post("/not-understood/unseen/{moment}")
async def unseen(at: Staff, moment: str) -> Response:
    """Take back that messages were seen to."""
    when = number_in(moment)
    if not when or when > _micros(at.now()):
        raise missing(at)

    def take_back(unit: Unit) -> int:
        count = unit.troubles.unsee(at.business.id, EPOCH + when * MICROSECOND)
        if count:
            details = {"messages": count}
            unit.audit.add(at.business.id, at.now(), at.person.login, "seen_taken_back", "not understood", details)
        return count

    count = await at.desk.store.run(take_back)
    said = Flash("The messages are back.") if count else Flash("There is nothing to take back.", "warn")
    return go(at, at.path("not-understood"), said)


@router.post("/not-understood/example")
async def teach(at: Owner) -> Response:
    """Make a sentence an example of a flow or topic, and mark it as seen to."""
    kind, _, name = at.text("meant").partition(BETWEEN)
    if kind not in {each.value for each in ExampleKind} or not name:
        return await _list_page(at, said="Choose what guests want when they write this.", status=400)
    try:
        outcome = await add_example(
            at.desk, at.room.folder, at.person, kind, name, at.text("sentence"), at.text("fingerprint")
        )
    except Unwritable as no:
        return await _list_page(at, said=f"Nothing was changed. {no}", status=409)
    match outcome:
        case NotPossible(mistakes=mistakes):
            said = " ".join(mistake.sentence for mistake in mistakes)
            return await _list_page(at, said=f"Nothing was changed. {said}", status=409)
        case ChangedMeanwhile():
            said = f"Nothing was changed. {outcome.sentence} Look at it once more, then add it again."
            return await _list_page(at, said=said, status=409)
        case _:
            await at.desk.store.run(lambda unit: _see(unit, at, at.now()))
            at.room.live.poke()
            learnt = "The desk has learnt this." if isinstance(outcome, Saved) else "The desk knows this already."
            return go(at, _back(at), Flash(f"{learnt} It is marked as seen."))
