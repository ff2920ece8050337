"""The command `touchline`: its own commands, and those that the contexts offer in `adapters/cli.py`."""

import json
import os

import click
from sqlalchemy.exc import OperationalError, ProgrammingError

from touchline.entrypoints import contexts, ingest, worker
from touchline.entrypoints.backup import backup
from touchline.entrypoints.bootstrap import House, bootstrap
from touchline.entrypoints.config import config
from touchline.entrypoints.database import db
from touchline.entrypoints.dead_letters import jobs
from touchline.entrypoints.doctor import doctor
from touchline.entrypoints.fleet import fleet
from touchline.entrypoints.nginx import nginx
from touchline.entrypoints.restore import restore
from touchline.entrypoints.run import run
from touchline.entrypoints.running_site import adopt_running_site
from touchline.platform.db import migrations
from touchline.shared.error_reports import report_of
from touchline.shared.errors import TouchlineError
from touchline.shared.printable import is_valid_text, valid_text

SECONDS_TO_HAND_ON = 3.0
WITHOUT_HOUSE: tuple[click.Command | None, ...] = (config, doctor)
STARTS_PROGRAMS: tuple[click.Command | None, ...] = (run, fleet)


class Surroundings(click.ClickException):
    """The machine cannot do it now: the database does not answer, the disk is full."""

    exit_code = 2

    def __init__(self, error: object) -> None:
        super().__init__(f"The machine refused: {error}")


class Touchline(click.Group):
    """The group of all commands: a refusal is one sentence, exit code 1 the domain's and 2 the machine's."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command and compose the house for it; those that look at the settings themselves do
        without. A command uses the settings of the site that runs in its folder, unless it starts one."""
        found = super().resolve_command(ctx, args)
        if ctx.obj is None and found[1] not in STARTS_PROGRAMS:
            adopt_running_site(os.environ)
        if found[1] not in WITHOUT_HOUSE and ctx.obj is None:
            ctx.obj = bootstrap()
        return found

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a program that asked for JSON gets some also where it failed."""
        for_programs = "--json" in ctx.args
        try:
            return self._invoke(ctx)
        except click.ClickException as refusal:
            if for_programs:
                click.echo(json.dumps({"error": valid_text(refusal.format_message())}))
            raise
        except SystemExit as ended:
            if not (for_programs and isinstance(ended.code, str)):
                raise
            click.echo(json.dumps({"error": ended.code}))
            raise click.ClickException(ended.code) from None

    def _invoke(self, ctx: click.Context) -> object:
        """What goes wrong is said in one sentence."""
        words = list(ctx.args)
        try:
            return super().invoke(ctx)
        except TouchlineError as refusal:
            raise click.ClickException(refusal.message) from None
        except (OperationalError, ProgrammingError) as error:
            if ctx.obj is not None and not _is_up_to_date(ctx.obj):
                raise click.ClickException(
                    "The database is not up to date. Run first: touchline db upgrade"
                ) from None
            if isinstance(error, OperationalError):
                raise Surroundings(error.orig) from None
            raise
        except UnicodeEncodeError:
            wrong = [valid_text(word) for word in words if not is_valid_text(word)]
            if not wrong:
                raise
            raise click.ClickException(f"`{wrong[0]}` is not valid UTF-8. Write it in UTF-8.") from None
        except BrokenPipeError:
            raise  # whoever read our output has gone; click ends quietly
        except OSError as error:
            raise Surroundings(error) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            _report(ctx, error)
            raise


def _report(ctx: click.Context, error: Exception) -> None:
    """A command broke in a way that nobody thought of; its arguments may name people, and are left out."""
    house: House | None = ctx.obj
    if house is None:
        return
    where = f"touchline {ctx.invoked_subcommand}"
    house.container.error_reports().report(report_of(error, "command", where=where))
    house.hand_on(SECONDS_TO_HAND_ON)


def _is_up_to_date(house: House) -> bool:
    try:
        return migrations.current(house.container.database().engine) in migrations.heads()
    except OperationalError as error:
        raise Surroundings(error.orig) from None


@click.group(cls=Touchline)
@click.version_option(package_name="touchline")
def main() -> None:
    """White-label video streaming for sports and content channels."""


@main.command("worker")
@click.option("--queue", "queues", multiple=True, default=worker.QUEUES, show_default=True)
@click.option("--burst", is_flag=True, help="Stop when the queues are empty.")
def work(queues: tuple[str, ...], burst: bool) -> None:
    """Do jobs until told to stop."""
    worker.main(queues, burst=burst)


@main.command("ingest")
def receive() -> None:
    """Receive live streams until told to stop."""
    ingest.main()


main.add_command(run)
main.add_command(fleet)
main.add_command(nginx)
main.add_command(db)
main.add_command(jobs)
main.add_command(backup)
main.add_command(restore)
main.add_command(config)
main.add_command(doctor)
for command in contexts.offered("cli", "COMMANDS"):
    main.add_command(command)
