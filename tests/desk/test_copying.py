"""The demo works on copies of the examples: what is changed there stays there, until an example itself changes."""

import shutil
from pathlib import Path

from frontdesk.desk.copying import working_copy
from frontdesk.desk.house import open_house
from tests.faults.desks import MED_SPA


def test_a_copy_is_made_once_and_again_when_the_example_has_changed(tmp_path: Path) -> None:
    example = tmp_path / "from" / "medspa"
    shutil.copytree(MED_SPA, example, ignore=shutil.ignore_patterns("*.db*"))
    (example / "frontdesk.db").write_text("not to be copied")
    copy = working_copy(example, tmp_path)
    assert not (copy / "frontdesk.db").exists()
    assert open_house(copy).business == open_house(example).business
    file = copy / "business.yaml"
    file.write_text(file.read_text() + "# by hand\n")
    assert "# by hand" in (working_copy(example, tmp_path) / "business.yaml").read_text()
    (example / "business.yaml").write_text((example / "business.yaml").read_text() + "# newer\n")
    again = (working_copy(example, tmp_path) / "business.yaml").read_text()
    assert again.endswith("# newer\n")
    assert "# by hand" not in again
