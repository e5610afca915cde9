"""What is counted of conversations: how far they came, what was written when, what was not understood."""

from datetime import timedelta
from functools import partial
from itertools import pairwise

from frontdesk.dialogue.conversation import Conversation
from frontdesk.storage import Store, Unit
from frontdesk.storage.counting import QUARTER, CountedSpan, Piece
from frontdesk.storage.rows import Message, ShownOffer, Side, Turn
from tests.contracts.storage_examples import HOUR, NOW, booking, request, time_of

SPAN = CountedSpan("spa", NOW, NOW + 24 * HOUR)
WHOLE = Piece(SPAN, NOW, NOW + 48 * HOUR)
CONFIRMING = '{"guest": "x", "position": "confirming", "asking": "confirmation"}'


def talk(unit: Unit, name: str, hours: float = 1, runs: int = 0, business: str = "spa") -> None:
    at = NOW + hours * HOUR
    unit.conversations.save(Conversation(name, business, runs=runs), at)
    unit.messages.add(
        Message(name, 1, Side.GUEST, "web", 'I want the "runs": 1', at),
        Message(name, 1, Side.DESK, "web", "hello", at),
    )


def test_conversations_are_counted_by_how_far_they_came(store: Store) -> None:
    def live(unit: Unit) -> None:
        talk(unit, "greeted")
        talk(unit, "wanted", runs=1)
        talk(unit, "offered", runs=1)
        unit.messages.add_offer(ShownOffer("offered", "pick", "[]", NOW, NOW))
        talk(unit, "asked", runs=1)
        unit.messages.add_turn(Turn("asked", 1, NOW, "{}", "[]", CONFIRMING))
        talk(unit, "said so", runs=1)  # what a guest writes is not what the desk did
        unit.messages.add_turn(Turn("said so", 1, NOW, "{}", "[]", r'{"guest": "\"position\": \"confirming\""}'))
        for number in range(2):
            talk(unit, f"booked {number}", runs=1)
            row = booking(number, conversation_id=f"booked {number}")
            unit.bookings.add(row, time_of(row), "guest")
        talk(unit, "before", hours=-1, runs=1)
        talk(unit, "after", hours=24, runs=1)
        talk(unit, "elsewhere", runs=1, business="hotel")

    store.run_sync(live)
    assert store.run_sync(lambda unit: unit.counts.stages(WHOLE)) == {0: 1, 1: 2, 2: 1, 3: 1, 4: 2}
    assert store.run_sync(lambda unit: unit.counts.bookings(WHOLE)) == 2
    assert store.run_sync(lambda unit: unit.counts.messages_of_booked(WHOLE)) == 2


def test_pieces_add_up_to_the_whole(store: Store) -> None:
    def live(unit: Unit) -> None:
        for number in range(6):
            talk(unit, f"c{number}", hours=number)
            talk(unit, f"later {number}", hours=number)
            later = unit.conversations.by_id(f"later {number}")
            assert later is not None
            unit.conversations.save(later, NOW + 30 * HOUR)

    store.run_sync(live)
    cuts = [NOW + hours * HOUR for hours in (0, 3, 30, 48)]
    pieces = [Piece(SPAN, start, end) for start, end in pairwise(cuts)]
    assert [store.run_sync(partial(begun, piece)) for piece in pieces] == [3, 3, 6]


def begun(piece: Piece, unit: Unit) -> int:
    return unit.counts.stages(piece)[0]


def test_what_guests_wrote_is_counted_by_quarters_of_an_hour(store: Store) -> None:
    def live(unit: Unit) -> None:
        talk(unit, "c1", hours=1)
        talk(unit, "c2", hours=1.2)
        talk(unit, "c3", hours=1.26)
        talk(unit, "before", hours=-0.1)
        talk(unit, "elsewhere", hours=1, business="hotel")

    store.run_sync(live)
    first = int((NOW + HOUR).timestamp()) // QUARTER
    assert store.run_sync(lambda unit: unit.counts.quarters(WHOLE)) == {first: 2, first + 1: 1}


def test_troubles_and_reasons_are_counted(store: Store) -> None:
    def live(unit: Unit) -> None:
        for number, trouble in enumerate(("asked_again:day", "asked_again:day", "gave_up", None)):
            talk(unit, f"c{number}")
            unit.messages.add_turn(Turn(f"c{number}", 1, NOW + HOUR, "{}", "[]", "{}", trouble))
        unit.messages.add_turn(Turn("c1", 2, NOW - timedelta(seconds=1), "{}", "[]", "{}", "gave_up"))
        talk(unit, "elsewhere", business="hotel")
        unit.messages.add_turn(Turn("elsewhere", 1, NOW + HOUR, "{}", "[]", "{}", "gave_up"))
        unit.requests.add(request("c1"))
        unit.requests.add(request("c2"))

    store.run_sync(live)
    assert store.run_sync(lambda unit: unit.counts.troubles(SPAN)) == {"asked_again:day": 2, "gave_up": 1}
    assert store.run_sync(lambda unit: unit.counts.reasons(SPAN)) == {"wants a person": 2}
    assert store.run_sync(lambda unit: unit.counts.reasons(CountedSpan("hotel", NOW, NOW + HOUR))) == {}
