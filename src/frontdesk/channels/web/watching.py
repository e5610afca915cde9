"""What those who run a server look at: is it up, is it ready, and how often did what happen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from frontdesk.channels.web.api import Web
from frontdesk.channels.web.examples import FIGURES, answered
from frontdesk.channels.web.problems import Problem, describe
from frontdesk.channels.web.shapes import StatusPage

_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_]")


class Counts(Collector):
    """The counters of every desk, and how many sockets are open."""

    def __init__(self, web: Web) -> None:
        """Count for these businesses."""
        self.web = web

    def collect(self) -> Iterator[Metric]:
        """Give the figures as they are now."""
        counters: dict[str, CounterMetricFamily] = {}
        for name, host in self.web.hosts.items():
            for event, count in host.counters().items():
                plain = _NOT_IN_NAMES.sub("_", event)
                text = f"How often {event.replace('_', ' ')}"
                known = counters.setdefault(plain, CounterMetricFamily(f"frontdesk_{plain}", text, labels=["business"]))
                known.add_metric([name], count)
        yield from counters.values()
        sockets = GaugeMetricFamily("frontdesk_open_sockets", "Chats that are open now", labels=["business"])
        for name, hub in self.web.hubs.items():
            sockets.add_metric([name], hub.count())
        yield sockets


def watch_routes(web: Web) -> APIRouter:
    """Return the routes for those who run the server."""
    router = APIRouter(tags=["operation"])
    registry = CollectorRegistry()
    registry.register(Counts(web))

    @router.get("/healthz", summary="Is the server up?", responses=answered({"status": "up"}))
    async def healthz() -> StatusPage:
        """Answer as long as the process runs."""
        return StatusPage(status="up")

    @router.get("/readyz", summary="Can it serve guests?", responses=describe(503) | answered({"status": "ready"}))
    async def readyz() -> StatusPage:
        """Answer only when the database answers; the flows of every business were proved when it was loaded."""
        for name, host in web.hosts.items():
            if not await host.is_ready():
                raise Problem(503, "not-ready", f"The database of {name} does not answer.")
        return StatusPage(status="ready")

    @router.get(
        "/metrics",
        summary="Counters, for Prometheus",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"example": FIGURES}}}},
    )
    async def metrics() -> Response:
        """Return the counters of every business."""
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    return router
