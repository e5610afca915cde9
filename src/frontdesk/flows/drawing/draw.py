"""Draws a checked flow: as SVG, or as Mermaid text for pages that draw it themselves."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.drawing.lanes import measured
from frontdesk.flows.drawing.mermaid import mermaid_of
from frontdesk.flows.drawing.parts import parts_of
from frontdesk.flows.drawing.plan import plan_of
from frontdesk.flows.drawing.svg import svg_of


def draw_svg(flow: Flow, wordings: Mapping[str, Wording]) -> str:
    """Return a picture of `flow`; the same flow gives the same text. Steps show what `wordings` has them say."""
    parts = parts_of(flow, wordings)
    return svg_of(parts, measured(plan_of(parts)))


def draw_mermaid(flow: Flow) -> str:
    """Return `flow` as a Mermaid flow chart with the same marks; texts that are said are left out."""
    return mermaid_of(parts_of(flow, {}))
