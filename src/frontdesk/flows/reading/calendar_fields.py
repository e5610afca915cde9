"""The keys under `calendar:` in `business.yaml`: whose time meetings take, and the CalDAV server that keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from frontdesk.flows.findings import Report, nearest
from frontdesk.flows.reading.erp_fields import SERVER, VARIABLE
from frontdesk.flows.reading.kinds import ID, LENGTH, TEXT
from frontdesk.flows.reading.schema import Field, Object, Record, Scalar
from frontdesk.scheduling.business import CalDavSettings, CalendarSettings, Resource

_LONGEST = timedelta(days=1)

URL = Field("url", Scalar(SERVER), "the address of the calendar itself", required=True)
USER = Field("user", Scalar(TEXT), "the name to log in with")
PASSWORD = Field("secret", Scalar(VARIABLE), "the environment variable that holds the password; never itself")
CALDAV = Object("caldav", (URL, USER, PASSWORD))
PERSON = Field("person", Scalar(ID), "the one of `providers` whose time meetings take")
USUAL_LENGTH = Field("length", Scalar(LENGTH), "how long a meeting is where nobody says; 1 hour")
CALDAV_OF = Field("caldav", CALDAV, "the CalDAV server that keeps the meetings; they are kept here where left out")
CALENDAR = Object("calendar", (PERSON, USUAL_LENGTH, CALDAV_OF))
CALENDAR_OF = Field("calendar", CALENDAR, "the calendar that meetings are kept in")


def read_calendar(record: Record | None, resources: Mapping[str, Resource], report: Report) -> CalendarSettings | None:
    """Return where meetings are kept; None if nowhere, or after reporting what is wrong."""
    if record is None or not record.whole:
        return None
    person, length = record.of(PERSON), record.of(USUAL_LENGTH) or CalendarSettings().length
    if person is not None and (person not in resources or resources[person].kind != "provider"):
        providers = [name for name, each in resources.items() if each.kind == "provider"]
        message = f'"{person}" is none of the providers.'
        report.add(record.line_of(PERSON), "unknown_provider", message, nearest(person, providers))
    if length > _LONGEST:
        report.add(record.line_of(USUAL_LENGTH), "bad_length", "The usual meeting takes at most a day.", "1 hour")
    return CalendarSettings(person, length, _caldav(record.of(CALDAV_OF)))


def _caldav(record: Record | None) -> CalDavSettings | None:
    if record is None or not record.whole:
        return None
    return CalDavSettings(record.need(URL), record.of(USER) or "", record.of(PASSWORD))
