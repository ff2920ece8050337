"""`touchline channels new`: writes a starter channel pack."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from touchline.front.packs.schemas.fields import KEY_PATTERN
from touchline.front.packs.starter import LANGUAGES, write_starter_pack
from touchline.platform.audit.declarations import reads_nothing_personal
from touchline.shared.strings.validation import is_email


@click.command("new")
@reads_nothing_personal
@click.argument("slug")
@click.argument("path", metavar="[FOLDER]", type=click.Path(path_type=Path), required=False)
@click.option("--name", help="Name of the channel. Default: from the slug.")
@click.option(
    "--email",
    prompt="Email address that receives contact requests",
    help="Email address for contact requests.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the channel.",
)
def new_channel(slug: str, path: Path | None, name: str | None, email: str, language: str) -> None:
    """Create the pack of a new channel SLUG in the new folder FOLDER (default: ./SLUG).

    You can apply the pack as it is. Its comments explain what to change.
    """
    if not KEY_PATTERN.fullmatch(slug):
        raise click.BadParameter(
            "use lower-case letters, digits and single hyphens, such as `valley`", param_hint="SLUG"
        )
    if not is_email(email):
        raise click.BadParameter(f"`{email}` is not an email address", param_hint="--email")
    folder = path or Path(slug)
    channel_name = " ".join((name or slug.replace("-", " ").title()).split())
    files = write_starter_pack(folder, slug, channel_name, email, language)
    click.echo(f"Wrote {len(files)} files to {folder}")
    click.echo(f"Next: touchline channels apply {shlex.quote(str(folder))}")
