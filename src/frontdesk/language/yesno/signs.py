"""Sums up what the clauses of a reply say about what the desk asked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from frontdesk.language.words import table, word_set
from frontdesk.language.yesno.clauses import Clause
from frontdesk.language.yesno.correcting import corrects
from frontdesk.language.yesno.differences import SAME, Difference, names_another
from frontdesk.language.yesno.question import Kind, Question, matter_of
from frontdesk.language.yesno.wording import NAME

_LOOKING = frozenset(("exists", "searches"))
_AGAINST = frozenset(("contrasts", "negations", "weak_refusals", "doubts", "waits", "wants_so", "spells"))
_BESIDE = frozenset(("adds", "places"))
_CONCLUDING = frozenset(("contrasts", "joins"))
_SUBJECTLESS = frozenset(("negations", "joins"))
_WISHING = frozenset(("searches", "things"))
_GETTING = frozenset(("permits", "proposes"))  # "can I get soy milk?"
_REQUESTING = frozenset(("leads", "exists", "proposes"))


@dataclass(frozen=True, slots=True)
class Signs:
    """What can be heard in a reply as a whole."""

    clauses: tuple[Clause, ...]
    question: Question
    language: str
    welcomes: bool  # agrees or thanks somewhere
    difference: Difference = SAME

    def holds(self, label: str) -> bool:
        """Tell whether a phrase of the list `label` stands anywhere."""
        return any(label in clause.holds for clause in self.clauses)

    @property
    def plain(self) -> str | None:
        """The last plain yes or no."""
        said = (clause.plain for clause in reversed(self.clauses) if clause.plain and not self._repeats_no(clause))
        return next(said, None)

    @property
    def _merely_laments(self) -> bool:
        """Tell "oh no, is it really gone?", where nothing follows but questions, from a no."""
        first, *rest = self.clauses
        return "laments" in first.fills and bool(rest) and all(clause.asks for clause in rest)

    def _repeats_no(self, clause: Clause) -> bool:
        """Tell the "no starters" of a guest who is asked about no starters."""
        return clause.plain == "no" and any(pair == clause.words[:2] for pair in pairwise(self.question.words))

    @property
    def wavers(self) -> bool:
        """Whether both yes and no are said, in doubt, or neither in earnest: "maybe yes, maybe no", "oh great"."""
        if self.holds("ironies"):
            return self.plain is None and not self.refuses
        if self.holds("wavering") or self._merely_laments or (self.holds("mixed") and self.asks):
            return True
        return self.holds("yes") and self.holds("no") and self.holds("doubts")

    @property
    def agrees(self) -> bool:
        """Whether something is agreed to."""
        return any(clause.agrees or self._approves(clause) for clause in self.clauses)

    @property
    def praises(self) -> bool:
        """Whether something is called good, beyond a plain yes and an order."""
        return any(clause.praises or self._approves(clause) for clause in self.clauses)

    @property
    def refuses(self) -> bool:
        """Whether something is refused, beyond a plain no."""
        if any(clause.refuses and not self._is_why(clause) for clause in self.clauses[self._concluded :]):
            return True
        bidden = any(self._is_bare_order(clause) for clause in self.clauses)
        if bidden and any(corrects(clause, self.language) for clause in self.clauses):
            return True  # "not Thursday. Book it."
        agrees = any(self._agrees_to_it(clause) for clause in self.clauses)
        return not agrees and any(
            "weak_refusals" in clause.holds
            and not (clause.asks or clause.supposes or "waits" in clause.opens or self._is_told_of_others(place))
            for place, clause in enumerate(self.clauses)
        )

    def _is_why(self, clause: Clause) -> bool:
        """Tell why a yes is given: "yes, my mother can't do stairs"."""
        told = "of_others" in clause.opens and bool(self.news(clause)) and not self._points(clause)
        return told and self.plain == "yes" and not self.contrasts

    @property
    def puts_off(self) -> bool:
        """Whether it is left for later; who asks "how do I change it later?" leaves nothing."""
        return any("later" in each.holds and not each.wonders for each in self.clauses)

    @property
    def asks(self) -> bool:
        """Whether something is asked."""
        return any(clause.asks for clause in self.clauses)

    @property
    def wonders(self) -> bool:
        """Whether something is asked other than what to do once it is agreed: "do I need to bring anything?"."""
        return any(clause.asks and ("prepares" not in clause.holds or clause.asks_fact) for clause in self.clauses)

    @property
    def asks_of_it(self) -> bool:
        """Whether something is asked about what was offered: "where is it?"."""
        own = word_set(self.language, NAME, "its_own")
        return any(
            clause.asks and ("facts" in clause.holds or not own.isdisjoint(clause.words)) for clause in self.clauses
        )

    @property
    def asks_only(self) -> bool:
        """Whether nothing is said but a question."""
        return self.asks and all(clause.asks or self._is_idle(clause) for clause in self.clauses)

    @property
    def orders(self) -> bool:
        """Whether the guest says to do it."""
        return any(clause.orders for clause in self.clauses)

    @property
    def changes(self) -> bool:
        """Whether something is to be otherwise."""
        return any(clause.changes for clause in self.clauses)

    @property
    def differs(self) -> bool:
        """Whether a value is named otherwise than the desk named it."""
        return self.difference.differs

    @property
    def contrasts(self) -> bool:
        """Whether a "but" follows that does not itself agree."""
        turned = [place for place, clause in enumerate(self.clauses) if "contrasts" in clause.holds]
        later = self.clauses[turned[-1] :] if turned else ()
        agreeing = [clause for clause in later if clause.agrees or ("bears" in clause.fills and self._approves(clause))]
        return bool(turned) and all("of_others" in clause.opens for clause in agreeing)

    @property
    def hangs(self) -> bool:
        """Whether a yes is given on a condition, before it or after it."""
        return any(clause.supposes or ("provisos" in clause.holds and not clause.asks) for clause in self.clauses)

    @property
    def takes_back(self) -> bool:
        """Whether a "but" brings up something that the desk did not speak of."""
        return self.contrasts and any(
            self.news(clause)
            for place, clause in enumerate(self.clauses)
            if ("contrasts" in clause.holds or self._follows_but(place)) and not clause.asks
        )

    def _follows_but(self, place: int) -> bool:
        """Tell the wish of "yes, but I want a sea view", which is cut off from its "but"."""
        before = self.clauses[place - 1] if place else None
        return before is not None and "contrasts" in before.holds and len(before.words) == 1

    def _names_new(self, clause: Clause) -> frozenset[str]:
        """Return the names in a clause that the desk did not say."""
        return clause.names - frozenset(self.question.words) - word_set(self.language, "assent", "harmless_names")

    @property
    def names_other(self) -> bool:
        """Whether a name is given that the desk did not say."""
        return any(
            self._names_new(clause)
            for place, clause in enumerate(self.clauses)
            if not (clause.asks or self._is_of_others(place))
        )

    @property
    def wants(self) -> bool:
        """Whether a wish is told, other than to be left alone."""
        return any("wants" in clause.holds and "done" not in clause.holds for clause in self.clauses)

    @property
    def asks_whether(self) -> bool:
        """Whether what is wished stands in a question alone: "do I need one?"."""
        wishes = [clause for clause in self.clauses if "wants" in clause.holds and "done" not in clause.holds]
        return all(clause.asks and "prepares" in clause.opens for clause in wishes)

    @property
    def weakly(self) -> bool:
        """Whether agreement is no more than a word before something else."""
        if any("thanks" in clause.fills for clause in self.clauses):
            return False  # "great, thanks. Is there a cloakroom?"
        return all(
            "acknowledges" in clause.opens and not self._takes_value(clause) for clause in self.clauses if clause.agrees
        )

    def _takes_value(self, clause: Clause) -> bool:
        """Tell "ok Thursday", which takes the day that the desk named, from "ok"."""
        if self.differs or self.difference.adds_time or not self.difference.names_time:
            return False
        valued = word_set(self.language, NAME, "calendar")
        return any((word in valued or word[0].isdigit()) and word in self.question.words for word in clause.words)

    @property
    def insists(self) -> bool:
        """Whether agreement is said twice or loudly, "ok cool is there parking", and not in scorn: "who is paying?"."""
        challenging = word_set(self.language, NAME, "challenging")
        scorns = any(clause.asks and not challenging.isdisjoint(clause.words) for clause in self.clauses)
        return not scorns and any(clause.insists for clause in self.clauses if clause.agrees)

    @property
    def agrees_to_value(self) -> bool:
        """Whether what is agreed to is named: "let's do Tuesday", or in a single breath."""
        return len(self.clauses) == 1 or any("chooses" in clause.opens for clause in self.clauses)

    @property
    def seeks_other(self) -> bool:
        """Whether another thing of the kind is looked for."""
        return any(self._seeks(clause) for clause in self.clauses) or self._looks_away

    @property
    def _looks_away(self) -> bool:
        """Whether the guest thinks of something else: "actually, can you look in Napa?"."""
        return not self.welcomes and any(
            "turns" in before.fills
            and (clause.holds & _LOOKING or (clause.holds >= _GETTING and "prepares" not in clause.opens))
            and not (clause.asks_fact or "waits" in clause.holds)
            for before, clause in pairwise(self.clauses)
        )

    @property
    def looks_on(self) -> bool:
        """Whether another is asked for beside a pause: "I'll think about it, are there any others?"."""
        return any(self._seeks(clause) for clause in self.clauses if "waits" not in clause.holds)

    @property
    def turning(self) -> int | None:
        """The place of the clause that wishes for a thing of another kind, which leaves the offer as it is."""
        wished = (place for place, clause in enumerate(self.clauses) if self._is_elsewhere(clause))
        return next((place for place in wished if not self._follows_but(place)), None)

    @property
    def wants_this(self) -> bool:
        """Whether the wish is for what the desk would do, or for nothing else in particular."""
        wishes = [
            clause
            for clause in self.clauses
            if clause.holds & {"wants", "leads"} and (clause.asks_fact or not clause.asks)
        ]
        return any(
            not (matter := matter_of(clause.words, self.language)) or not matter.isdisjoint(self.question.proposal)
            for clause in wishes
        )

    def news(self, clause: Clause) -> frozenset[str]:
        """Return what a clause speaks of that the desk did not."""
        return self._matter(clause) - self.question.matter

    @property
    def names_matter(self) -> bool:
        """Whether anything is named at all."""
        return any(self._matter(clause) for clause in self.clauses if "done" not in clause.holds)

    def _agrees_to_it(self, clause: Clause) -> bool:
        """Tell agreement from thanks that sound like it: "I've already got one, cheers"."""
        if "acknowledges" in clause.opens and "weak_refusals" in clause.holds:
            return False  # "ok so I chickened out"
        return "thanks" not in clause.fills and (clause.agrees or self._approves(clause))

    @property
    def _concluded(self) -> int:
        """The place of the clause before which all is outweighed: "it is not cheap, but yes"."""
        for place in range(len(self.clauses) - 1, 0, -1):
            clause = self.clauses[place]
            takes = clause.orders or "takes" in clause.holds or "agrees" in clause.fills
            consents = "assents" in clause.fills and clause is self.clauses[-1] and "leads" not in clause.fills
            bears = "bears" in clause.fills and self.question.whether_fine
            decides = clause.plain == "yes" or bears or ((takes or consents) and not self.news(clause))
            leads = not clause.holds.isdisjoint(_CONCLUDING) or "contrasts" in self.clauses[place - 1].holds
            if place == len(self.clauses) - 1 and self._is_bare_order(clause):
                decides = leads = True
            if decides and leads and not clause.refuses:
                return place if not any(self._is_unable(each) for each in self.clauses[:place]) else 0
        return 0

    def _is_bare_order(self, clause: Clause) -> bool:
        """Tell "book it" and "put me down", the last word of a reply, from an order for anything in particular."""
        if clause.asks or clause.refuses:
            return False
        return "bids" in clause.fills or ((clause.orders or "takes" in clause.fills) and not self.news(clause))

    @property
    def ends_well(self) -> bool:
        """Whether a no goes over into praise and an order: "no no, that's great, sign us up"."""
        refusing = [place for place, clause in enumerate(self.clauses) if clause.plain == "no"]
        after = self.clauses[refusing[-1] + 1 :] if refusing else ()
        if len(after) <= 1 or not self._is_bare_order(after[-1]) or self.seeks_other:
            return False
        praising = [clause for clause in after[:-1] if clause.praises]
        return bool(praising) and all("agrees" in each.fills or not self.news(each) for each in after[:-1])

    def _is_unable(self, clause: Clause) -> bool:
        """Tell "I can't come" and "I don't want the massage" from "we don't need to sit together"."""
        if corrects(clause, self.language):
            return True
        if word_set(self.language, NAME, "unable").isdisjoint(clause.words):
            return False
        merely_not = not word_set(self.language, NAME, "merely_not").isdisjoint(clause.words)
        return not merely_not or self._is_about_offer(clause)

    def _is_of_others(self, place: int) -> bool:
        """Tell what is told of somebody else, or goes on with it: "my mum is the same, can't even smell it"."""
        clause = self.clauses[place]
        return "of_others" in clause.opens or self._goes_on_of_others(place)

    def _goes_on_of_others(self, place: int) -> bool:
        goes_on = place > 0 and not self.clauses[place].opens.isdisjoint(_SUBJECTLESS)
        return goes_on and "of_others" in self.clauses[place - 1].opens

    def _is_told_of_others(self, place: int) -> bool:
        """Tell "she pretends she's not" from "my mother can't walk that far", which stands against an offer."""
        if self._goes_on_of_others(place):
            return True
        clause = self.clauses[place]
        idle = word_set(self.language, NAME, "not_so")
        return "of_others" in clause.opens and not idle.isdisjoint(clause.words)

    def _is_idle(self, clause: Clause) -> bool:
        """Tell the "well" of "well, how much is it?"."""
        return "fillers" in clause.fills and "thanks" not in clause.holds and not clause.agrees

    def _seeks(self, clause: Clause) -> bool:
        if "pastimes" in clause.holds or clause.supposes:
            return False
        if "alternatives" in clause.holds:
            return not ((clause.asks_fact and "facts" in clause.holds) or "the_other" in clause.closes)
        if self._asks_for_another(clause) or self._prefers(clause) or self._takes_another(clause):
            return True
        if clause.asks_fact or (clause.asks and "prepares" in clause.opens):
            return False
        if "things" in clause.holds:
            beside = self.welcomes or not clause.holds.isdisjoint(_BESIDE)
            return self._is_about_offer(clause) or not beside
        if "proposes" in clause.holds and self.difference.names_time and not (clause.orders or self._matter(clause)):
            return True
        if clause.holds.isdisjoint(_LOOKING) or clause.orders or clause.agrees:
            return False
        if clause.asks and not self.welcomes and bool(self._names_new(clause)):
            return True  # "can you find a dentist in Napa?"
        if clause.asks and (self.differs or (self.difference.adds_time and not self.welcomes)):
            return True
        if "ones" in clause.holds:
            return not (self.welcomes and clause.asks and self.news(clause))  # "can someone pick me up?"
        if "exists" in clause.holds:
            return self._is_about_offer(clause) and not self._points(clause) and not self._is_part_of_it(clause)
        return self.question.kind is Kind.OFFER and self._is_about_offer(clause) and not self._points(clause)

    def _takes_another(self, clause: Clause) -> bool:
        """Tell "the basic one will do", where the desk named none that is basic, and "a salad will do us"."""
        if not (clause.agrees or "plans" in clause.opens) or clause.asks:
            return False
        if "will_do" in clause.closes and not self._points(clause):
            named = self._matter(clause) - word_set(self.language, NAME, "whichever")
            return bool(named) and named.isdisjoint(self.question.matter)
        one, definite = word_set(self.language, NAME, "one"), word_set(self.language, NAME, "definite")
        kinds = [
            clause.words[place]
            for place in range(1, len(clause.words) - 1)
            if clause.words[place + 1] in one and clause.words[place - 1] in definite
        ]
        return bool(matter_of(kinds, self.language) - self.question.matter)

    def _prefers(self, clause: Clause) -> bool:
        """Tell "the Crown sounds nicer", where the desk would book something else."""
        if clause.asks or clause.agrees or "compares" not in clause.holds or self._points(clause):
            return False
        named = self._matter(clause) - word_set(self.language, NAME, "comparatives")
        return bool(named) and named.isdisjoint(self.question.proposal)

    def _is_part_of_it(self, clause: Clause) -> bool:
        """Tell "is there a fridge in the room?", about the room that was offered, from "is there a bigger room?"."""
        definite = word_set(self.language, NAME, "definite")
        offered = [
            place for place, word in enumerate(clause.words) if matter_of((word,), self.language) & self.question.matter
        ]
        known = definite | {clause.words[place] for place in offered}
        return all(place and clause.words[place - 1] in known for place in offered)

    def _is_elsewhere(self, clause: Clause) -> bool:
        if clause.refuses or not clause.holds.isdisjoint(_AGAINST) or "facts" in clause.holds:
            return False
        if self._seeks(clause) or self._is_about_offer(clause) or not self._matter(clause):
            return False
        if clause.asks and self.welcomes and ("places" in clause.holds or self._names_day(clause)):
            return True
        if clause.asks_fact or clause.holds.isdisjoint(_WISHING):
            return False
        return not clause.asks or not clause.opens.isdisjoint(_REQUESTING)

    def _names_day(self, clause: Clause) -> bool:
        """Tell a question about another day, which is not about the thing offered: "how is the weather on the 9th?"."""
        return not word_set(self.language, NAME, "dating").isdisjoint(clause.words)

    def _approves(self, clause: Clause) -> bool:
        """Tell what repeats the desk's words and ends with praise: "Tuesday at 11 with Dr. Lee, good"."""
        if clause.asks or not clause.holds.isdisjoint(_AGAINST):
            return False
        if "bears" in clause.opens:
            return self.question.whether_fine and ("bears" in clause.fills or self._takes_value(clause))
        if "suffices" in clause.closes:
            return self._is_enough(clause)
        if "able" in clause.fills:
            return not word_set(self.language, NAME, "ability").isdisjoint(self.question.last)
        if "chooses" in clause.opens:
            return self._chooses(clause)
        if "assents" not in clause.closes:
            return False
        return not (clause.refuses or clause.supposes or self.news(clause))

    def _is_enough(self, clause: Clause) -> bool:
        """Tell "an hour is plenty", where the desk said an hour, from "the massage is enough"."""
        measures = table(self.language, NAME, "counted").keys() | word_set(self.language, NAME, "calendar")
        return not self.differs and not (self._matter(clause) - measures - word_set(self.language, NAME, "sufficient"))

    def _chooses(self, clause: Clause) -> bool:
        """Tell "I'll take the five thirty", which was offered, from "I'll take the Crown", which was not."""
        if self.differs or clause.refuses or clause.changes:
            return False
        return self._matter(clause) <= (self.question.proposal or self.question.matter)

    def _matter(self, clause: Clause) -> frozenset[str]:
        return matter_of(clause.words, self.language)

    def names_another(self, clause: Clause) -> bool:
        """Tell whether `clause` gives another of what a thing has one of."""
        return "thanks" not in clause.holds and names_another(clause.words, self.question.words, self.language)

    def _asks_for_another(self, clause: Clause) -> bool:
        """Tell "outside please" from "what's it like outside today?", where the desk would book a table inside."""
        wonders = clause.wonders and self.question.kind is not Kind.OFFER
        return not wonders and self.names_another(clause)

    def _points(self, clause: Clause) -> bool:
        return "places" in clause.holds or not word_set(self.language, NAME, "pointing").isdisjoint(clause.words)

    def _is_about_offer(self, clause: Clause) -> bool:
        return not self.question.matter.isdisjoint(matter_of(clause.words, self.language))
