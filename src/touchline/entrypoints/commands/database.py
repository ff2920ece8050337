"""`touchline db`: bring the database up to date, see where it stands, write the next revision."""

import click

from touchline.entrypoints.bootstrap import Application
from touchline.platform.db import migrations


@click.group()
def db() -> None:
    """The database and its migrations."""


@db.command()
@click.pass_obj
def upgrade(application: Application) -> None:
    """Bring the database up to date. It may be empty."""
    engine = application.container.database().engine
    previous_revision = migrations.current_revision(engine)
    migrations.upgrade(engine)
    current_revision = migrations.current_revision(engine)
    click.echo(
        f"The database is at {current_revision}."
        if previous_revision == current_revision
        else f"The database went to {current_revision}."
    )


@db.command()
@click.pass_obj
def current(application: Application) -> None:
    """Say at which revision the database is."""
    click.echo(
        migrations.current_revision(application.container.database().engine) or "The database is empty."
    )


@db.command()
@click.argument("message")
@click.pass_obj
def revision(application: Application, message: str) -> None:
    """Write the next revision from the tables in the code; the database must be up to date."""
    number = f"{int(max(migrations.list_heads(), default='0')) + 1:04}"
    click.echo(migrations.create_revision(application.container.database().engine, message, number))
