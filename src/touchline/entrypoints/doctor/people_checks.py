"""Checks of `touchline doctor` for people: open reports, and events without consent."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.doctor.checks import CheckResult, ok, warn
from touchline.entrypoints.doctor.media_checks import list_channels

_MAX_REPORTS = 1000


def reports(application: Application) -> Iterator[CheckResult]:
    """Report clips that have open reports, by channel."""
    for channel in list_channels(application):
        with application.container.database().transaction(channel.id):
            waiting_count = len(application.container.clips.reports().list_open(_MAX_REPORTS))
        subject = f"clip reports of {channel.slug}"
        if waiting_count:
            yield warn(
                subject,
                f"{waiting_count} reported clips need a decision.",
                f"Run: touchline clips list-reports --channel {channel.slug}",
            )
        else:
            yield ok(subject, "No reported clips need a decision.")


def consents(application: Application) -> Iterator[CheckResult]:
    """Report events of the next seven days that list people without valid consent. No names are printed."""
    for channel in list_channels(application):
        with application.container.database().transaction(channel.id):
            affected_events = application.container.catalog.consent_register().check_upcoming_events()
        subject = f"consent of {channel.slug}"
        for event in affected_events:
            count = f"{len(event.missing)} of {event.people_count} people must not be recorded"
            message = f"{event.event_key} on {event.day}: {count}."
            yield warn(
                subject, message, f"Run: touchline consents check {event.event_key} --channel {channel.slug}"
            )
        if not affected_events:
            yield ok(subject, "No consent is missing for the next seven days.")
