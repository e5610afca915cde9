"""Weighs what was heard in a reply: refusals and changes before agreement, agreement before questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from frontdesk.language.yesno.clauses import Clause
from frontdesk.language.yesno.echoing import echoes
from frontdesk.language.yesno.objecting import objects
from frontdesk.language.yesno.question import Kind
from frontdesk.language.yesno.signs import Signs

_ACTING = frozenset((Kind.CONFIRM, Kind.INTENT))  # after these a yes is acted upon

_PROPOSING = _ACTING | {Kind.OFFER}
_ASKED = "?"


class Verdict(StrEnum):
    """What a reply amounts to."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


def verdict(signs: Signs) -> Verdict:
    """Return what the reply amounts to."""
    if signs.holds("mocks"):
        return Verdict.NO
    if signs.wavers or _hedges(signs) or _is_undecided(signs) or _is_pending(signs):
        return Verdict.UNCLEAR
    if signs.question.kind in _PROPOSING and echoes(signs):
        return Verdict.YES
    found = _WEIGH[signs.question.kind](signs)
    return Verdict.UNCLEAR if found is Verdict.YES and _is_no_promise(signs) else found


def _hedges(signs: Signs) -> bool:
    """Tell "I think so, but my wife keeps the calendar"."""
    return signs.holds("hedges") and signs.contrasts and signs.plain is None and not (signs.differs or signs.changes)


def _is_undecided(signs: Signs) -> bool:
    """Tell "could be ten, could be twelve" and "possibly, the roster is out tonight" from another value."""
    if signs.question.kind not in _ACTING or not (signs.differs and signs.holds("doubts")):
        return False
    if any(clause.asks and "asks" not in clause.fills for clause in signs.clauses):
        return False  # "is it?" asks for nothing
    return signs.plain is None and not (signs.changes or signs.refuses or signs.agrees)


def _is_pending(signs: Signs) -> bool:
    """Tell "I'd love to, but I need to ask Raj" and "depends, can you do a cake?" from a no."""
    if signs.question.kind not in _PROPOSING or signs.plain == "no" or signs.differs or signs.puts_off:
        return False
    unsettled = [place for place, clause in enumerate(signs.clauses) if _leaves_open(clause)]
    if not unsettled or signs.seeks_other or any(clause.refuses for clause in signs.clauses):
        return False
    rest = signs.clauses[unsettled[-1] + 1 :]
    if signs.clauses[-1].text.endswith(_ASKED):
        return True  # "not sure, I just want to get it checked?"
    if any(clause.agrees or clause.orders for clause in rest):
        return False
    waits = "waits" in signs.clauses[unsettled[-1]].holds
    return (signs.contrasts or signs.refuses or signs.asks) and (waits or all(clause.asks for clause in rest))


def _leaves_open(clause: Clause) -> bool:
    return not clause.asks and ("waits" in clause.holds or "doubts" in clause.fills)


def _is_no_promise(signs: Signs) -> bool:
    """Tell a yes to do something that is only a wish, irony or a pause: "I wish", "nice try", "ok, hold on"."""
    if signs.question.kind not in _PROPOSING:
        return False
    after = max((place for place, clause in enumerate(signs.clauses) if clause.agrees), default=0)
    earnest = [clause for clause in signs.clauses if "urges" not in clause.fills]
    pauses = any("waits" in clause.holds for clause in signs.clauses[after:] if clause in earnest)  # not "no wait, yes"
    if signs.question.kind is Kind.OFFER:
        return pauses and signs.question.asks and not (signs.orders or signs.asks or signs.turning is not None)
    hollow = any("hollow" in clause.holds for clause in earnest)
    return hollow or (pauses and not signs.orders and not signs.asks)


def _more(signs: Signs) -> Verdict:
    """Weigh an answer to "anything else?", where a wish is no answer."""
    if signs.plain == "no":
        return Verdict.NO
    if signs.wants or signs.orders or signs.asks:
        return Verdict.UNCLEAR
    if signs.holds("done") or signs.holds("unchanged") or signs.refuses or signs.holds("thanks"):
        return Verdict.NO
    return Verdict.YES if signs.plain == "yes" and not signs.names_matter else Verdict.UNCLEAR


def _finished(signs: Signs) -> Verdict:
    """Weigh an answer to "is that all?": who agrees wants nothing more."""
    return Verdict.NO if signs.agrees else _more(signs)


def _permitted(signs: Signs) -> Verdict:
    """Weigh an answer to "do you mind?", where no agrees."""
    if signs.changes or signs.differs or signs.holds("excepts"):
        return Verdict.NO
    if any(clause.refuses for clause in signs.clauses):
        return Verdict.NO
    if signs.praises or signs.refuses or signs.holds("done") or signs.holds("indifferent"):
        return Verdict.YES
    denies = signs.plain == "no" or any("negations" in clause.opens for clause in signs.clauses)
    if signs.plain is not None or signs.agrees:
        return Verdict.YES if denies else Verdict.NO
    return Verdict.UNCLEAR


