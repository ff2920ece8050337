"""The lists of members in the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.facade import ChannelDetails, ChannelFacade
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, ParticipantId
from touchline.shared.paging import PageRequest

TEAM, OTHER_TEAM = ParticipantId(7), ParticipantId(8)
ALL = PageRequest(limit=50)


@pytest.fixture
def facade(application: Application) -> ChannelFacade:
    """Return the facade of the context."""
    found: ChannelFacade = application.container.channel.facade()
    return found


def list_addresses(facade: ChannelFacade, team: ParticipantId = TEAM, search: str = "") -> list[str]:
    """Return the addresses on a list."""
    return [member.email for member in facade.memberships.list_page(team, search, ALL).items]


def verify(session: Any, account_id: int) -> None:
    """Mark an account's address as verified."""
    session.execute(update(AccountRow).where(AccountRow.id == account_id).values(email_verified_at=NOON))


def test_an_address_is_on_a_list_once_and_can_be_found_and_removed(
    facade: ChannelFacade, channel: ChannelDetails, transaction: Callable[..., Any]
) -> None:
    members = facade.memberships
    with transaction(channel.id):
        added = members.add(TEAM, "bea@example.org, Ada_M@example.org, nobody", AccountId(3))
        assert (added.added, added.known, len(added.problems)) == (2, 0, 1)
        again = members.add(TEAM, "BEA@example.org\ncy@example.org", None)
        assert (again.added, again.known) == (1, 1)
        members.add(OTHER_TEAM, "ada_m@example.org", None)
    with transaction(channel.id):
        assert list_addresses(facade) == ["Ada_M@example.org", "bea@example.org", "cy@example.org"]
        assert list_addresses(facade, search="A_") == ["Ada_M@example.org"]
        first = members.list_page(TEAM, "", PageRequest(limit=1))
        assert (first.total, first.items[0].added_by, first.items[0].has_account) == (3, 3, False)
        members.remove(TEAM, first.items[0].id)
        with pytest.raises(NotFoundError):
            members.remove(OTHER_TEAM, first.items[0].id)
        removed = members.remove_addresses(TEAM, "Bea@Example.org, dan@example.org")
        assert (removed.removed, removed.unknown) == (1, 1)
        assert list_addresses(facade) == ["cy@example.org"]
        assert list_addresses(facade, OTHER_TEAM) == ["ada_m@example.org"]


def test_an_account_is_a_member_once_its_address_is_verified(
    facade: ChannelFacade, channel: ChannelDetails, visitor: Visitor, transaction: Callable[..., Any]
) -> None:
    account_id = AccountId(visitor.register(email="Ada@example.org").data("/profile")["id"])
    with transaction(channel.id) as session:
        facade.memberships.add(TEAM, "ada@example.org", None)
        assert facade.memberships.list_participants(account_id) == set()
        verify(session, account_id)
        assert facade.memberships.list_participants(account_id) == {TEAM}
        [member] = facade.memberships.list_page(TEAM, "", ALL).items
        assert member.has_account
        facade.memberships.remove_addresses(TEAM, "ada@example.org")
        assert facade.memberships.list_participants(account_id) == set()


def test_a_list_belongs_to_one_channel(
    facade: ChannelFacade,
    channel: ChannelDetails,
    other_channel: ChannelDetails,
    visitor: Visitor,
    transaction: Callable[..., Any],
) -> None:
    account_id = AccountId(visitor.register(email="ada@example.org").data("/profile")["id"])
    with transaction(other_channel.id):
        facade.memberships.add(TEAM, "ada@example.org", None)
    with transaction(channel.id) as session:
        verify(session, account_id)
        assert list_addresses(facade) == []
        assert facade.memberships.list_participants(account_id) == set()


def test_members_move_to_the_team_that_stays(
    facade: ChannelFacade, channel: ChannelDetails, transaction: Callable[..., Any]
) -> None:
    with transaction(channel.id):
        facade.memberships.add(TEAM, "ada@example.org, bea@example.org", None)
        facade.memberships.add(OTHER_TEAM, "bea@example.org", None)
        facade.memberships.merge(TEAM, OTHER_TEAM)
        assert list_addresses(facade) == []
        assert list_addresses(facade, OTHER_TEAM) == ["ada@example.org", "bea@example.org"]


def test_lists_of_removed_teams_are_deleted(
    facade: ChannelFacade, channel: ChannelDetails, transaction: Callable[..., Any]
) -> None:
    with transaction(channel.id):
        facade.memberships.add(TEAM, "ada@example.org", None)
        facade.memberships.add(OTHER_TEAM, "bea@example.org", None)
        assert facade.memberships.keep_only([OTHER_TEAM]) == 1
        assert (list_addresses(facade), list_addresses(facade, OTHER_TEAM)) == ([], ["bea@example.org"])


def test_a_closed_account_leaves_all_lists(
    application: Application,
    facade: ChannelFacade,
    channel: ChannelDetails,
    visitor: Visitor,
    transaction: Callable[..., Any],
) -> None:
    account_id = AccountId(visitor.register(email="ada@example.org").data("/profile")["id"])
    container: Any = application.container
    with transaction(channel.id):
        facade.memberships.add(TEAM, "Ada@example.org, bea@example.org", None)
        facade.memberships.add(OTHER_TEAM, "ada@example.org", None)
        account = container.channel.accounts().get_for_update(account_id)
        container.channel.close_account().erase(account)
    with transaction(channel.id):
        assert list_addresses(facade) == ["bea@example.org"]
        assert list_addresses(facade, OTHER_TEAM) == []


def test_too_many_addresses_at_a_time_are_refused(
    facade: ChannelFacade, channel: ChannelDetails, transaction: Callable[..., Any]
) -> None:
    text = "\n".join(f"viewer{number}@example.org" for number in range(2001))
    with transaction(channel.id), pytest.raises(RefusedError, match="at most 2000 addresses"):
        facade.memberships.add(TEAM, text, None)
