"""Former versions of a business are kept as they were, for that business only."""

from frontdesk.storage import Store
from frontdesk.storage.business_versions import Former
from tests.contracts.storage_examples import HOUR, NOW

FILES = {"business.yaml": "name: Café “Spa”\r\n# ünd so\n", "flows/book.yaml": ""}


def kept(store: Store, business: str = "spa", note: str = "Hours", hours: int = 0) -> int:
    former = Former(business, NOW + hours * HOUR, "emily", note, FILES)
    return store.run_sync(lambda unit: unit.versions.keep(former))


def test_a_version_comes_back_to_the_letter(store: Store) -> None:
    number = kept(store)
    found = store.run_sync(lambda unit: unit.versions.find("spa", number))
    assert found is not None
    assert (found.id, found.business, found.at, found.by, found.note) == (number, "spa", NOW, "emily", "Hours")
    assert found.files == FILES


def test_a_version_of_another_business_is_not_found(store: Store) -> None:
    number = kept(store, "hotel")
    assert store.run_sync(lambda unit: unit.versions.find("spa", number)) is None
    assert store.run_sync(lambda unit: unit.versions.page("spa")) == ()
    assert store.run_sync(lambda unit: unit.versions.newest("spa")) == 0


def test_versions_are_listed_from_the_latest_on(store: Store) -> None:
    numbers = [kept(store, note=f"change {each}", hours=each) for each in range(5)]
    page = store.run_sync(lambda unit: unit.versions.page("spa", limit=2))
    assert [version.note for version in page] == ["change 4", "change 3"]
    older = store.run_sync(lambda unit: unit.versions.page("spa", below=page[-1].id))
    assert [version.id for version in older] == numbers[2::-1]
    assert store.run_sync(lambda unit: unit.versions.newest("spa")) == numbers[-1]
