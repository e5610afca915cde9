"""Who sends too much is counted by the place on the network that is theirs, however many addresses that has."""

import pytest

from frontdesk.channels.web.addresses import place_of


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses_of_one_network_are_one_place(host: str, place: str) -> None:
    assert place_of(host) == place