def _confirmed(signs: Signs) -> Verdict:
    """Weigh an answer to everything said back: whatever is otherwise is a no."""
    if signs.plain == "no":
        return _refused(signs)
    if _gives_up(signs):
        return Verdict.YES
    if signs.differs or _excepts(signs) or (_amended(signs) and not signs.holds("doubts")):
        return Verdict.NO
    if _puts_off(signs) or (signs.puts_off and not signs.agrees):
        return Verdict.UNCLEAR
    if signs.seeks_other and signs.plain is None:
        return Verdict.NO
    if signs.refuses:
        return Verdict.NO
    if signs.hangs:
        return Verdict.UNCLEAR
    if signs.takes_back:
        return Verdict.NO
    if signs.plain or signs.praises or _leaves_as_shown(signs):
        return Verdict.YES
    if signs.difference.adds_time or (signs.names_other and not signs.agrees):
        return Verdict.NO  # "can you make it for the 14th?", "from Boston to Dallas"
    if signs.agrees or signs.orders:
        return Verdict.YES
    return _unconfirmed(signs)


def _excepts(signs: Signs) -> bool:
    """Tell "all but the name" from "nearly, I'm waiting for one person"."""
    return any("excepts" in each.holds and not ("excepts" in each.fills and _puts_off(signs)) for each in signs.clauses)


def _unconfirmed(signs: Signs) -> Verdict:
    """Weigh a reply to everything said back that neither agrees nor refuses."""
    if signs.asks_only or signs.holds("doubts"):
        return Verdict.UNCLEAR
    if objects(signs) or _declines(signs):
        return Verdict.NO
    return Verdict.YES if signs.holds("thanks") and not signs.wants else Verdict.UNCLEAR


def _amended(signs: Signs) -> bool:
    """Tell "make it 4" and "yes, and make the day Friday" from a yes beside which nothing is named anew."""
    return signs.changes and (
        signs.plain is None or signs.contrasts or signs.difference.adds_time or signs.holds("omits")
    )


def _refused(signs: Signs) -> Verdict:
    """Tell "Is that fine?" - "No, that's fine", and "no, that's right" to anything, from a no."""
    fine = (
        signs.holds("rightly")
        or _leaves_as_shown(signs)
        or (signs.question.whether_fine and signs.praises)
        or (signs.holds("mixed") and (signs.holds("orders") or signs.holds("takes")))  # "yeah nah, lock it in"
        or signs.ends_well
    )
    return Verdict.YES if fine and not (signs.changes or signs.differs or signs.refuses) else Verdict.NO


def _puts_off(signs: Signs) -> bool:
    return signs.holds("waits") and signs.plain is None and not signs.orders


def _intended(signs: Signs) -> Verdict:
    """Weigh an answer to "shall I?"."""
    if signs.plain == "no":
        return _refused(signs)
    if _gives_up(signs):
        return Verdict.YES
    if signs.question.takes_up and _merely_puts_off(signs):
        return Verdict.UNCLEAR
    if _stands_against(signs):
        return Verdict.NO
    if _puts_off(signs) and not signs.agrees:
        return Verdict.UNCLEAR
    if signs.seeks_other and signs.plain is None:
        return Verdict.UNCLEAR if _merely_doubts(signs) else Verdict.NO
    if signs.agrees:
        return _agreed(signs)
    if (signs.orders and not signs.holds("adds")) or _leaves_as_shown(signs):
        return Verdict.YES
    if signs.asks_only or signs.holds("doubts"):
        return Verdict.UNCLEAR
    if signs.wants and not signs.asks_whether:
        return Verdict.YES if signs.wants_this else Verdict.NO
    if signs.hangs:
        return Verdict.UNCLEAR
    return Verdict.NO if signs.holds("done") or objects(signs) or _declines(signs) else Verdict.UNCLEAR


def _merely_puts_off(signs: Signs) -> bool:
    """Tell "maybe later" and "some other time" from "later, I'm busy then"."""
    refuses = any(clause.refuses for clause in signs.clauses)
    return signs.puts_off and not (signs.agrees or signs.differs or refuses)


def _leaves_as_shown(signs: Signs) -> bool:
    """Tell "no changes" where all was said back from the same where a booking is only offered."""
    shown = signs.question.kind is Kind.CONFIRM or signs.question.takes_up
    said = any("unchanged" in clause.holds and not clause.asks for clause in signs.clauses)
    return shown and said and not signs.hangs


def _declines(signs: Signs) -> bool:
    """Tell "it is kind of you to ask, but my travelling days are behind me"."""
    return signs.holds("thanks") and signs.contrasts and not signs.asks


