"""The commands that serve guests on the web: serve, demo."""

from __future__ import annotations

from pathlib import Path

import click

from frontdesk.cli.place import database_option, explained, folder_type

port_option = click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
host_option = click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
proxy_option = click.option("--trust-proxy", metavar="ADDRESS", help="A proxy whose X-Forwarded-For counts.")


@click.command()
@click.argument("businesses", nargs=-1, required=True, type=folder_type, metavar="BUSINESS...")
@database_option
@port_option
@host_option
@proxy_option
def serve(businesses: tuple[Path, ...], database: str | None, port: int, host: str, trust_proxy: str | None) -> None:
    """Serve businesses on one port: a web chat, a widget and a staff console for each, and the interface for programs.

    Each is kept in its own folder, unless a database is named for all of them.
    """
    from frontdesk.console.app import add_console
    from frontdesk.desk.serving import Listening, NoPort, SameId, serve_businesses

    with explained(NoPort, SameId):
        serve_businesses(businesses, database, Listening(host, port, trust_proxy), add_console)


@click.command()
@click.option("--database", metavar="URL", help="Default: .demo/frontdesk.db here.")
@port_option
@host_option
@proxy_option
def demo(database: str | None, port: int, host: str, trust_proxy: str | None) -> None:
    """Serve the example businesses, with a diary that has something in it and a login for the staff console."""
    from frontdesk.console.app import add_console
    from frontdesk.console.demo import shown
    from frontdesk.desk.serving import Listening, NoExamples, NoPort, SameId, serve_demo

    with explained(NoExamples, NoPort, SameId):
        serve_demo(database, Listening(host, port, trust_proxy), add_console, shown())
