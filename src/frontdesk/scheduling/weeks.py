"""Which day a week begins with, by region, as the Unicode locale data have it: calendars of one business agree."""

from __future__ import annotations

from collections.abc import Mapping

MONDAY, FRIDAY, SATURDAY, SUNDAY = 0, 4, 5, 6
_BEGIN_ON: Mapping[int, str] = {
    SUNDAY: "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP "
    "PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW",
    SATURDAY: "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY",
    FRIDAY: "MV",
}
_FIRST = {region: day for day, regions in _BEGIN_ON.items() for region in regions.split()}


def first_weekday(region: str) -> int:
    """Return the first day of the week in a region, Monday being 0."""
    return _FIRST.get(region, MONDAY)
