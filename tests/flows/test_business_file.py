"""`business.yaml` becomes a business, or all of its mistakes at once."""

from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from frontdesk.flows import Loaded, Refused, load
from frontdesk.scheduling.business import Care, Look, Price, Rules, Shift
from tests.flows.sample import BUSINESS, load_files, rules_of

FULL = """\
id: bella
name: Bella
desk: Ava
zone: America/New_York
region: US
language: en
currency: USD
address: 12 Main Street
phone: +1 212 555 0100
email: hello@example.com
owner: yes
reference: BV
offer: {size: 3, minutes: 20}
hours:
  mon-fri: 9-12, 13-19
  sat: [10-12, 13-17]
  sun: closed
closed_days: [2026-12-25]
special_days: {2026-12-24: 9-13}
breaks: 15:00-15:30
services:
  deep_clean:
    minutes: 1 hour
    price: 300-600
    per: area
    also: [deep cleaning]
    buffer_before: 5 minutes
    buffer_after: 10m
    needs: [provider, room, laser]
    every: 15
    notice: 2 hours
    ahead: 60 days
    details: {preparation: Come as you are.}
providers:
  sarah:
    name: Sarah Chen
    also: Dr. Chen
    does: [deep_clean]
    hours: {mon-thu: 9-17}
    about: Ten years here.
  tom:
    closed_days: [2026-08-03]
rooms:
  room_1: {}
resources:
  laser_1: {kind: laser}
rules: {notice: 48 hours, fee: 50%, text: Call us.}
topics:
  parking: {asks: [where can i park], answer: Behind the house.}
  pregnancy: {asks: is it safe, care: staff}
"""


def loaded(folder: Path, text: str) -> Loaded:
    result = load_files(folder, {"business.yaml": text})
    assert isinstance(result, Loaded), result
    return result


def test_every_key_is_read(tmp_path: Path) -> None:
    business = loaded(tmp_path, FULL).business
    assert (business.id, business.name, business.desk, business.owner) == ("bella", "Bella", "Ava", True)
    assert (business.zone, business.reference) == (ZoneInfo("America/New_York"), "BV")
    assert (business.offer_size, business.offer_minutes) == (3, 20)
    assert (business.phone, business.email) == ("+1 212 555 0100", "hello@example.com")
    assert business.rules == Rules(timedelta(hours=48), Decimal("0.5"), "Call us.")


def test_hours_are_read(tmp_path: Path) -> None:
    hours = loaded(tmp_path, FULL).business.hours
    assert hours.week[0] == (Shift(time(9), time(12)), Shift(time(13), time(19)))
    assert hours.week[5] == (Shift(time(10), time(12)), Shift(time(13), time(17)))
    assert hours.week[6] == ()
    assert hours.exceptions == {date(2026, 12, 25): (), date(2026, 12, 24): (Shift(time(9), time(13)),)}
    assert hours.breaks == (Shift(time(15), time(15, 30)),)


def test_services_are_read(tmp_path: Path) -> None:
    service = loaded(tmp_path, FULL).business.services["deep_clean"]
    assert service.name == "Deep clean"
    assert service.price == Price(Decimal(300), Decimal(600), "area")
    assert (service.duration, service.grid) == (timedelta(hours=1), timedelta(minutes=15))
    assert (service.before, service.after) == (timedelta(minutes=5), timedelta(minutes=10))
    assert (service.notice, service.horizon) == (timedelta(hours=2), timedelta(days=60))
    assert service.needs == ("provider", "room", "laser")
    assert service.details == {"preparation": "Come as you are."}


def test_resources_are_read(tmp_path: Path) -> None:
    business = loaded(tmp_path, FULL).business
    kinds = {name: resource.kind for name, resource in business.resources.items()}
    assert kinds == {"sarah": "provider", "tom": "provider", "room_1": "room", "laser_1": "laser"}
    sarah, room = business.resources["sarah"], business.resources["room_1"]
    assert (sarah.name, sarah.synonyms, sarah.services) == ("Sarah Chen", ("Dr. Chen",), ("deep_clean",))
    assert sarah.hours is not None
    assert sarah.hours.week[0] == (Shift(time(9), time(17)),)
    assert room.hours is None


