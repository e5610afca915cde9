"""What the model is to say of a row: pieces of values, labels of its business, and no more than the row tells."""

from random import Random

from frontdesk.language.tagger.encoding import LONGEST_DESK, LONGEST_TEXT, encode_label, encode_message, pieces_of
from tests.training.word_pieces import WordPieces
from training.rows import ACTS, ANSWERS, MEANT, RELATED, Row, Trade, unmarked
from training.targets import COARSE, UNKNOWN, Labels, labels_of, target_of, weight_of

VET = Trade("vet", "vet", {"book": ("bring an animal in",)}, {"price": ("what it costs",)}, {"day": ("the day",)})
VAN = Trade(
    "van", "van rental", {"book": ("rent a van",)}, {}, {"day": ("the day of pickup",), "back": ("the day of return",)}
)


def row(marked: str, trade: Trade = VET, **fields: object) -> Row:
    text, spans = unmarked(marked)
    usual: dict[str, object] = {"text": text, "spans": spans, "trade": trade, "source": "wren", "acts": frozenset()}
    return Row(**{**usual, **fields})  # type: ignore[arg-type] # fields are named by the test


def test_a_message_is_what_the_desk_said_and_what_the_guest_wrote() -> None:
    message = encode_message(WordPieces(), "confirm", "Shall I?", "yes please")
    assert message.ids == (1, 3, 4, 5, 6, 7, 2, 8, 9, 2)
    assert message.types == (0, 0, 0, 0, 0, 0, 0, 1, 1, 1)
    assert message.first == 7
    assert message.offsets == ((0, 3), (4, 10))


def test_nothing_said_leaves_the_first_part_empty() -> None:
    message = encode_message(WordPieces(), "", "", "hello")
    assert message.ids[:2] == (1, 2)
    assert message.first == 2


def test_of_a_long_speech_the_end_is_kept_and_the_place() -> None:
    pieces = WordPieces()
    long = encode_message(pieces, "confirm", " ".join(f"word{number}" for number in range(200)), "yes")
    assert long.first == LONGEST_DESK + 2
    assert long.ids[1] == pieces.token_to_id("confirm")
    assert long.ids[LONGEST_DESK] == pieces.token_to_id("word199")


def test_a_long_message_is_cut_and_what_was_cut_off_has_no_pieces() -> None:
    text = " ".join(f"word{number}" for number in range(200))
    message = encode_message(WordPieces(), "", "", text)
    assert len(message.offsets) == LONGEST_TEXT
    assert pieces_of(len(text) - 3, len(text), message.offsets) is None
    assert pieces_of(0, 5, message.offsets) == (0, 1)


def test_spans_are_counted_in_pieces_with_their_label_and_how_they_are_meant() -> None:
    rows = [row("not [next Monday|day|ruled_out], [Friday|day|wanted|instead]")]
    labels = labels_of(rows)
    day = labels.number(labels.trades["wren/vet"], "slot", "day")
    assert target_of(rows[0], WordPieces(), labels, None).spans == (
        (1, 3, day, MEANT.index("ruled_out"), RELATED.index("none")),
        (4, 5, day, MEANT.index("wanted"), RELATED.index("instead")),
    )


def test_labels_of_the_same_name_are_others_in_another_business() -> None:
    labels = labels_of([row("x"), row("y", VAN)])
    vet, van = labels.trades["wren/vet"], labels.trades["wren/van"]
    assert labels.number(vet, "flow", "book") != labels.number(van, "flow", "book")
    assert labels.number(vet, "slot", "option") == labels.number(van, "slot", "option")


def test_every_label_has_a_wording_with_its_name_and_one_without() -> None:
    labels = labels_of([row("x", VAN)])
    label = labels.labels[labels.number(labels.trades["wren/van"], "slot", "back")]
    assert [labels.texts[number] for number in label.wordings] == [
        ("slot", "the day of return"),
        ("slot", "back: the day of return"),
    ]


def test_what_a_row_does_not_tell_is_unknown() -> None:
    reply = Row("sure", desk="Shall I?", at="", coarse="not_yes", source="replies")
    target = target_of(reply, WordPieces(), Labels(), None)
    assert set(target.acts) == {UNKNOWN}
    assert (target.answer, target.coarse) == (UNKNOWN, COARSE.index("not_yes"))
    assert (target.spans_known, target.flows, target.topics, target.picks) == (False, None, None, None)


def test_acts_that_a_public_source_does_not_know_are_unknown_and_the_others_are_not() -> None:
    public = row("x", source="public train", acts=frozenset({"inform"}))
    told = dict(zip(ACTS, target_of(public, WordPieces(), labels_of([public]), None).acts, strict=True))
    assert (told["inform"], told["thank"], told["undo"]) == (1, 0, UNKNOWN)


def test_an_answer_and_names_are_numbers() -> None:
    one = row("how much", answer="other", flows=(), topics=("price",))
    labels = labels_of([one])
    target = target_of(one, WordPieces(), labels, None)
    assert target.answer == ANSWERS.index("other")
    assert target.flows == ()
    assert target.topics == (labels.number(target.trade, "topic", "price"),)


def test_options_stand_in_place_of_what_the_desk_said() -> None:
    one = row("the second", at="choice", desk="Which one?", options=("nine", "ten or so"), picks=(1,))
    target = target_of(one, WordPieces(), labels_of([one]), None)
    shown = target.message.shown
    assert len(shown) == len(one.options)
    assert shown[0][1] == shown[1][0]  # one after the other
    assert shown[1][1] == target.message.first - 1  # and then what the guest wrote
    assert target.picks == (1,)


def test_noise_sometimes_leaves_out_what_the_desk_said() -> None:
    one = row("[Friday|day]", desk="Which day?", at="slot")
    labels = labels_of([one])
    firsts = {target_of(one, WordPieces(), labels, Random(seed)).message.first for seed in range(60)}
    assert min(firsts) == 2
    assert len(firsts) > 2


def test_our_own_rows_are_drawn_more_often_and_hard_ones_more_still() -> None:
    weights = {"public": 1.0, "made": 2.0, "replies": 4.0, "authors": 16.0}
    assert weight_of(row("x", source="public train"), weights) == 1
    assert weight_of(row("x", source="conversations_medspa"), weights) == 2
    assert weight_of(Row("x", source="replies"), weights) == 4
    assert weight_of(row("x", hard=True), weights) == 24


def test_a_label_is_its_kind_and_one_wording() -> None:
    pieces = WordPieces()
    ids = encode_label(pieces, "slot", "the day")
    assert ids == (1, *(pieces.numbers[word] for word in ("slot", ":", "the", "day")), 2)
