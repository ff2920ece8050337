"""What `touchline doctor` finds about people: reports that wait, and events without consent."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.findings import Finding, fine, weak
from touchline.entrypoints.findings_media import channels

_MAX_REPORTS = 1000


def reports(house: House) -> Iterator[Finding]:
    """Clips with reports that no operator has decided on, by channel."""
    for channel in channels(house):
        with house.container.database().transaction(channel.id):
            waiting = len(house.container.clips.reports().waiting(_MAX_REPORTS))
        part = f"clip reports of {channel.slug}"
        if waiting:
            yield weak(
                part,
                f"{waiting} reported clips wait for a decision.",
                f"See: touchline clips reports --channel {channel.slug}",
            )
        else:
            yield fine(part, "None waits.")


def consents(house: House) -> Iterator[Finding]:
    """Events of the next seven days on whose lists somebody has no valid consent; no name is printed."""
    for channel in channels(house):
        with house.container.database().transaction(channel.id):
            found = house.container.catalog.consent_register().upcoming()
        part = f"consent of {channel.slug}"
        for one in found:
            count = f"{len(one.missing)} of {one.people} people must not be recorded"
            said = f"{one.event_key} on {one.day}: {count}."
            yield weak(part, said, f"See: touchline consent check {one.event_key} --channel {channel.slug}")
        if not found:
            yield fine(part, "Nothing is missing for the next seven days.")
