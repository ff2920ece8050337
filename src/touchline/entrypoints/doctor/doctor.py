"""`touchline doctor`: checks a deployment and explains how to fix each problem."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping

import click

from touchline.entrypoints.bootstrap import Application, bootstrap
from touchline.entrypoints.doctor import checks, media_checks, network_checks, people_checks
from touchline.entrypoints.doctor.checks import Check, CheckResult, CheckStatus, fail, ok, warn
from touchline.platform.audit.declarations import outside_channels
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.config.help import find_invalid_settings
from touchline.platform.db.timeouts import set_query_timeout
from touchline.shared.strings.scrubbing import redact

CHECKS: tuple[Check, ...] = (
    checks.versions,
    checks.database,
    checks.queue,
    checks.clock,
    checks.storage,
    checks.secrets,
    checks.mail,
    checks.geo_database,
    checks.backups,
    media_checks.live_renditions,
    media_checks.video_warnings,
    people_checks.reports,
    people_checks.consents,
    network_checks.domains,
    network_checks.unknown_hosts,
    network_checks.proxies,
    network_checks.payments,
)
EXIT_CODES = {CheckStatus.FINE: 0, CheckStatus.WEAK: 1, CheckStatus.BROKEN: 2}
"""Exit codes by status. A worse status has a higher code."""


@click.command("doctor")
@outside_channels
@click.option("--all", "everything", is_flag=True, help="Also show passed checks.")
@json_option
def doctor(everything: bool, as_json: bool) -> None:
    """Check this deployment and explain how to fix each problem.

    The checks cover settings, versions, database, queue, workers, jobs, clock, storage, disk, secret key,
    email, payments, domains, certificates, proxies, backups and renditions. Nothing changes. Exit code 0: no
    problems; 1: warnings; 2: errors.
    """
    results = list(run_checks(os.environ))
    worst = max((result.status for result in results), key=lambda state: EXIT_CODES[state])
    if as_json:
        click.echo(checks.results_as_json(results, worst))
    else:
        visible = [
            result
            for result in results
            if everything or result.always_shown or result.status is not CheckStatus.FINE
        ]
        if visible:
            print_table(
                ("State", "Check", "Result", "Fix"),
                [(str(result.status), result.subject, result.message, result.fix) for result in visible],
            )
        passed_count = sum(result.status is CheckStatus.FINE for result in results)
        click.echo(f"{passed_count} of {len(results)} checks passed.")
    sys.exit(EXIT_CODES[worst])


def run_checks(environment: Mapping[str, str]) -> Iterator[CheckResult]:
    """Run all checks. If a setting is invalid, report only the settings, because nothing would start."""
    invalid_settings = find_invalid_settings(environment)
    if invalid_settings:
        for sentence in invalid_settings:
            yield fail("settings", redact(sentence), "Run: touchline settings show NAME")
        return
    try:
        application = bootstrap(environment)
    except SystemExit as system_exit:
        yield fail(
            "settings", redact(str(system_exit)), "Touchline cannot start. Run: touchline settings show NAME"
        )
        return
    set_query_timeout(application.container.database().engine, checks.TIMEOUT_SECONDS)
    try:
        if application.settings.development:
            yield warn(
                "settings",
                "TOUCHLINE_DEVELOPMENT is on. Anyone can choose a channel with ?channel=.",
                "Turn it off on public sites.",
            )
        else:
            yield ok("settings", "All settings are valid and consistent.")
        for check in CHECKS:
            yield from _run_safely(check, application)
    finally:
        application.close()


def _run_safely(check: Check, application: Application) -> Iterator[CheckResult]:
    """Run a check. If it raises an exception, yield a warning, so that the other checks still run."""
    try:
        yield from check(application)
    except Exception as error:
        yield warn(
            check.__name__.replace("_", " "),
            f"The check failed ({type(error).__name__}).",
            "Fix the errors above, then run the check again.",
        )
