"""The command for those who add a language: which lists there are, what their keys are, what a language has of them."""

from __future__ import annotations

from pathlib import Path

import click

language_option = click.option(
    "--language",
    metavar="NAME|FOLDER",
    default="en",
    show_default=True,
    help="A language by its two letters, or the folder with its lists, named so: languages/eo.",
)


def language_of(given: str) -> str:
    """Return the name of a language that is given by it, or by the folder of its lists."""
    from frontdesk.desk.languages import mistakes
    from frontdesk.language.lexicon import add_folder, files_of

    folder = Path(given)
    if folder.is_dir():
        folder = folder.resolve()
        add_folder(folder.parent)
    if not files_of(folder.name):
        problem = f"There is no language {given!r}: neither ours, nor a folder with lists such as numbers.yaml."
        raise click.BadParameter(problem, param_hint="--language")
    wrong = mistakes(folder.name, folder)
    if wrong:
        raise click.BadParameter("\n".join(map(str, wrong)), param_hint="--language")
    return folder.name


@click.command()
@click.argument("name", metavar="[LIST]", required=False)
@language_option
def language(name: str | None, language: str) -> None:
    """Name the word lists of a language, or the keys of one LIST: what each is for, what is in it, what is lacking."""
    from frontdesk.channels.tables import show_table
    from frontdesk.desk.languages import KEYS, LISTS, key_rows, list_rows
    from frontdesk.language.lexicon import list_names

    known = language_of(language)
    if name is None:
        show_table(f"The lists of {known}", LISTS, list_rows(known))
    elif name in list_names():
        show_table(f"{name}.yaml of {known}", KEYS, key_rows(name, known))
    else:
        raise click.BadParameter(f"There is no list {name!r}: {', '.join(list_names())}.", param_hint="LIST")