def test_a_day_off_leaves_the_hours_of_the_house(tmp_path: Path) -> None:
    business = loaded(tmp_path, FULL).business
    tom = business.resources["tom"]
    assert tom.hours is not None
    assert tom.hours.week == business.hours.week
    assert tom.hours.exceptions == {date(2026, 8, 3): ()}


def test_topics_are_read(tmp_path: Path) -> None:
    topics = loaded(tmp_path, FULL).business.topics
    assert topics["parking"].answer == "Behind the house."
    assert (topics["pregnancy"].asks, topics["pregnancy"].care) == (("is it safe",), Care.STAFF)


def test_little_is_enough(tmp_path: Path) -> None:
    folder = tmp_path / "corner-shop"
    folder.mkdir()
    business = loaded(folder, "id: shop\nname: Shop\nzone: UTC\nhours: {daily: 0-24}\n").business
    assert (business.id, business.currency, business.desk) == ("shop", "USD", "Frontdesk")
    assert business.services == {}


@pytest.mark.parametrize(("folder", "line"), [("corner-shop", "id: corner-shop"), ("The Shop", "id: corner_salon")])
def test_a_business_without_an_id_is_told_which_line_to_add(tmp_path: Path, folder: str, line: str) -> None:
    home = tmp_path / folder
    home.mkdir()
    result = load_files(home, {"business.yaml": "name: Shop\nzone: UTC\nhours: {daily: 0-24}\n"})
    assert rules_of(result) == [("business.yaml", 1, "missing_key")]
    assert isinstance(result, Refused)
    assert f"Add the line `{line}`." in result.findings[0].message


def test_a_business_stays_the_same_when_its_folder_is_renamed(tmp_path: Path) -> None:
    home = tmp_path / "before"
    home.mkdir()
    before = loaded(home, FULL).business
    after = load_files(home.rename(tmp_path / "after"), {"business.yaml": FULL})
    assert isinstance(after, Loaded)
    assert after.business == before


def test_patience_is_the_businesss_own(tmp_path: Path) -> None:
    usual = loaded(tmp_path, FULL).flows
    assert (usual.budget, usual.depth) == (6, 3)
    patient = loaded(tmp_path, f"{FULL}limits: {{budget: 12}}\n").flows
    assert (patient.budget, patient.depth) == (12, 3)
    shallow = loaded(tmp_path, f"{FULL}limits: {{depth: 1, budget: 2}}\n").flows
    assert (shallow.budget, shallow.depth) == (2, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "rule"),
    [
        ("desk: Ava", "limits: {depth: 0}", 3, "bad_number"),
        ("desk: Ava", "limits: {budget: 21}", 3, "bad_number"),
        ("desk: Ava", "limits: {deep: 2}", 3, "unknown_key"),
        ("desk: Ava", "desc: Ava", 3, "unknown_key"),
        ("desk: Ava", "desk:", 3, "empty_value"),
        ("desk: Ava", "desk: [Ava]", 3, "wrong_shape"),
        ("name: Bella\n", "", 1, "missing_key"),
        ("New_York", "New_Yrok", 4, "bad_zone"),
        ("America/New_York", "posixrules", 4, "bad_zone"),  # a file beside the zones
        ("America/New_York", "Factory", 4, "bad_zone"),
        ("America/New_York", "utc", 4, "bad_zone"),
        ("owner: yes", "owner: perhaps", 11, "bad_boolean"),
        ("sat: [10-12, 13-17]", "sat: soon", 16, "bad_shifts"),
        ("sat: [10-12, 13-17]", "fri: 9-10", 16, "day_twice"),
        ("sat: [10-12, 13-17]", "saturn: 9-10", 16, "bad_weekdays"),
        ("2026-12-24", "2026-12-25", 18, "day_twice"),
        ("minutes: 1 hour", "minutes: long", 23, "bad_length"),
        ("    minutes: 1 hour\n", "", 22, "missing_key"),
        ("price: 300-600", "price: 600-300", 24, "bad_price"),
        ("laser]", "lazer]", 29, "nobody_does"),
        ("does: [deep_clean]", "does: [deep_cleen]", 38, "unknown_service"),
        ("also: Dr. Chen", "also: tom", 41, "same_resource_name"),
        ("room_1: {}", "sarah: {}", 44, "duplicate_id"),
        ("{kind: laser}", "{}", 46, "missing_key"),
        ("fee: 50%", "fee: 50", 47, "bad_fraction"),
        (", answer: Behind the house.", "", 49, "missing_key"),
        ("care: staff", "care: doctor", 50, "bad_care"),
        ("region: US", "region: XX", 5, "bad_region"),
        ("minutes: 1 hour", "minutes: 0", 23, "bad_length"),
        ("minutes: 1 hour", "minutes: 3 weeks", 23, "bad_length"),
        ("minutes: 1 hour", "minutes: 30240", 23, "bad_length"),
        ("minutes: 1 hour", "minutes: 14 hours", 23, "never_fits"),
    ],
)
def test_a_mistake_is_found_where_it_is(tmp_path: Path, old: str, new: str, line: int, rule: str) -> None:
    assert old in FULL
    result = load_files(tmp_path, {"business.yaml": FULL.replace(old, new, 1)})
    assert ("business.yaml", line, rule) in rules_of(result)


