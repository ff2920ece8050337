"""`touchline db`: bring the database up to date, see where it stands, write the next revision."""

import click

from touchline.entrypoints.bootstrap import House
from touchline.platform.db import migrations


@click.group()
def db() -> None:
    """The database and its migrations."""


@db.command()
@click.pass_obj
def upgrade(house: House) -> None:
    """Bring the database up to date. It may be empty."""
    engine = house.container.database().engine
    before = migrations.current(engine)
    migrations.upgrade(engine)
    after = migrations.current(engine)
    click.echo(f"The database is at {after}." if before == after else f"The database went to {after}.")


@db.command()
@click.pass_obj
def current(house: House) -> None:
    """Say at which revision the database is."""
    click.echo(migrations.current(house.container.database().engine) or "The database is empty.")


@db.command()
@click.argument("message")
@click.pass_obj
def revision(house: House, message: str) -> None:
    """Write the next revision from the tables in the code; the database must be up to date."""
    number = f"{int(max(migrations.heads(), default='0')) + 1:04}"
    click.echo(migrations.revision(house.container.database().engine, message, number))
