"""Phone numbers for guests that do not exist."""

from __future__ import annotations

import phonenumbers

ANYWHERE = "+12015550123"  # for regions that have no example of their own


def made_up_phone(region: str, number: int) -> str:
    """Return the n-th made-up phone number of a region, from 0."""
    made_up = phonenumbers.PhoneNumber()
    made_up.merge_from(phonenumbers.example_number(region) or phonenumbers.parse(ANYWHERE))
    made_up.national_number = (made_up.national_number or 0) + number
    return phonenumbers.format_number(made_up, phonenumbers.PhoneNumberFormat.E164)
