"""What `business.yaml` says of an ERP is read with its usual values, and mistakes are found with their lines."""

from datetime import timedelta
from pathlib import Path

import pytest

from frontdesk.flows import Refused
from frontdesk.scheduling.business import ErpSettings
from tests.flows.sample import load_files
from tests.flows.test_business_file import FULL, loaded

HOUR = timedelta(hours=1)


def test_an_erp_is_asked_hourly_and_believed_for_two_hours_unless_told_otherwise(tmp_path: Path) -> None:
    assert loaded(tmp_path, FULL).business.erp is None
    plain = loaded(tmp_path, FULL + "erp: {url: 'https://erp.example.com/api'}\n").business.erp
    assert plain == ErpSettings("https://erp.example.com/api", None, HOUR, 2 * HOUR, timedelta(days=90))
    line = "erp: {url: 'http://localhost:9000', secret: LOTUS, every: 30, fresh_for: 45 minutes, horizon: 2 weeks}\n"
    told = loaded(tmp_path, FULL + line).business.erp
    assert told == ErpSettings("http://localhost:9000", "LOTUS", HOUR / 2, 0.75 * HOUR, timedelta(days=14))


@pytest.mark.parametrize("host", ["localhost:9000", "erp", "10.0.0.7", "192.168.1.9:8080", "127.0.0.1"])
def test_an_erp_in_the_same_network_needs_no_encryption(tmp_path: Path, host: str) -> None:
    assert loaded(tmp_path, FULL + f"erp: {{url: 'http://{host}'}}\n").business.erp == ErpSettings(f"http://{host}")


@pytest.mark.parametrize(
    ("inside", "rule", "meant"),
    [
        ("secret: HOTEL", "missing_key", None),
        ("url: 'http://erp.example.com'", "bad_server", "https://erp.example.com"),
        ("url: 'http://8.8.8.8/x'", "bad_server", "https://8.8.8.8/x"),
        ("url: erp.example.com", "bad_server", None),
        ("url: 'https://user:word@erp.example.com'", "bad_server", None),
        ("url: 'https://erp.example.com/?key=1'", "bad_server", None),
        ("url: 'https://erp.example.com', secret: s3cret!", "bad_variable", None),
        ("url: 'https://erp.example.com', every: 0", "bad_length", "30 minutes"),
        ("url: 'https://erp.example.com', every: 2 hours, fresh_for: 1 hour", "never_fresh", None),
        ("url: 'https://erp.example.com', every: 3 hours", "never_fresh", None),
        ("url: 'https://erp.example.com', horizon: none", "bad_horizon", "90 days"),
        ("url: 'https://erp.example.com', horizon: 36 hours", "bad_horizon", "90 days"),
        ("url: 'https://erp.example.com', horizon: 9000 days", "bad_horizon", "90 days"),
        ("url: 'https://erp.example.com', freshfor: 2 hours", "unknown_key", "fresh_for"),
    ],
)
def test_a_mistake_in_what_is_said_of_the_erp_is_found(
    tmp_path: Path, inside: str, rule: str, meant: str | None
) -> None:
    result = load_files(tmp_path, {"business.yaml": FULL + f"erp: {{{inside}}}\n"})
    assert isinstance(result, Refused)
    place = FULL.count("\n") + 1
    assert [(found.line, found.rule, found.suggestion) for found in result.findings] == [(place, rule, meant)]
