"""`touchline doctor`: looks at a deployment from all sides, and says how to mend what it finds."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping

import click

from touchline.entrypoints import findings, findings_media, findings_outside, findings_people
from touchline.entrypoints.bootstrap import House, bootstrap
from touchline.entrypoints.findings import Finding, Look, State, broken, fine, weak
from touchline.platform.commands import json_option
from touchline.platform.db.silence import be_impatient
from touchline.platform.setting_help import wrong_settings
from touchline.platform.tables import print_table
from touchline.shared.scrubbing import redact

LOOKS: tuple[Look, ...] = (
    findings.programs,
    findings.database,
    findings.queue,
    findings.clock,
    findings.rooms,
    findings.secrets,
    findings.mail,
    findings.countries,
    findings.backups,
    findings_media.live_renditions,
    findings_media.video_warnings,
    findings_people.reports,
    findings_people.consents,
    findings_outside.domains,
    findings_outside.unknown_hosts,
    findings_outside.proxies,
    findings_outside.payments,
)
CODES = {State.FINE: 0, State.WEAK: 1, State.BROKEN: 2}
"""Exit codes; an order, too."""


@click.command("doctor")
@click.option("--all", "everything", is_flag=True, help="Show what is fine, too.")
@json_option
def doctor(everything: bool, as_json: bool) -> None:
    """Look at this deployment from all sides and say how to mend each finding.

    Settings, versions, database, queue, workers, jobs, clock, storage, disk, secret key, letters, payments,
    names and certificates of channels, proxies, backups, live renditions. Nothing is changed. Exit code 0:
    nothing is to be mended; 1: something is weak; 2: something is broken.
    """
    found = list(examined(os.environ))
    worst = max((one.state for one in found), key=lambda state: CODES[state])
    if as_json:
        click.echo(findings.as_json(found, worst))
    else:
        shown = [one for one in found if everything or one.always_shown or one.state is not State.FINE]
        if shown:
            print_table(
                ("State", "Part", "What was found", "How to mend it"),
                [(str(one.state), one.part, one.said, one.mend) for one in shown],
            )
        well = sum(one.state is State.FINE for one in found)
        click.echo(f"{well} of {len(found)} findings are fine.")
    sys.exit(CODES[worst])


def examined(environment: Mapping[str, str]) -> Iterator[Finding]:
    """All findings; where settings are wrong these alone, as nothing would start."""
    wrong = wrong_settings(environment)
    if wrong:
        for sentence in wrong:
            yield broken("settings", redact(sentence), "See: touchline config NAME")
        return
    try:
        house = bootstrap(environment)
    except SystemExit as ended:
        yield broken("settings", redact(str(ended)), "Nothing starts like this. See: touchline config NAME")
        return
    be_impatient(house.container.database().engine, findings.SECONDS)
    try:
        if house.settings.development:
            yield weak(
                "settings",
                "TOUCHLINE_DEVELOPMENT is on: anybody may choose a channel by ?channel=.",
                "Unset it where visitors come.",
            )
        else:
            yield fine("settings", "Each is right, and they go together.")
        for look in LOOKS:
            yield from _careful(look, house)
    finally:
        house.close()


def _careful(look: Look, house: House) -> Iterator[Finding]:
    """What cannot be looked at keeps nothing else from being looked at."""
    try:
        yield from look(house)
    except Exception as error:
        yield weak(
            look.__name__.replace("_", " "),
            f"It could not be looked at ({type(error).__name__}).",
            "Mend what is found broken first, then look again.",
        )
