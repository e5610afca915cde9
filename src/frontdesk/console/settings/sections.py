"""Settings: hours, closed days, services, people, questions and their history. Owners change them, staff look."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Response

from frontdesk.console.access.guard import At, Owner, Staff, TurnedAway
from frontdesk.console.pages import Flash, go
from frontdesk.console.settings import days as day_forms
from frontdesk.console.settings import forms
from frontdesk.console.settings.forms import NEW
from frontdesk.console.settings.pages import (
    DAYS,
    HISTORY,
    HOURS,
    MOST,
    PEOPLE,
    QUESTIONS,
    SECTIONS,
    SERVICES,
    Review,
    View,
    broken_page,
    settings_page,
    things_of,
)
from frontdesk.console.settings.typed import Draft, Typed
from frontdesk.desk.editing.consequences import left_outside
from frontdesk.desk.editing.edits import Edit
from frontdesk.desk.editing.files import UnreadableFile
from frontdesk.desk.editing.history import history_of
from frontdesk.desk.editing.mistakes import Mistake
from frontdesk.desk.editing.outcomes import (
    ChangedMeanwhile,
    NotPossible,
    Outcome,
    Proposal,
    Proposed,
    Saved,
)
from frontdesk.desk.editing.replacing import Unwritable
from frontdesk.desk.editing.saving import Editing, Shown
from frontdesk.desk.editing.settings import NotShown, Settings

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

# What the files call a field, and what the form does.
FIELDS = {"buffer_before": "before", "buffer_after": "after", "needs": "by", "performers": "by"}
STILL_HERE = "What you typed is still here. Look at what would change, and save it again."
NOTHING = "Nothing was changed: everything is like that already."

Name = Annotated[str, Path(max_length=100)]


@router.get("/settings")
async def settings(at: Staff) -> Response:
    """Show the first section."""
    return await _shown(at, HOURS)


@router.get("/settings/{section}")
async def section_page(at: Staff, section: Name) -> Response:
    """Show a section: a form, or what there is."""
    return await _shown(at, section)


@router.get("/settings/{section}/{item}")
async def item_page(at: Staff, section: Name, item: Name) -> Response:
    """Show one thing of a section."""
    return await _shown(at, section, item)


@router.post("/settings/undo/{version}")
async def undo(at: Owner, version: int) -> Response:
    """Put back what was before a change: at once where nothing happened since, else after a look at what that does."""
    editing = _editing(at)
    try:
        shown = await editing.shown()
    except (NotShown, UnreadableFile) as broken:
        return broken_page(at, broken)
    fingerprint = at.text("fingerprint") or at.request.query_params.get("from", "")
    if not at.text("fingerprint") and fingerprint != shown.fingerprint:
        return await _undo_page(at, shown, version)
    view = View(HISTORY, shown, str(version))
    return await _done(at, view, editing.undo(version, fingerprint, at.person.login))


@router.post("/settings/{section}")
async def change_section(at: Owner, section: Name) -> Response:
    """Change hours or days."""
    if section not in (HOURS, DAYS):
        raise TurnedAway(404, "missing", at.room, at.person)
    return await _sent(at, section)


@router.post("/settings/{section}/{item}")
async def change_item(at: Owner, section: Name, item: Name) -> Response:
    """Change one thing, or add one."""
    if section not in (SERVICES, PEOPLE, QUESTIONS):
        raise TurnedAway(404, "missing", at.room, at.person)
    return await _sent(at, section, item)


@router.post("/settings/{section}/{item}/remove")
async def remove_item(at: Owner, section: Name, item: Name) -> Response:
    """Remove one thing."""
    try:
        shown = await _editing(at).shown()
    except (NotShown, UnreadableFile) as broken:
        return broken_page(at, broken)
    view = _view(at, _as_sent(at, shown), section, item)
    if item == NEW or section not in (SERVICES, PEOPLE, QUESTIONS):
        raise TurnedAway(404, "missing", at.room, at.person)
    return await _decided(at, replace(view, removes=True), forms.removal(section, item))


def _editing(at: At) -> Editing:
    return Editing(at.desk, at.room.folder)


def _as_sent(at: At, shown: Shown) -> Shown:
    """Return the settings under the name of the state that the form was made from, until its owner knows of another."""
    return replace(shown, fingerprint=at.text("fingerprint") or shown.fingerprint)


async def _shown(at: At, section: str, item: str = "") -> Response:
    try:
        shown = await _editing(at).shown()
    except (NotShown, UnreadableFile) as broken:
        return broken_page(at, broken)
    if section == HISTORY and item:
        return await _undo_page(at, shown, int(item) if item.isdecimal() else 0)
    view = _view(at, shown, section, item)
    if section == HISTORY:
        view = replace(view, history=await history_of(_editing(at), MOST))
    return settings_page(at, view)


def _view(at: At, shown: Shown, section: str, item: str) -> View:
    """Return a page with what the files say."""
    if section not in dict(SECTIONS):
        raise TurnedAway(404, "missing", at.room, at.person)
    if item and section in (HOURS, DAYS):
        raise TurnedAway(404, "missing", at.room, at.person)
    chosen = shown.settings
    of = _whose(at, chosen)
    typed = Typed()
    if section == HOURS:
        typed = day_forms.hours_shown(chosen, of)
    elif section == DAYS:
        typed = day_forms.days_shown(chosen, of, at.now().date())
    elif item:
        typed = _item_shown(at, chosen, section, item)
    return View(section, shown, item, of, typed)


def _whose(at: At, chosen: Settings) -> str | None:
    named = at.text("of") or at.request.query_params.get("of", "")
    if named and named not in chosen.business.resources:
        raise TurnedAway(404, "missing", at.room, at.person)
    return named or None


def _item_shown(at: At, chosen: Settings, section: str, item: str) -> Typed:
    business = chosen.business
    if section not in (SERVICES, PEOPLE, QUESTIONS) or (item != NEW and item not in things_of(chosen, section)):
        raise TurnedAway(404, "missing", at.room, at.person)
    if section == SERVICES:
        return forms.service_shown(chosen, business.services.get(item))
    if section == PEOPLE:
        return forms.person_shown(chosen, business.resources.get(item))
    return forms.question_shown(chosen, business.topics.get(item))


async def _sent(at: At, section: str, item: str = "") -> Response:
    try:
        shown = await _editing(at).shown()
    except (NotShown, UnreadableFile) as broken:
        return broken_page(at, broken)
    view = _view(at, _as_sent(at, shown), section, item)
    draft = _draft(at, view)
    view = replace(view, typed=draft.typed)
    if draft.edit is None:
        return settings_page(at, replace(view, status=400))
    return await _decided(at, view, draft.edit)


def _draft(at: At, view: View) -> Draft:
    form, chosen = at.form, view.shown.settings
    match view.section:
        case "hours":
            return day_forms.hours_sent(form, chosen, view.of)
        case "days":
            return day_forms.days_sent(form, chosen, view.of, at.now().date())
        case "services":
            return forms.service_sent(form, chosen, chosen.business.services.get(view.item))
        case "people":
            return forms.person_sent(form, chosen, chosen.business.resources.get(view.item))
        case _:
            return forms.question_sent(form, chosen, chosen.business.topics.get(view.item))


async def _decided(at: At, view: View, edit: Edit) -> Response:
    """Show what an edit does, or make it where that was shown."""
    editing, fingerprint = _editing(at), view.shown.fingerprint
    proposed = await editing.propose(edit, fingerprint)
    if not isinstance(proposed, Proposed):
        return _refused(at, view, proposed)
    if at.text("step") != "save" or at.text("reviewed") != _digest(proposed):
        return settings_page(at, replace(view, review=await _review(at, proposed)))
    return await _done(at, view, editing.save(edit, fingerprint, at.person.login))


async def _review(at: At, proposed: Proposed, *, undoes: bool = False) -> Review:
    outside = await at.desk.store.run(partial(left_outside, proposed=proposed, now=at.now()))
    return Review(proposed.changes, outside, _digest(proposed), undoes)


def _digest(proposed: Proposed) -> str:
    return proposed.after.files.fingerprint


async def _done(at: At, view: View, saving: Awaitable[Outcome]) -> Response:
    try:
        outcome = await saving
    except Unwritable as refused:
        return settings_page(at, replace(view, said=(str(refused),), status=409))
    if not isinstance(outcome, Saved):
        return _refused(at, view, outcome)
    at.room.live.poke()
    to = at.path("settings", view.section) + (f"?of={view.of}" if view.of else "")
    undo_it = at.path("settings", "undo", str(outcome.version)) + f"?from={outcome.fingerprint}"
    return go(at, to, Flash(_sentence(outcome.note), undo=undo_it))


def _sentence(note: str) -> str:
    return f"Saved. {note}" + ("" if note.endswith((".", "...")) else ".")


def _refused(at: At, view: View, outcome: Proposal | Outcome) -> Response:
    """Show the form again, with what was typed and why it was not saved."""
    match outcome:
        case ChangedMeanwhile(fingerprint=fingerprint):
            shown = replace(view.shown, fingerprint=fingerprint)
            said = (f"{outcome.sentence} {STILL_HERE}",)
            return settings_page(at, replace(view, shown=shown, said=said, kind="warn", status=409))
        case NotPossible(mistakes):
            general = tuple(one.sentence for one in mistakes if not _place(view, one))
            errors = {place: one.sentence for one in reversed(mistakes) if (place := _place(view, one))}
            typed = Typed(view.typed.values, {**view.typed.errors, **errors})
            return settings_page(at, replace(view, typed=typed, said=general, status=400))
        case _:
            return settings_page(at, replace(view, said=(NOTHING,), kind="plain"))


def _place(view: View, mistake: Mistake) -> str | None:
    """Return the field of this form that a mistake belongs to."""
    name = FIELDS.get(mistake.field or "", mistake.field)
    return name if name in view.typed.values and not view.removes else None


async def _undo_page(at: At, shown: Shown, version: int) -> Response:
    """Show what putting back a version would change."""
    view = View(HISTORY, shown, str(version), history=await history_of(_editing(at), MOST))
    if not any(each.version == version for each in view.history):
        raise TurnedAway(404, "missing", at.room, at.person)
    proposed = await _editing(at).propose_undo(version, shown.fingerprint)
    if not isinstance(proposed, Proposed):
        return _refused(at, view, proposed)
    return settings_page(at, replace(view, review=await _review(at, proposed, undoes=True)))
