"""The command `touchline`: its own subcommands, and those of each context's `adapters/cli`."""

import json
import os
from logging import getLogger

import click
from sqlalchemy.exc import OperationalError, ProgrammingError

from touchline.catalog.adapters.cli.recording_commands import recordings
from touchline.catalog.adapters.cli.simulate_command import simulate
from touchline.entrypoints import contexts, ingest, worker
from touchline.entrypoints.bootstrap import Application, bootstrap
from touchline.entrypoints.commands.backups import backups
from touchline.entrypoints.commands.databases import databases
from touchline.entrypoints.commands.jobs import jobs
from touchline.entrypoints.commands.renamed import rename_arguments
from touchline.entrypoints.commands.run import run
from touchline.entrypoints.commands.settings import settings
from touchline.entrypoints.doctor.doctor import doctor
from touchline.entrypoints.nginx.config import nginx
from touchline.entrypoints.runner.running_site import use_running_settings
from touchline.front.withdrawals.event_commands import events
from touchline.front.withdrawals.recording_commands import COMMANDS as TAKEDOWN_COMMANDS
from touchline.platform.audit.declarations import outside_channels
from touchline.platform.config.renamed import rename_settings
from touchline.platform.config.settings import InvalidSettingError
from touchline.platform.db import migrations
from touchline.shared.error_reports import report_from_exception
from touchline.shared.errors import TouchlineError
from touchline.shared.strings.printable import is_valid_text, valid_text

log = getLogger(__name__)
FLUSH_SECONDS = 3.0
COMMANDS_WITHOUT_APPLICATION: tuple[click.Command | None, ...] = (settings, doctor)
START_COMMANDS: tuple[click.Command | None, ...] = (run,)


class EnvironmentFailureError(click.ClickException):
    """Error for a failure of the environment, such as an unreachable database or a full disk."""

    exit_code = 2

    def __init__(self, error: object) -> None:
        super().__init__(f"The operation failed: {error}")


class TouchlineGroup(click.Group):
    """The group of all commands. An error is printed as one sentence.

    The exit code is 1 for a refusal, and 2 for a failure of the environment.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. An old form of a command works and prints one warning."""
        renamed, warning = rename_arguments(self, args)
        if warning:
            click.echo(warning, err=True)
        return super().parse_args(ctx, renamed)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and compose the application unless the command checks the settings itself.

        A command uses the settings of the site that runs in its folder, unless it starts one.
        """
        resolved = super().resolve_command(ctx, args)
        if ctx.obj is not None:
            return resolved
        warnings = _rename_settings()
        if resolved[1] not in START_COMMANDS:
            use_running_settings(os.environ)
        if resolved[1] not in COMMANDS_WITHOUT_APPLICATION:
            ctx.obj = bootstrap()
        for warning in warnings:
            log.warning(warning)
        return resolved

    def invoke(self, ctx: click.Context) -> object:
        """Run the command. With `--json`, an error is also printed as JSON."""
        as_json = "--json" in ctx.args
        try:
            return self._invoke_with_errors(ctx)
        except click.ClickException as refusal:
            if as_json:
                click.echo(json.dumps({"error": valid_text(refusal.format_message())}))
            raise
        except SystemExit as system_exit:
            if not (as_json and isinstance(system_exit.code, str)):
                raise
            click.echo(json.dumps({"error": system_exit.code}))
            raise click.ClickException(system_exit.code) from None

    def _invoke_with_errors(self, ctx: click.Context) -> object:
        """Run the command, and turn expected errors into one sentence."""
        arguments = list(ctx.args)
        try:
            return super().invoke(ctx)
        except TouchlineError as refusal:
            raise click.ClickException(refusal.message) from None
        except (OperationalError, ProgrammingError) as error:
            if ctx.obj is not None and not _is_up_to_date(ctx.obj):
                raise click.ClickException(
                    "The database is not up to date. First run: touchline databases upgrade"
                ) from None
            if isinstance(error, OperationalError):
                raise EnvironmentFailureError(error.orig) from None
            raise
        except UnicodeEncodeError:
            invalid_arguments = [
                valid_text(argument) for argument in arguments if not is_valid_text(argument)
            ]
            if not invalid_arguments:
                raise
            raise click.ClickException(
                f"`{invalid_arguments[0]}` is not valid UTF-8. Enter it in UTF-8."
            ) from None
        except BrokenPipeError:
            raise  # the reader of the output has exited; click exits without a message
        except OSError as error:
            raise EnvironmentFailureError(error) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            _report_error(ctx, error)
            raise


def _rename_settings() -> list[str]:
    """Rename old settings in the environment, also for the programs that this command starts."""
    try:
        return rename_settings(os.environ)
    except InvalidSettingError as error:
        raise click.ClickException(str(error)) from None


def _report_error(ctx: click.Context, error: Exception) -> None:
    """Report an unexpected error of a command without its arguments, because they may name people."""
    application: Application | None = ctx.obj
    if application is None:
        return
    location = f"touchline {ctx.invoked_subcommand}"
    application.container.error_reports().report(report_from_exception(error, "command", location=location))
    application.flush(FLUSH_SECONDS)


def _is_up_to_date(application: Application) -> bool:
    try:
        return migrations.current_revision(application.container.database().engine) in migrations.list_heads()
    except OperationalError as error:
        raise EnvironmentFailureError(error.orig) from None


@click.group(cls=TouchlineGroup)
@click.version_option(package_name="touchline")
def main() -> None:
    """White-label video streaming for sports and content channels."""


@main.command("worker")
@outside_channels
@click.option(
    "--queue",
    "queues",
    multiple=True,
    default=worker.QUEUES,
    show_default=True,
    help="Queue to process; repeatable.",
)
@click.option("--burst", is_flag=True, help="Exit when the queues are empty.")
def run_worker(queues: tuple[str, ...], burst: bool) -> None:
    """Run background jobs until stopped."""
    worker.main(queues, burst=burst)


@main.command("ingest")
@outside_channels
def run_ingest() -> None:
    """Receive live streams until stopped."""
    ingest.main()


main.add_command(run)
main.add_command(nginx)
main.add_command(databases)
main.add_command(jobs)
main.add_command(backups)
main.add_command(settings)
main.add_command(doctor)
for command in contexts.collect_attributes("cli", "COMMANDS"):
    main.add_command(command)
events.add_command(simulate)
for command in TAKEDOWN_COMMANDS:
    recordings.add_command(command)