SUGGESTED = [
    ("region: US", "region: UK", "GB"),
    ("region: US", "region: us", "US"),
    ("region: US", "region: Germany", "DE"),
    ("minutes: 1 hour", "minutes: 0 minutes", "30 minutes"),
]


@pytest.mark.parametrize(("old", "new", "meant"), SUGGESTED)
def test_what_was_probably_meant_is_suggested(tmp_path: Path, old: str, new: str, meant: str) -> None:
    assert old in FULL
    result = load_files(tmp_path, {"business.yaml": FULL.replace(old, new, 1)})
    assert isinstance(result, Refused)
    assert [finding.suggestion for finding in result.findings] == [meant]


CUT = "id: shop\nname: Shop\nzone: UTC\nhours: {mon-fri: 9-12, sat: closed}\nservices:\n  cut:\n    minutes: 30\n"
WORK = "providers: {ann: {}}\n"


@pytest.mark.parametrize(
    ("text", "line", "rule"),
    [
        (CUT.replace("{mon-fri: 9-12, sat: closed}", "{daily: closed}") + WORK, 4, "never_open"),
        (CUT.replace("{mon-fri: 9-12, sat: closed}", "{}") + WORK, 4, "never_open"),
        (CUT.replace("30", "4 hours") + WORK, 7, "never_fits"),
        (CUT.replace("30", "3 hours") + "providers: {ann: {hours: {mon: 10-18}}}\n", 7, "never_fits"),
        (CUT + "providers: {ann: {hours: {sun: 8-15}}}\n", 8, "never_there"),
        (CUT + "providers: {bo: {}, ann: {hours: {mon-fri: 13-18, sun: 9-12}}}\n", 8, "never_there"),
        (CUT + WORK + "rooms: {attic: {hours: {sat: 9-12}}}\n", 9, "never_there"),
        (CUT + "    ahead: 0\n" + WORK, 8, "never_fits"),
        (CUT + "    notice: 3 weeks\n    ahead: 2 weeks\n" + WORK, 9, "never_fits"),
        (CUT + "    buffer_after: 3 weeks\n" + WORK, 8, "never_fits"),
    ],
)
def test_what_can_never_be_booked_is_a_mistake(tmp_path: Path, text: str, line: int, rule: str) -> None:
    assert rules_of(load_files(tmp_path, {"business.yaml": CUT + WORK})) == []
    assert rules_of(load_files(tmp_path, {"business.yaml": text})) == [("business.yaml", line, rule)]


@pytest.mark.parametrize(
    "text",
    [
        CUT.replace("sat: closed", "sat: 8-20").replace("30", "12 hours") + WORK,
        CUT.replace("30", "3 hours") + "providers: {bo: {hours: {mon: 9-10}}, ann: {hours: {tue: 8-15}}}\n",
        CUT.replace("{mon-fri: 9-12, sat: closed}", "{fri: 20-4}").replace("30", "8 hours") + WORK,
        CUT.replace("{mon-fri: 9-12, sat: closed}", "{daily: closed}") + WORK + "special_days: {2026-12-24: 9-12}\n",
    ],
)
def test_what_can_be_booked_at_some_time_is_none(tmp_path: Path, text: str) -> None:
    assert rules_of(load_files(tmp_path, {"business.yaml": text})) == []


