"""Checks of `touchline doctor` for consents and reported clips, channel by channel, without names of
people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.channel.facade import ChannelDetails
from touchline.clips.tests.samples import build_clip
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.doctor.checks import CheckResult, CheckStatus
from touchline.entrypoints.doctor.people_checks import consents, reports
from touchline.shared.ids import AccountId, EventId

TEAM = "cedar-ridge-hockey"
HEADER = "name,recorded,not_recorded_until,valid_from,valid_to\n"
WriteRegister = Callable[..., None]


@pytest.fixture
def write_register(application: Application, channel: ChannelDetails) -> WriteRegister:
    """Return `write_register(*lines)`, which writes the register of the home team and the season's next
    games.
    """
    container: Any = application.container
    starts = {"on": timedelta(hours=-1), "soon": timedelta(days=2), "far": timedelta(days=20)}
    events = [event_entry(key, NOON + span) for key, span in starts.items()]

    def write(*lines: str) -> None:
        with application.container.database().transaction(channel.id):
            container.catalog.facade().apply_pack(pack_part(events=events))
            data = (HEADER + "".join(f"{line}\n" for line in lines)).encode()
            container.catalog.consent_register().import_file(TEAM, data)

    return write


def run_checks(application: Application) -> list[CheckResult]:
    return [result for result in consents(application) if result.subject == "consent of prairie"]


def test_an_upcoming_event_with_missing_consent_is_a_warning(
    application: Application, write_register: WriteRegister
) -> None:
    write_register("Bo Roy,no,,,", "Ada Lund,yes,,,", "Kim Berg,yes,2027-01-01,,")
    (weak,) = run_checks(application)
    assert weak.status is CheckStatus.WEAK
    assert "soon" in weak.message and "2 of 3 people must not be recorded" in weak.message
    assert "touchline consents check soon --channel prairie" in weak.fix


def test_names_in_a_register_are_not_printed(application: Application, write_register: WriteRegister) -> None:
    write_register("Bo Roy,no,,,")
    assert "Bo" not in repr(run_checks(application)) and "Roy" not in repr(run_checks(application))


def test_consent_that_does_not_cover_the_event_date_is_missing(
    application: Application, write_register: WriteRegister
) -> None:
    write_register("Ada Lund,yes,,2026-08-01,2026-11-22", "Kim Berg,yes,,2026-08-01,2027-07-31")
    (weak,) = run_checks(application)
    assert "1 of 2 people must not be recorded" in weak.message


def test_complete_and_empty_registers_pass(
    application: Application, write_register: WriteRegister, other_channel: ChannelDetails
) -> None:
    write_register("Ada Lund,yes,,,")
    assert [result.status for result in consents(application)] == [CheckStatus.FINE, CheckStatus.FINE]


def test_a_reported_clip_is_a_warning_with_the_command_to_run(
    application: Application,
    write_register: WriteRegister,
    visitor: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
) -> None:
    write_register("Ada Lund,yes,,,")
    viewer = visitor.register()
    container: Any = application.container
    assert [result.status for result in reports(application)] == [CheckStatus.FINE]
    with application.container.database().transaction(visitor.channel.id):
        event = EventId(container.catalog.facade().list_ids_by_key("event")["on"])
        account = AccountId(viewer.data("/profile")["id"])
        made = container.clips.clips().add(
            build_clip(event_id=event, account_id=account, channel_id=visitor.channel.id)
        )
    reporter = visit(visitor.channel)
    assert reporter.post(f"/clip/{made.id}/report", reason="bullying").status_code == 200
    (weak,) = reports(application)
    assert (weak.status, weak.message) == (CheckStatus.WEAK, "1 reported clips need a decision.")
    assert "touchline clips list-reports --channel prairie" in weak.fix
