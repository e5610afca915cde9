"""Where on the network somebody is, as those who send too much or guess too often are counted."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

ONE_PLACE = 64  # bits of an IPv6 address that name a network; whoever has one has all addresses in it


def address_of(connection: HTTPConnection) -> str | None:
    """Return where a request or a socket comes from; None where that is not known."""
    return None if connection.client is None else place_of(connection.client.host)


def place_of(host: str) -> str:
    """Return the address or, of IPv6, the network: nobody becomes somebody else by taking the next address of it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    within = address.ipv4_mapped
    return str(within) if within is not None else str(IPv6Network((address, ONE_PLACE), strict=False))
