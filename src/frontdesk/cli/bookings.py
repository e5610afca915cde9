"""The commands with which staff book for guests and read what was said: book, move, cancel, conversations."""

from __future__ import annotations

import click

from frontdesk.cli.arguments import led_to_business, needed
from frontdesk.cli.place import Place, business_option, fail, phone_of, placed
from frontdesk.cli.staff import by_option, login

provider_option = click.option("--provider", metavar="PROVIDER", help="With whom.")
party_option = click.option("--party", type=click.IntRange(min=1), metavar="N", help="For how many people.")
late_option = click.option("--late", is_flag=True, help="Do it also within the notice that the business asks for.")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] SERVICE WHEN")
@business_option
@placed
@click.option("--name", help="The name it is booked under.")
@click.option("--phone", help="A phone number that the guest can be reached on.")
@click.option("--email", help="Their e-mail address.")
@click.option("--notes", help="What whoever does it must know.")
@provider_option
@party_option
@by_option
def book(  # noqa: PLR0913 - the options of a command arrive one by one
    place: Place,
    words: tuple[str, ...],
    *,
    name: str | None,
    phone: str | None,
    email: str | None,
    notes: str | None,
    provider: str | None,
    party: int | None,
    by: str | None,
) -> None:
    """Book SERVICE for a guest at the time WHEN, by the rules that hold for guests."""
    from frontdesk.desk import staff_bookings as bookings
    from frontdesk.desk.scene import storable_text
    from frontdesk.desk.staff import booking_text

    place, rest = led_to_business(place, words)
    needed("book", service=next(iter(rest), None), when=" ".join(rest[1:]), name=name, phone=phone)
    with place.open() as desk:
        house, now = desk.desk.house, desk.now()
        wish = bookings.wish_of(house, rest[0], bookings.start_of(house, " ".join(rest[1:]), now), provider, party)
        contact = bookings.Contact(
            storable_text(name or "").strip(),
            phone_of(phone or "", desk.business.region, "--phone"),
            email_of(email, desk.business.region),
            storable_text(notes) if notes else None,
        )
        row = desk.work(lambda unit: bookings.book(bookings.Hand(house, unit, now, login(by)), wish, contact))
    click.echo(f"Booked: {booking_text(row, desk.business)}{with_whom(row.provider)}.")


def with_whom(provider: str | None) -> str:
    """Say with whom a booking is."""
    return "" if provider is None else f", with {provider}"


def email_of(text: str | None, region: str) -> str | None:
    """Read an e-mail address, if one was given."""
    from frontdesk.desk.readers import email_address

    address = None if text is None else email_address(text, region)
    if text is not None and address is None:
        raise click.BadParameter(f"{text!r} is not an e-mail address.", param_hint="--email")
    return address


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] REFERENCE WHEN")
@business_option
@placed
@provider_option
@party_option
@late_option
@by_option
def move(
    place: Place, words: tuple[str, ...], provider: str | None, party: int | None, by: str | None, *, late: bool
) -> None:
    """Move the booking REFERENCE to the time WHEN: with the same provider, unless another is named."""
    from frontdesk.desk import staff_bookings as bookings
    from frontdesk.desk.staff import NotPossible, booking_text
    from frontdesk.storage.rows import BookingRow
    from frontdesk.storage.unit import Unit

    place, rest = led_to_business(place, words)
    needed("move", reference=next(iter(rest), None), when=" ".join(rest[1:]))
    with place.open() as desk:
        house, now = desk.desk.house, desk.now()
        start = bookings.start_of(house, " ".join(rest[1:]), now)

        def moved(unit: Unit) -> tuple[BookingRow, str | None]:
            hand = bookings.Hand(house, unit, now, login(by))
            row = bookings.standing(hand, rest[0])
            told = bookings.lateness(hand, row)
            if told is not None and not late:
                raise NotPossible(f"{told} To move it all the same, say --late.")
            return bookings.move(hand, row, start, provider, party), told

        row, told = desk.work(moved)
    if told is not None:
        click.echo(told)
    click.echo(f"Moved: {booking_text(row, desk.business)}{with_whom(row.provider)}.")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] REFERENCE")
@business_option
@placed
@late_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@by_option
def cancel(place: Place, words: tuple[str, ...], by: str | None, *, late: bool, yes: bool) -> None:
    """Cancel the booking REFERENCE; its time is free again."""
    from frontdesk.desk import staff_bookings as bookings
    from frontdesk.desk.staff import booking_text
    from frontdesk.storage.rows import BookingRow
    from frontdesk.storage.unit import Unit

    place, rest = led_to_business(place, words)
    needed("cancel", reference=next(iter(rest), None))
    with place.open() as desk:
        house, now = desk.desk.house, desk.now()

        def found(unit: Unit) -> tuple[BookingRow, str | None]:
            hand = bookings.Hand(house, unit, now, login(by))
            row = bookings.standing(hand, rest[0])
            return row, bookings.lateness(hand, row)

        row, told = desk.work(found)
        if told is not None and not late:
            fail(f"{told} To cancel it all the same, say --late.")
        click.echo("\n".join(filter(None, (booking_text(row, desk.business), told))))
        if not yes:
            click.confirm("Cancel it?", abort=True)
        desk.work(lambda unit: bookings.cancel(bookings.Hand(house, unit, now, login(by)), row))
    click.echo(f"Cancelled: {row.reference}. The time is free again.")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] [ID]")
@business_option
@placed
@click.option("--guest", metavar="PHONE", help="Only those with this guest.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="List so many at most.")
@click.option("--json", "in_json", is_flag=True, help="Print one object a conversation.")
def conversations(place: Place, words: tuple[str, ...], guest: str | None, limit: int, *, in_json: bool) -> None:
    """List conversations, the latest first; or show what was said in one, by its ID or the beginning of it."""
    from frontdesk.channels.tables import show_table
    from frontdesk.channels.terminal import harmless, out_json
    from frontdesk.desk import transcripts
    from frontdesk.storage.rows import ConversationSummary
    from frontdesk.storage.unit import Unit

    place, rest = led_to_business(place, words)
    if len(rest) > 1:
        raise click.UsageError("Say one ID, or none for a list.")
    with place.open() as desk:
        of = desk.business
        if rest:
            said = desk.work(
                lambda unit: list(transcripts.transcript(unit, of, transcripts.conversation_meant(unit, of, rest[0])))
            )
            click.echo("\n".join(map(harmless, said)))
            return
        phone = phone_of(guest, of.region, "--guest") if guest is not None else None

        def listed(unit: Unit) -> list[ConversationSummary]:
            if phone is None:
                return list(transcripts.conversations_of(unit, of, limit))
            return list(transcripts.conversations_with(unit, of, phone, limit))

        found = desk.work(listed)
        if in_json:
            for each in desk.work(lambda unit: [transcripts.conversation_data(unit, of, one) for one in found]):
                out_json(each)
            return
        rows = desk.work(lambda unit: [transcripts.conversation_row(unit, of, each) for each in found])
    title = "1 conversation" if len(found) == 1 else f"{len(found)} conversations"
    show_table(f"{title}, the latest; --limit shows more" if len(found) == limit else title, transcripts.HEADINGS, rows)
