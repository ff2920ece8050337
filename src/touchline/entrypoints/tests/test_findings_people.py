"""What `touchline doctor` finds about consents and reported clips, channel by channel, without a name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.tests.packs import event, pack_part
from touchline.channel.facade import ChannelFacts
from touchline.clips.tests.samples import clip
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.findings import Finding, State
from touchline.entrypoints.findings_people import consents, reports
from touchline.shared.ids import AccountId, EventId

TEAM = "cedar-ridge-hockey"
HEADER = "name,recorded,not_recorded_until,valid_from,valid_to\n"
Register = Callable[..., None]


@pytest.fixture
def register(house: House, channel: ChannelFacts) -> Register:
    """`register(*lines)`: the season's next games, and the register of the team that plays at home."""
    container: Any = house.container
    starts = {"on": timedelta(hours=-1), "soon": timedelta(days=2), "far": timedelta(days=20)}
    games = [event(key, NOON + span) for key, span in starts.items()]

    def put(*lines: str) -> None:
        with house.container.database().transaction(channel.id):
            container.catalog.facade().apply_pack(pack_part(events=games))
            data = (HEADER + "".join(f"{line}\n" for line in lines)).encode()
            container.catalog.consent_register().import_file(TEAM, data)

    return put


def found(house: House) -> list[Finding]:
    return [one for one in consents(house) if one.part == "consent of prairie"]


def test_a_game_of_the_next_days_with_somebody_who_must_not_be_recorded_is_a_weakness(
    house: House, register: Register
) -> None:
    register("Bo Roy,no,,,", "Ada Lund,yes,,,", "Kim Berg,yes,2027-01-01,,")
    (weak,) = found(house)
    assert weak.state is State.WEAK
    assert "soon" in weak.said and "2 of 3 people must not be recorded" in weak.said
    assert "touchline consent check soon --channel prairie" in weak.mend


def test_no_name_of_a_register_is_printed(house: House, register: Register) -> None:
    register("Bo Roy,no,,,")
    assert "Bo" not in repr(found(house)) and "Roy" not in repr(found(house))


def test_a_consent_whose_dates_do_not_cover_the_day_of_the_game_is_missing(
    house: House, register: Register
) -> None:
    register("Ada Lund,yes,,2026-08-01,2026-11-22", "Kim Berg,yes,,2026-08-01,2027-07-31")
    (weak,) = found(house)
    assert "1 of 2 people must not be recorded" in weak.said


def test_a_register_where_everybody_may_be_recorded_is_fine_and_so_is_none(
    house: House, register: Register, other_channel: ChannelFacts
) -> None:
    register("Ada Lund,yes,,,")
    assert [one.state for one in consents(house)] == [State.FINE, State.FINE]


def test_a_reported_clip_waits_for_a_decision_and_the_command_is_named(
    house: House, register: Register, visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    register("Ada Lund,yes,,,")
    viewer = visitor.register()
    container: Any = house.container
    assert [one.state for one in reports(house)] == [State.FINE]
    with house.container.database().transaction(visitor.channel.id):
        game = EventId(container.catalog.facade().ids_by_key("event")["on"])
        account = AccountId(viewer.data("/profile")["id"])
        made = container.clips.kept().add(
            clip(event_id=game, account_id=account, channel_id=visitor.channel.id)
        )
    reporter = visit(visitor.channel)
    assert reporter.post(f"/clip/{made.id}/report", reason="bullying").status_code == 200
    (weak,) = reports(house)
    assert (weak.state, weak.said) == (State.WEAK, "1 reported clips wait for a decision.")
    assert "touchline clips reports --channel prairie" in weak.mend
