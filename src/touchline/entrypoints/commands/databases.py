"""`touchline databases`: migrate the database, print its revision, generate the next migration."""

import click

from touchline.entrypoints.bootstrap import Application
from touchline.platform.audit.declarations import outside_channels
from touchline.platform.db import migrations


@click.group("databases")
def databases() -> None:
    """Manage the database and its migrations."""


@databases.command("upgrade")
@outside_channels
@click.pass_obj
def upgrade(application: Application) -> None:
    """Migrate the database to this release. It may be empty."""
    engine = application.container.database().engine
    previous_revision = migrations.current_revision(engine)
    migrations.upgrade(engine)
    current_revision = migrations.current_revision(engine)
    click.echo(
        f"The database is at revision {current_revision}."
        if previous_revision == current_revision
        else f"Migrated the database to revision {current_revision}."
    )


@databases.command("show-revision")
@outside_channels
@click.pass_obj
def show_revision(application: Application) -> None:
    """Print the database's revision."""
    click.echo(
        migrations.current_revision(application.container.database().engine) or "The database is empty."
    )


@databases.command("create-revision")
@outside_channels
@click.argument("message")
@click.pass_obj
def create_revision(application: Application, message: str) -> None:
    """Generate the next migration from the tables in the code. The database must be up to date."""
    number = f"{int(max(migrations.list_heads(), default='0')) + 1:04}"
    click.echo(migrations.create_revision(application.container.database().engine, message, number))