def _stands_against(signs: Signs) -> bool:
    if signs.differs or signs.refuses or (signs.changes and signs.plain is None):
        return True
    return signs.puts_off or _excepts(signs)


def _merely_doubts(signs: Signs) -> bool:
    return signs.holds("doubts") and not signs.asks


def _gives_up(signs: Signs) -> bool:
    """Tell "yes, I can't come" where the desk would cancel: the refusal is the reason."""
    first = signs.clauses[0]
    told = first.agrees and not first.refuses and not (signs.weakly and signs.asks)
    agrees = signs.plain == "yes" or (signs.plain is None and told)
    return agrees and signs.question.undoes and not signs.changes


def _agreed(signs: Signs) -> Verdict:
    if signs.hangs:
        return Verdict.UNCLEAR  # "ok, but only if there is a courtesy car"
    if signs.takes_back:
        return Verdict.NO
    firm = signs.plain is not None or signs.orders or signs.turning is not None or signs.insists
    if not firm and signs.weakly and signs.wonders:
        return Verdict.YES if signs.contrasts else Verdict.UNCLEAR
    return Verdict.YES


def _offered(signs: Signs) -> Verdict:
    """Weigh an answer to one thing proposed."""
    if signs.plain == "no":
        return _refused(signs)
    if signs.turning is not None and (
        signs.agrees or signs.holds("adds") or signs.holds("thanks") or signs.holds("places")
    ):
        return _turned(signs, signs.turning)
    if _puts_off(signs) and not (signs.agrees or signs.refuses or signs.changes or signs.differs or signs.looks_on):
        return Verdict.UNCLEAR
    if signs.seeks_other or (signs.puts_off and not signs.agrees):
        return Verdict.NO
    if signs.agrees and not signs.refuses:
        return _agreed_to_offer(signs)
    if signs.differs and signs.holds("doubts") and not (signs.changes or signs.refuses):
        return Verdict.UNCLEAR  # "the 15th or the 16th, not sure"
    if signs.changes or (signs.differs and not signs.holds("adds")):
        return Verdict.NO
    if _puts_off(signs):
        return Verdict.UNCLEAR
    if signs.refuses:
        return Verdict.NO
    return _unsaid(signs)


def _unsaid(signs: Signs) -> Verdict:
    """Weigh a reply that neither agrees nor refuses."""
    if signs.orders:
        return Verdict.NO if signs.contrasts else Verdict.YES  # "book it, but with Emily"
    if signs.holds("doubts") or signs.asks_only:
        return Verdict.UNCLEAR
    if objects(signs):
        return Verdict.NO
    if signs.asks:
        return Verdict.UNCLEAR
    adds = any("adds" in clause.holds and "of_others" not in clause.opens for clause in signs.clauses)
    if adds or signs.holds("done") or (signs.holds("thanks") and not signs.wants):
        return Verdict.YES
    return Verdict.NO if signs.wants else Verdict.UNCLEAR


def _turned(signs: Signs, place: int) -> Verdict:
    """Weigh what was said before a wish for something else; what follows it belongs to it."""
    before = replace(signs, clauses=signs.clauses[:place])
    return Verdict.NO if before.seeks_other or before.changes or before.refuses else Verdict.YES


def _agreed_to_offer(signs: Signs) -> Verdict:
    """Tell agreement from polite refusal: "nice, but I want ..."; and from mere acknowledgement: "okay, how much?"."""
    if signs.changes and (signs.differs or signs.plain is None):
        return Verdict.NO
    if signs.differs and (signs.holds("negations") or signs.holds("excepts")):
        return Verdict.NO  # "yes, but four nights, not three"
    if signs.hangs:
        return Verdict.NO if signs.differs else Verdict.UNCLEAR  # "I'd be happy if you found one with two stars"
    if signs.holds("doubts") and signs.plain is None and not (signs.praises or signs.orders):
        return Verdict.UNCLEAR
    praises_another = signs.difference.names_time and signs.agrees_to_value  # "the 9th would be great"
    if signs.differs and signs.plain is None and (praises_another or not signs.praises):
        return Verdict.NO
    if signs.contrasts:
        if signs.asks and not signs.wants and not signs.differs:
            return Verdict.YES if signs.plain else Verdict.UNCLEAR
        return Verdict.NO
    if signs.weakly and signs.asks and not signs.orders:
        return Verdict.UNCLEAR
    if signs.question.merely_finds and signs.asks_of_it and signs.plain is None and not signs.orders:
        return Verdict.UNCLEAR  # "there is a bus at nine" - "sounds good, where from?"
    return Verdict.YES


_WEIGH: dict[Kind, Callable[[Signs], Verdict]] = {
    Kind.MORE: _more,
    Kind.FINISHED: _finished,
    Kind.PERMISSION: _permitted,
    Kind.CONFIRM: _confirmed,
    Kind.INTENT: _intended,
    Kind.OFFER: _offered,
}
