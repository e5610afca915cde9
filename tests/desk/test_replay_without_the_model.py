"""What a model made of a message is kept with the turn: a record replays to the letter under another model, or none."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from frontdesk.desk.blocking import BlockingDesk, open_desk
from frontdesk.desk.model_choice import OFF, VARIABLE
from frontdesk.desk.records.recording import Record, read_record, record, written
from frontdesk.desk.records.replaying import replay, understood_otherwise
from frontdesk.language.tagger.opinions import SHIPPED, Opinion, Tagger
from frontdesk.language.tagger.running import EXAMPLE, TaggerLabels
from frontdesk.language.understand import Understanding
from tests.faults.desks import MED_SPA

NONSENSE = "fnord the blat quux zing plop"
ANSWERS = {"yes": 0.0, "no": 0.0, "change": 0.0, "unclear": 1.0, "other": 0.0}


class Certain(Tagger):
    """A model that takes whatever nobody else understands for a question about parking."""

    def opinion(self, place: str, desk: str, text: str, labels: TaggerLabels, options: Sequence[str] = ()) -> Opinion:
        """Believe."""
        del place, desk, text
        acts = dict.fromkeys(self.settings.acts, 0.0)
        flows = {name: 0.0 for name in labels.flows if EXAMPLE not in name}
        topics = {topic: float(topic == "parking") for topic in labels.topics}
        return Opinion(acts, ANSWERS, flows, topics, (0.0,) * len(options))


def heard_by(model: Tagger, desk: BlockingDesk) -> Record:
    """Have a conversation that only this model understands."""
    house = desk.desk.house
    desk.desk.house = replace(house, understanding=Understanding(house.business, house.flows, model))
    say = desk.visit("web", "+12125550123")
    answers = [say(text) for text in ("hello", NONSENSE, "book botox tomorrow at 3pm", NONSENSE)]
    assert "garage" in str(answers[1]["reply"]), "the model was not asked, so this proves nothing"
    kept = desk.work(lambda unit: record(unit, str(answers[-1]["conversation"])))
    assert kept is not None
    return kept


@pytest.mark.parametrize("model", [OFF, str(SHIPPED)])
def test_a_record_replays_to_the_letter_under_another_model(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_desk(MED_SPA, f"sqlite:///{tmp_path}/desk.db") as desk:
        kept = heard_by(Certain(SHIPPED), desk)
    file = tmp_path / "talk.yaml"
    file.write_text(written(kept), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, model)
    assert replay(MED_SPA, read_record(file)) is None
    assert [each.turn for each in understood_otherwise(MED_SPA, read_record(file))] == [2]
