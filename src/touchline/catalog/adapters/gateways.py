"""Gateways from catalog to the facades of contexts channel and billing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from touchline.billing.facade import BillingFacade, EventAccess, EventScope, PassType
from touchline.catalog.domain.access import Entitlement, EntitlementKind, Inclusion
from touchline.catalog.domain.events.blackouts import Blackout
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.recordings import RecordingAction
from touchline.catalog.domain.media.renditions import RenditionName
from touchline.catalog.domain.passes import Price
from touchline.catalog.ports.current_channel import ChannelDetails
from touchline.catalog.ports.entitlements import EntitlementQuery, SingleEventOffer
from touchline.catalog.ports.media.delivery import ActiveSession, DeviceDetails
from touchline.channel.facade import ChannelFacade, TakedownAction, TakedownSubject
from touchline.shared.ids import AccountId, ChannelId, EventId, LibraryItemId, ParticipantId, SessionId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal


class ChannelGateway:
    """`CurrentChannel` backed by context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_details(self) -> ChannelDetails:
        """Return the details of the current transaction's channel."""
        channel_details = self._channel.get_current()
        return ChannelDetails(
            time_zone=channel_details.time_zone,
            currency=channel_details.currency,
            language=channel_details.language,
            languages=channel_details.languages,
            domain=channel_details.calendar_domain,
            site_url=channel_details.site_url,
            name=channel_details.name,
            geo=channel_details.geo,
            blackouts=tuple(Blackout.from_dict(value) for value in channel_details.blackouts),
        )


class ChannelRenditionSettings:
    """`ConfiguredRenditions` backed by context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_renditions(self, kind: str) -> Sequence[RenditionName]:
        """Return the renditions configured for the current channel."""
        return [RenditionName(name) for name in self._channel.get_current().renditions.get(kind) or ()]

    def list_audio_names(self) -> Sequence[str]:
        """Return the names of audio tracks configured for the current channel."""
        return self._channel.get_current().renditions.get("audio_names") or ()

    def get_loudness(self) -> int | None:
        """Return the loudness of recordings configured for the current channel, in LUFS."""
        loudness: int | None = self._channel.get_current().renditions.get("loudness")
        return loudness


class HostChannelGateway:
    """Channel lookup by host name, for requests without an API key."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_id(self, host: str, name: str | None) -> ChannelId:
        """Return the id of the channel for a host name.

        In development, `name` is the channel's slug. Raises `NotFoundError` if there is no such channel.
        """
        return self._channel.get_channel_for_host(host, name).id

    def get_language(self, requested: str | None, accept_language: str | None) -> str:
        """Return the response language for the current channel."""
        return self._channel.negotiate_language(requested, accept_language)


class ChannelCountryLookup:
    """`CountryLookup` for requests without an API key."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """Return the ISO 3166 alpha-2 country code, or None if it is unknown."""
        return self._channel.get_country(ip, headers)


class ChannelDirectory:
    """Directory of channels for operator commands. Call it in a transaction without a channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the id of every channel by slug."""
        return {channel.slug: channel.id for channel in self._channel.list_channels()}


class ChannelTakedowns:
    """`TakedownLog` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def add(self, action: RecordingAction, owner: MediaOwner, *, actor: str, reason: str) -> None:
        """Add an entry about a recording, identified by its event id or library item id."""
        subject = TakedownSubject.RECORDING if owner.kind == "event" else TakedownSubject.LIBRARY_ITEM
        takedown_action = TakedownAction(action.value)
        self._channel.record_takedown(takedown_action, subject, owner.id, actor=actor, reason=reason)


class ChannelSessions:
    """`Sessions` backed by context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_active_session(self, session_id: SessionId) -> ActiveSession | None:
        """Return the active session, or None. Runs one query."""
        active_session = self._channel.get_active_session(session_id)
        if active_session is None:
            return None
        return ActiveSession(
            active_session.channel_id, active_session.account_id, active_session.single_sign_on_at
        )

    def list_devices(self, account_id: AccountId) -> Mapping[SessionId, DeviceDetails]:
        """Return the devices of the viewer's active sessions."""
        return {
            session.id: DeviceDetails(session.name, session.platform)
            for session in self._channel.list_devices(account_id)
        }


class ChannelMemberships:
    """`Memberships` backed by context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_participants(self, account_id: AccountId) -> frozenset[ParticipantId]:
        """Return the teams on whose list the account's verified address is. One query."""
        return self._channel.memberships.list_participants(account_id)

    def is_rehearsing(self, account_id: AccountId, key: str) -> bool:
        """Return whether the account is the viewer of the rehearsal with this key. One query."""
        return self._channel.rehearsal_viewers.find(key) == account_id

    def may_edit_content(self, principal: Principal) -> bool:
        """Return whether the caller is an operator who may edit content."""
        return self._channel.check_permission(principal, Permission.EDIT_CONTENT)


class BillingGateway:
    """`Entitlements`, `Offers` and `SaleChecks` backed by context billing."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def sells_audio_only(self) -> bool:
        """Return whether an offer includes the audio of events and no video."""
        return self._billing.sells_audio_only()

    def get_for_events(
        self, account_id: AccountId, queries: Sequence[EntitlementQuery]
    ) -> Mapping[EventId, Entitlement]:
        """Return how the account is entitled to each event in `queries`. Other events are omitted."""
        event_access = self._billing.get_event_access(account_id, [_build_scope(query) for query in queries])
        return {EventId(event_id): _build_entitlement(access) for event_id, access in event_access.items()}

    def check_rights(
        self, account_id: AccountId, queries: Sequence[tuple[EntitlementQuery, datetime]]
    ) -> Sequence[bool]:
        """Return for each query whether the account had access at the given instant or has it now.

        Access at the given instant does not count if it was revoked since (refund, chargeback, revocation).
        """
        return self._billing.had_access(
            account_id, [(_build_scope(query), instant) for query, instant in queries]
        )

    def get_for_library_items(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, Entitlement]:
        """Return the entitlement to each library item: all items or none."""
        access = self._billing.get_library_access(account_id)
        return dict.fromkeys(item_ids, _build_entitlement(access)) if access else {}

    def list_single_event_offers(self) -> Sequence[SingleEventOffer]:
        """List the single-event packages, the preferred one first."""
        return [
            SingleEventOffer(package.id, Price(package.base, package.fee), frozenset(package.category_ids))
            for package in self._billing.list_single_event_packages()
        ]

    def find_unsold(self, queries: Sequence[EntitlementQuery]) -> frozenset[EventId]:
        """Return the events that no offer opens."""
        unsold = self._billing.find_unsold([_build_scope(query) for query in queries])
        return frozenset(EventId(event_id) for event_id in unsold)


def _build_entitlement(access: EventAccess) -> Entitlement:
    return Entitlement(
        EntitlementKind(access.kind.value),
        Inclusion(access.inclusion.value),
        access.opens_at,
        access.streams,
        access.audio_only,
    )


def _build_scope(query: EntitlementQuery) -> EventScope:
    return EventScope(
        id=query.event_id,
        pass_type=PassType(query.pass_type.value),
        category_id=query.category_id,
        participant_ids=query.participant_ids,
        ends_at=query.ends_at,
        is_over=query.is_over,
    )
