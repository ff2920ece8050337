"""The events that a viewer may see: the one door to events for everything that answers a viewer.

A private event opens for the members of its teams and for operators of the channel. The event of a
rehearsal opens for its own viewer and for operators. For everybody else it
does not exist (docs/decisions/0077-private-events.md). A test fails on a module that reads `Events` past
this door without a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.visibility import Visibility
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.memberships import ChildTeams, Memberships
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, EventId, ParticipantId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal

PRIVATE_EVENT = ErrorMessage(
    "errors.private_event", "This event is private. Log in with the account that your team knows."
)
NOT_A_MEMBER = ErrorMessage(
    "errors.not_a_member",
    "This event is private, and your account is not on the team’s list. "
    "Ask the team to add your email address, and verify this address in your profile.",
)


class PrivateEventError(NotFoundError):
    """The event opens only for members of its teams, and the viewer is not one."""

    def __init__(self, *, is_logged_in: bool) -> None:
        super().__init__(NOT_A_MEMBER if is_logged_in else PRIVATE_EVENT)


class ViewerEvents:
    """Queries for events as one viewer may see them.

    A public or unlisted event costs no query more than `Events`. Private events cost up to three more,
    however many there are: the viewer's teams, the teams that these stand for, and the viewer's role.
    """

    def __init__(self, events: Events, memberships: Memberships, child_teams: ChildTeams) -> None:
        self._events = events
        self._memberships = memberships
        self._child_teams = child_teams

    def get(self, principal: Principal, event_id: EventId) -> Event:
        """Return an event. Raises `NotFoundError`, and `PrivateEventError` for a private one."""
        event = self._events.get(event_id)
        if event is None:
            raise NotFoundError()
        if not self.is_visible(principal, event):
            raise PrivateEventError(is_logged_in=principal.is_logged_in)
        return event

    def find(self, principal: Principal, event_id: EventId) -> Event | None:
        """Return an event, or None if there is none that the viewer may see."""
        event = self._events.get(event_id)
        return event if event and self.is_visible(principal, event) else None

    def find_public(self, event_id: EventId) -> Event | None:
        """Return an event for a response that is the same for every viewer. None for a private event."""
        event = self._events.get(event_id)
        return event if event and not event.is_private else None

    def list_public(self, event_ids: Collection[EventId]) -> Sequence[Event]:
        """Return events for a response that is the same for every viewer, without private events."""
        return [event for event in self._events.list_by_ids(event_ids) if not event.is_private]

    def list_page(
        self, principal: Principal, query: EventFilter, request: PageRequest, now: datetime
    ) -> Page[Event]:
        """Return a page of the events that match `query`, without private events that the viewer may not see.

        Only a list of `ids` has private events, and it is one page.
        """
        page = self._events.list_page(query, request, now)
        shown = self._filter(principal, page.items)
        return replace(page, items=shown, total=page.total - len(page.items) + len(shown))

    def is_visible(self, principal: Principal, event: Event) -> bool:
        """Return whether the viewer may see an event."""
        return bool(self._filter(principal, [event]))

    def is_member(self, account_id: AccountId, event: Event) -> bool:
        """Return whether an account is on the list of a team of the event."""
        return not self._list_teams(account_id).isdisjoint(_list_sides(event))

    def _filter(self, principal: Principal, events: Sequence[Event]) -> Sequence[Event]:
        private = [event for event in events if event.is_private]
        if not private:
            return events
        teams = self._list_teams(principal.account_id)
        hidden = {
            event.id
            for event in private
            if teams.isdisjoint(_list_sides(event)) and not self._is_rehearsing(principal, event)
        }
        if hidden and self._memberships.may_edit_content(principal):
            return events
        return [event for event in events if event.id not in hidden]

    def _is_rehearsing(self, principal: Principal, event: Event) -> bool:
        is_rehearsal = event.visibility is Visibility.REHEARSAL and principal.account_id is not None
        return is_rehearsal and self._memberships.is_rehearsing(principal.viewer_id, event.key)

    def _list_teams(self, account_id: AccountId | None) -> frozenset[ParticipantId]:
        """Return the teams whose events the viewer may see: their own, and those that these stand for."""
        if account_id is None:
            return frozenset()
        teams = self._memberships.list_participants(account_id)
        return teams | self._child_teams.list_child_ids(teams) if teams else teams


def _list_sides(event: Event) -> list[ParticipantId]:
    return [side.participant.id for side in event.sides]