def test_a_business_without_flows_is_told_where_to_put_them(tmp_path: Path) -> None:
    (tmp_path / "flow").mkdir()
    (tmp_path / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    result = load(tmp_path, {})
    assert rules_of(result) == [("flows", 1, "no_flows")]
    assert isinstance(result, Refused)
    assert result.findings[0].suggestion == "flow"
    (tmp_path / "flow").rmdir()
    (tmp_path / "flows").mkdir()
    assert rules_of(load(tmp_path, {})) == [("flows", 1, "no_flows")]


def test_all_mistakes_come_at_once_and_in_order(tmp_path: Path) -> None:
    text = "naem: Shop\nzone: Nowhere\nhours: 9-19\nservices: [cut]\nphone: none\nid: shop\n"
    assert rules_of(load_files(tmp_path, {"business.yaml": text})) == [
        ("business.yaml", 1, "unknown_key"),  # and not missing_key as well
        ("business.yaml", 2, "bad_zone"),
        ("business.yaml", 3, "wrong_shape"),
        ("business.yaml", 4, "wrong_shape"),
        ("business.yaml", 5, "bad_phone"),
    ]


def test_a_finding_reads_like_a_sentence_and_suggests(tmp_path: Path) -> None:
    result = load_files(tmp_path, {"business.yaml": BUSINESS.replace("zone:", "zoen:")})
    assert isinstance(result, Refused)
    assert [str(finding) for finding in result.findings] == [
        'business.yaml:3: A business has no key "zoen". Did you mean zone? [unknown_key]',
    ]


@pytest.mark.parametrize("text", ["just a text", "[a, list]", "{}", "services: {a: {b: {c: d}}}", "? [a]\n: b", "1: 2"])
def test_whatever_it_is_it_is_refused_without_a_traceback(tmp_path: Path, text: str) -> None:
    assert isinstance(load_files(tmp_path, {"business.yaml": text}), Refused)


@pytest.mark.parametrize(
    ("written", "meant"), [("ZZZ", None), ("XXX", None), ("usd", "USD"), ("EURO", "EUR"), ("€", None)]
)
def test_a_currency_that_nobody_pays_with_is_refused(tmp_path: Path, written: str, meant: str | None) -> None:
    result = load_files(tmp_path, {"business.yaml": f"{BUSINESS}currency: {written}\n"})
    assert isinstance(result, Refused)
    ((rule, suggestion),) = [(finding.rule, finding.suggestion) for finding in result.findings]
    assert (rule, suggestion) == ("bad_currency", meant)


@pytest.mark.parametrize("written", ["USD", "GBP", "JPY", "XAF"])
def test_one_that_people_pay_with_is_not(tmp_path: Path, written: str) -> None:
    assert rules_of(load_files(tmp_path, {"business.yaml": f"{BUSINESS}currency: {written}\n"})) == []


SAID = [
    "topics: {dogs: {asks: [are dogs allowed], answer: TEXT}}",
    "services: {wash: {minutes: 30, needs: [], details: {aftercare: TEXT}}}",
    "providers: {joe: {name: Joe, about: TEXT}}",
    "rules: {text: TEXT}",
]


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize(
    ("text", "rule"), [("They {cost} extra.", "bad_blank"), ("A } too many.", "bad_blank"), ("One moment.", "text")]
)
def test_what_a_business_has_the_desk_say_is_held_to_what_texts_are(
    tmp_path: Path, said: str, text: str, rule: str
) -> None:
    business = f"id: shop\nname: Shop\nzone: Europe/Berlin\n{said.replace('TEXT', repr(text))}\nhours: {{mon: 9-17}}\n"
    assert rules_of(load_files(tmp_path, {"business.yaml": business})) == [("business.yaml", 4, rule)]
    right = business.replace(text, "They are welcome.")
    assert rules_of(load_files(tmp_path, {"business.yaml": right})) == []


@pytest.mark.parametrize(
    "people",
    [
        "{ann: {hours: {mon: 11-18}}}",
        "{ann: {hours: {sun: 9-12}, special_days: {2030-01-01: 9-12}}}",  # a Tuesday
        "{ann: {closed_days: [2030-01-01]}}",
    ],
)
def test_who_is_there_now_and_then_may_be_booked(tmp_path: Path, people: str) -> None:
    assert isinstance(load_files(tmp_path, {"business.yaml": f"{CUT}providers: {people}\n"}), Loaded)


@pytest.mark.parametrize("hours", ["{daily: 22-2}", "{daily: 0-24}"])
def test_a_night_shift_meets_the_hours_of_the_day_after(tmp_path: Path, hours: str) -> None:
    text = CUT.replace("{mon-fri: 9-12, sat: closed}", hours) + "providers: {ann: {hours: {daily: 0-2}}}\n"
    assert isinstance(load_files(tmp_path, {"business.yaml": text}), Loaded)


LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'


def test_a_look_is_read(tmp_path: Path) -> None:
    look = 'look: {accent: "#0AF", logo: pictures/logo.svg, radius: 0}\n'
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "logo.svg").write_text(LOGO, encoding="utf-8")
    assert loaded(tmp_path, FULL + look).business.look == Look("#00aaff", "pictures/logo.svg", 0)


