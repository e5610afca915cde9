"""The way to the ERP of a business: one client for all that is asked of it, made anew when its settings change."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from frontdesk.calendars.erp import Erp, Unreachable
from frontdesk.scheduling.business import Business, ErpSettings

PRINTABLE = frozenset(map(chr, range(0x21, 0x7F)))


@dataclass(slots=True)
class ErpLink:
    """Keeps the client, with what all calls share: what may be spent on retries, and whether the ERP is left alone."""

    business: Callable[[], Business]  # as it is now: its file may change while it is served
    erp: Erp | None = None
    made_for: ErpSettings | None = None
    transport: httpx.AsyncBaseTransport | None = None  # in place of the network, for an ERP within this process

    def client(self, settings: ErpSettings) -> Erp | Unreachable:
        """Return the client; without the secret that the settings name nothing is asked."""
        secret = None if settings.secret is None else _secret(settings.secret)
        if settings.secret is not None and secret is None:
            return Unreachable(f"The environment variable {settings.secret} does not hold a secret for the ERP.")
        if self.erp is None or self.made_for != settings or self.erp.secret != secret:
            self.erp, self.made_for = Erp(settings.url, secret, transport=self.transport), settings
        return self.erp


def _secret(variable: str) -> str | None:
    """Return what the ERP knows us by, from the environment; None if it is not there or no header can carry it."""
    secret = os.environ.get(variable, "")
    return secret if secret and set(secret) <= PRINTABLE else None
