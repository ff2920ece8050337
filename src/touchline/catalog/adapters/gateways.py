"""The catalogue's questions to channel and billing, asked of their facades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from touchline.billing.facade import (
    BillingFacade,
    Entitlement,
    EventScope,
    PassType,
    grants_access,
    grants_library_access,
)
from touchline.catalog.adapters.sql.media.live_streams import translate_database_errors
from touchline.catalog.domain.access import EntitlementKind
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.recordings import RecordingAction
from touchline.catalog.domain.media.renditions import RenditionName
from touchline.catalog.domain.passes import Price
from touchline.catalog.ports.current_channel import ChannelDetails
from touchline.catalog.ports.entitlements import EntitlementQuery, SingleEventOffer
from touchline.catalog.ports.media.delivery import ActiveSession
from touchline.catalog.ports.media.rendition_settings import DefaultRenditions
from touchline.channel.facade import ChannelFacade, TakedownAction, TakedownSubject
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId, EventId, LibraryItemId, SessionId


class ChannelGateway:
    """`ChannelFacts` from context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_details(self) -> ChannelDetails:
        """The facts of the present transaction's channel."""
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
        )


class ChannelRenditions:
    """`RenditionSettings` from context channel; `cores` are those of this machine."""

    def __init__(self, database: Database, channel: ChannelFacade, cores: int) -> None:
        self._database = database
        self._channel = channel
        self._default = DefaultRenditions(cores)

    def get_recording_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the channel's list, or the default."""
        return self._get_listed(channel_id, "recordings") or self._default.get_recording_renditions(
            channel_id
        )

    def get_live_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the channel's list, or the default for this machine."""
        return self._get_listed(channel_id, "live") or self._default.get_live_renditions(channel_id)

    def _get_listed(self, channel_id: ChannelId, kind: str) -> Sequence[RenditionName]:
        """Return the channel's list; nothing where it has none, or was removed while a job was queued."""
        names: Sequence[str] = ()
        with translate_database_errors(), self._database.transaction(channel_id), suppress(NotFoundError):
            names = self._channel.get_current().renditions.get(kind) or ()
        return [RenditionName(name) for name in names]


class HostChannelGateway:
    """The channel of a request without a key, by its host name."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_id(self, host: str, name: str | None) -> ChannelId:
        """The channel that answers there (`name`: in development, its slug); `NotFoundError`."""
        return self._channel.get_channel_for_host(host, name).id

    def get_language(self, requested: str | None, accept_language: str | None) -> str:
        """The language in which to answer in the present channel."""
        return self._channel.negotiate_language(requested, accept_language)


class ChannelCountryLookup:
    """`Countries`: from where a request without an api key comes."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """ISO 3166 alpha-2 code; None when it cannot be known."""
        return self._channel.get_country(ip, headers)


class ChannelDirectory:
    """Which channels there are, for an operator's commands. Asked in a transaction without a channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Slug → id of every channel."""
        return {each.slug: each.id for each in self._channel.list_channels()}


class ChannelTakedowns:
    """`TakedownLog` over the facade of `channel`."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def add(self, action: RecordingAction, owner: MediaOwner, *, actor: str, reason: str) -> None:
        """Add an entry about a recording, by the id of its event or library item."""
        subject = TakedownSubject.RECORDING if owner.kind == "event" else TakedownSubject.LIBRARY_ITEM
        takedown_action = TakedownAction(action.value)
        self._channel.record_takedown(takedown_action, subject, owner.id, actor=actor, reason=reason)


class ChannelSessions:
    """`Sessions` from context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def get_active_session(self, session_id: SessionId) -> ActiveSession | None:
        """One query."""
        found = self._channel.get_active_session(session_id)
        return ActiveSession(found.channel_id, found.account_id) if found else None


class BillingGateway:
    """`Entitlements` and `Offers` from context billing."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def get_for_events(
        self, account_id: AccountId, queries: Sequence[EntitlementQuery]
    ) -> Mapping[EventId, EntitlementKind]:
        """The events among `queries` that something the account holds opens."""
        entitlements = self._billing.entitlements(account_id)
        found = (
            (query.event_id, _strongest_kind(one for one in entitlements if _grants_access(one, query)))
            for query in queries
        )
        return {event_id: entitlement_kind for event_id, entitlement_kind in found if entitlement_kind}

    def check_rights(
        self, account_id: AccountId, queries: Sequence[tuple[EntitlementQuery, datetime]]
    ) -> Sequence[bool]:
        """By what the account held then and keeps, or holds now."""
        entitlements = self._billing.entitlements_at(account_id, [instant for _, instant in queries])
        return [
            any(_grants_access(one, query) for one in entitlements[instant]) for query, instant in queries
        ]

    def get_for_library_items(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, EntitlementKind]:
        """All of them, or none: the library is opened by the capability vod_media alone."""
        entitlements = self._billing.entitlements(account_id)
        entitlement_kind = _strongest_kind(one for one in entitlements if grants_library_access(one))
        return dict.fromkeys(item_ids, entitlement_kind) if entitlement_kind else {}

    def list_single_event_offers(self) -> Sequence[SingleEventOffer]:
        """The single-event packages, the one to prefer first."""
        return [
            SingleEventOffer(one.id, Price(one.base, one.fee), frozenset(one.category_ids))
            for one in self._billing.single_event_packages()
        ]


def _grants_access(entitlements: Entitlement, query: EntitlementQuery) -> bool:
    return grants_access(
        entitlements,
        EventScope(
            id=query.event_id,
            pass_type=PassType(query.pass_type.value),
            category_id=query.category_id,
            participant_ids=query.participant_ids,
        ),
    )


def _strongest_kind(entitlements: Iterable[Entitlement]) -> EntitlementKind | None:
    """How an account holds a thing; what it bought goes before what it subscribes to."""
    kinds = {one.kind for one in entitlements}
    if kinds - {"subscription"}:
        return EntitlementKind.PURCHASED
    return EntitlementKind.SUBSCRIBED if kinds else None
