"""Turns what was decided into the words that leave, past two guards: no promises, nothing that is not a fact."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from frontdesk.desk.repeating import Voicing, is_shown_still, reminded
from frontdesk.desk.scene import Scene, Taken
from frontdesk.dialogue.conversation import Choosing, Conversation, WithStaff
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.values import Value
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies.guard import Facts, announcements, plain, unsupported
from frontdesk.language.replies.phrase import SHORT_LIMIT
from frontdesk.language.replies.presence import last_bookable_day
from frontdesk.language.replies.saying import Voice
from frontdesk.language.replies.weeks import say_starts, say_week

STYLES = {"sms": Style.SHORT, "voice": Style.SPOKEN}  # every other channel is read at leisure
HOURS = ("{business_hours", "{provider_week", "{service_starts")
LAST_DAY = "{last_bookable_day"


@dataclass(frozen=True, slots=True)
class Spoken:
    """The words that leave; `shown` options are in them, and `refused` is what a guard would not let pass."""

    text: str
    shown: int = 0
    refused: tuple[str, ...] = ()
    whole: str = ""  # with all that the reply only reminds of, where it does: what "say that again" brings back


def style_of(channel: str) -> Style:
    """Return how a channel wants to be spoken to."""
    return STYLES.get(channel, Style.RICH)


def speak(scene: Scene, taken: Taken) -> Spoken:
    """Put the turn into words. A reply that a guard refuses is replaced by its plain form, never by silence."""
    if taken.again:
        return Spoken(taken.conversation.said)  # it has passed the guards before
    says = _once(taken.says)
    if not says:
        return Spoken("")  # a person is answering
    house, style = scene.house, style_of(scene.arrival.channel)
    context = house.context(scene.at)
    reply = house.phrases.reply(says, context, house.business, style)
    refused = _refused(scene, taken, reply.text, context)
    if refused:
        scene.log.event("reply_refused", phrase=says[0].phrase)
        reply = plain(says, house.phrases, context, house.business, style)
        return Spoken(reply.text, reply.shown, refused)
    voicing = Voicing(house.phrases, context, house.business, style)
    return _reminding(Spoken(reply.text, reply.shown), says, taken.conversation, voicing)


def _reminding(spoken: Spoken, says: tuple[Say, ...], conversation: Conversation, voicing: Voicing) -> Spoken:
    """Say only in few words what the guest has before them already."""
    shorter = reminded(says, conversation, voicing)
    if shorter == says:
        return spoken
    reply = voicing.phrases.reply(shorter, voicing.context, voicing.business, voicing.style)
    left_out = is_shown_still(conversation) and shorter[-1] != says[-1] and not shorter[-1].options
    return Spoken(reply.text, reply.shown, whole=spoken.text if left_out else "")


def told(spoken: Spoken, taken: Taken, channel: str) -> tuple[Spoken, Taken]:
    """Put a reply that nobody was there to hear before the next one, where there is room for both.

    While a person is answering nothing is said: what the desk has to tell waits until they have left.
    """
    conversation = taken.conversation
    both = "\n\n".join(filter(None, (conversation.untold, spoken.text)))
    if isinstance(conversation.position, WithStaff) and not taken.aloud:
        return Spoken(""), replace(taken, conversation=replace(conversation, untold=both))
    if not conversation.untold or (spoken.text and style_of(channel) is Style.SHORT and len(both) > SHORT_LIMIT):
        return spoken, taken
    return replace(spoken, text=both), replace(taken, conversation=replace(conversation, untold=""))


def as_shown(conversation: Conversation, spoken: Spoken) -> Conversation:
    """Keep of an offer only what fitted into the reply: the list shown is the list stored."""
    position, run = conversation.position, conversation.run
    if not isinstance(position, Choosing) or run is None:
        return conversation
    offer = run.offers[position.source]
    if not 0 < spoken.shown < offer.shown:
        return conversation
    offers = {**run.offers, position.source: replace(offer, shown=spoken.shown)}
    return replace(conversation, run=replace(run, offers=offers))


def _refused(scene: Scene, taken: Taken, text: str, context: Context) -> tuple[str, ...]:
    """Return what must not leave: promises of later work, and what no fact supports."""
    house, style = scene.house, style_of(scene.arrival.channel)
    written = house.phrases.literals(taken.says, style)
    values = (*_values(taken.says), *_last_day(scene, written))
    quoted = tuple([value for value in values if isinstance(value, str)])
    allowed = ("callback",) if taken.calls else ()
    promised = announcements(text, context.language, allowed, quoted)
    known = (scene.arrival.text, *written, *_hours(scene, written))
    return (*promised, *unsupported(text, Facts(values, known, house.business), context))


def _hours(scene: Scene, written: tuple[str, ...]) -> tuple[str, ...]:
    """Return the opening hours in words where a text prints them: a weekday in them is no day that somebody named."""
    if not any(blank in text for text in written for blank in HOURS):
        return ()
    house, style = scene.house, style_of(scene.arrival.channel)
    voice = Voice(house.context(scene.at), house.business, style)
    starts = [each.sessions for each in house.business.services.values() if each.sessions]
    weeks = [each.week for each in house.business.every_hours]
    return (
        *(say_week(week, voice.context, house.business, style) for week in weeks),
        *(say_starts(each, voice) for each in starts),
    )


def _last_day(scene: Scene, written: tuple[str, ...]) -> tuple[Value, ...]:
    """Return the last day that can be booked where a text prints it: it follows from the business and the clock."""
    if not any(LAST_DAY in text for text in written):
        return ()
    last = last_bookable_day(scene.house.business, scene.house.context(scene.at).now.date())
    return (last,) if last else ()


def _once(says: tuple[Say, ...]) -> tuple[Say, ...]:
    """Drop a phrase that would be said twice in one reply."""
    kept: list[Say] = []
    for say in says:
        if say not in kept:
            kept.append(say)
    return tuple(kept)


def _values(says: Iterable[Say]) -> tuple[Value, ...]:
    """Return all that is said: the values of the phrases, and of the options in them."""
    values: list[Value] = []
    for say in says:
        values += say.values.values()
        for option in say.options:
            values += option.fields.values()
    return tuple(values)