def test_a_look_that_is_left_out_is_pleasant_all_the_same(tmp_path: Path) -> None:
    assert loaded(tmp_path, FULL).business.look == Look()
    assert loaded(tmp_path, FULL + "look: {radius: 4}\n").business.look == Look(radius=4)


def test_origins_are_read_once_each(tmp_path: Path) -> None:
    origins = "origins: [https://www.example.com, http://localhost:3000, https://www.example.com]\n"
    business = loaded(tmp_path, FULL + origins).business
    assert business.origins == ("https://www.example.com", "http://localhost:3000")
    assert loaded(tmp_path, FULL).business.origins == ()


def test_a_service_may_be_held_online(tmp_path: Path) -> None:
    assert not loaded(tmp_path, FULL).business.services["deep_clean"].online
    online = FULL.replace("    price: 300-600\n", "    price: 300-600\n    online: yes\n")
    assert loaded(tmp_path, online).business.services["deep_clean"].online


@pytest.mark.parametrize(
    ("line", "rule", "meant"),
    [
        ("look: {accent: teal}", "bad_colour", None),
        ("look: {accent: 0f766e}", "bad_colour", '"#0f766e"'),
        ("look: {acent: '#0f766e'}", "unknown_key", "accent"),
        ("look: {radius: 40}", "bad_radius", "24"),
        ("look: {radius: 8px}", "bad_radius", "8"),
        ("look: {logo: ../logo.svg}", "bad_picture", None),
        ("look: {logo: /etc/logo.svg}", "bad_picture", None),
        ("look: {logo: logo.gif}", "bad_picture", None),
        ("look: {logo: lgoo.svg}", "bad_logo", "logo.svg"),
        ("look: {logo: large.png}", "bad_logo", None),
        ("look: {logo: other.png}", "bad_logo", None),
        ("look: {logo: other.svg}", "bad_logo", None),
        ("look: {logo: running.svg}", "bad_logo", None),
        ("look: {logo: linked.svg}", "bad_logo", None),
        ("origins: [http://www.example.com]", "bad_origin", "https://www.example.com"),
        ("origins: [https://www.example.com/booking]", "bad_origin", "https://www.example.com"),
        ("origins: [www.example.com]", "bad_origin", "https://www.example.com"),
        ("origins: ['*']", "bad_origin", None),
    ],
)
def test_a_mistake_in_the_look_is_found(tmp_path: Path, line: str, rule: str, meant: str | None) -> None:
    folder = tmp_path / "spa"
    folder.mkdir()
    (folder / "logo.svg").write_text(LOGO, encoding="utf-8")
    (folder / "large.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200 * 1024))
    (folder / "other.png").write_text(LOGO, encoding="utf-8")
    (folder / "other.svg").write_text("<html></html>", encoding="utf-8")
    (folder / "running.svg").write_text(LOGO.replace("<path", "<script/><path"), encoding="utf-8")
    (tmp_path / "outside.svg").write_text(LOGO, encoding="utf-8")
    (folder / "linked.svg").symlink_to(tmp_path / "outside.svg")
    result = load_files(folder, {"business.yaml": FULL + line + "\n"})
    assert isinstance(result, Refused)
    place = FULL.count("\n") + 1
    assert [(found.line, found.rule, found.suggestion) for found in result.findings] == [(place, rule, meant)]


def test_a_colour_without_quotation_marks_is_a_comment_and_the_desk_says_how_to_write_it(tmp_path: Path) -> None:
    result = load_files(tmp_path, {"business.yaml": FULL + "look:\n  accent: #0f766e\n"})
    assert isinstance(result, Refused)
    assert [(found.rule, found.suggestion) for found in result.findings] == [("empty_value", '"#0f766e"')]
