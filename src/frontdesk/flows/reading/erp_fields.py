"""The keys under `erp:` in `business.yaml`: where the ERP is, how often it is asked, how long its word holds."""

from __future__ import annotations

import re
from datetime import timedelta
from ipaddress import AddressValueError, IPv4Address

from frontdesk.flows.findings import Report
from frontdesk.flows.reading.kinds import DURATION, LENGTH, Kind, Wrong
from frontdesk.flows.reading.schema import Field, Object, Record, Scalar
from frontdesk.scheduling.business import ErpSettings

_URL = re.compile(r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9.-]+)(?::[1-9]\d{0,4})?(?:/[A-Za-z0-9._~/-]*)?", re.ASCII)
_DAY = timedelta(days=1)
_FURTHEST = 730 * _DAY


def _address(text: str) -> str | Wrong:
    """Read the address of a server; unencrypted only within one's own network, for a secret goes with every request."""
    match = _URL.fullmatch(text)
    if match is None:
        return Wrong()
    if match["scheme"] == "http" and not _is_near(match["host"]):
        return Wrong(f'"{text}" is not encrypted, so others could read the secret.', f"https{text[4:]}")
    return text


def _is_near(host: str) -> bool:
    """Say whether a host is on this machine or in the same network: a name without a dot, or a private address."""
    try:
        return IPv4Address(host).is_private
    except AddressValueError:
        return "." not in host


def _variable(text: str) -> str | Wrong:
    return text if re.fullmatch(r"[A-Z][A-Z0-9_]{0,63}", text, re.ASCII) else Wrong()


SERVER = Kind("server", "an address such as https://erp.example.com/frontdesk", _address)
VARIABLE = Kind("variable", "the name of an environment variable, such as HOTEL_ERP_SECRET", _variable)

URL = Field("url", Scalar(SERVER), "where the ERP answers", required=True)
SECRET = Field("secret", Scalar(VARIABLE), "the environment variable that holds what the ERP knows us by; never itself")
SYNC_EVERY = Field("every", Scalar(LENGTH), "how often it is asked; 60 minutes where left out")
FRESH_FOR = Field("fresh_for", Scalar(LENGTH), "how long its last answer counts as fresh; 120 minutes")
HORIZON = Field("horizon", Scalar(DURATION), "how many days ahead it is asked for; 90 days where left out")
ERP = Object("erp", (URL, SECRET, SYNC_EVERY, FRESH_FOR, HORIZON))
ERP_OF = Field("erp", ERP, "the ERP that knows which rooms are free")


def read_erp(record: Record | None, report: Report) -> ErpSettings | None:
    """Return where the ERP is and how it is asked; None if there is none, or after reporting what is wrong."""
    if record is None or not record.whole:
        return None
    url = record.need(URL)
    usual = ErpSettings(url)
    told = record.of(HORIZON)
    horizon = usual.horizon if told is None else told  # none at all is a mistake, not the usual
    every, fresh_for = record.of(SYNC_EVERY) or usual.every, record.of(FRESH_FOR) or usual.fresh_for
    if horizon % _DAY or not _DAY <= horizon <= _FURTHEST:
        message = f"The horizon of an ERP is a number of whole days, at most {_FURTHEST.days}."
        report.add(record.line_of(HORIZON), "bad_horizon", message, "90 days")
    if fresh_for < every:
        message = "What was synced would be old before the next sync: `fresh_for` is shorter than `every`."
        report.add(record.line_of(FRESH_FOR), "never_fresh", message)
    return ErpSettings(url, record.of(SECRET), every, fresh_for, horizon)
