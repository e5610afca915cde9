"""Reads a business folder into a checked business and its flows, or says everything that is wrong with it."""

from frontdesk.flows.findings import Finding
from frontdesk.flows.loading import Loaded, Refused, load, load_flow, load_phrases

__all__ = ["Finding", "Loaded", "Refused", "load", "load_flow", "load_phrases"]
