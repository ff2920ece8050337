"""The catalogue's questions to channel and billing, asked of their facades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from touchline.billing.facade import BillingFacade, Entitlement, EventScope, PassType, opens, opens_library
from touchline.catalog.adapters.sql.live import ledger_away
from touchline.catalog.domain.access import Holding
from touchline.catalog.domain.media import Owner
from touchline.catalog.domain.passes import Price
from touchline.catalog.domain.recordings import RecordingAction
from touchline.catalog.domain.renditions import RenditionName
from touchline.catalog.ports.channel_facts import Facts
from touchline.catalog.ports.delivery import OpenSession
from touchline.catalog.ports.entitlements import EventClaim, SingleEventOffer
from touchline.catalog.ports.renditions import DefaultRenditions
from touchline.channel.facade import ChannelFacade, TakedownAction, TakedownSubject
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId, ChannelId, EventId, LibraryItemId, SessionId


class ChannelGateway:
    """`ChannelFacts` from context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def now(self) -> Facts:
        """The facts of the present transaction's channel."""
        told = self._channel.present()
        return Facts(
            time_zone=told.time_zone,
            currency=told.currency,
            language=told.language,
            languages=told.languages,
            domain=told.calendar_domain,
            site=told.site,
            name=told.name,
            geo=told.geo,
        )


class ChannelRenditions:
    """`RenditionSettings` from context channel; `cores` are those of this machine."""

    def __init__(self, database: Database, channel: ChannelFacade, cores: int) -> None:
        self._database = database
        self._channel = channel
        self._default = DefaultRenditions(cores)

    def recordings(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the channel's list, or the default."""
        return self._listed(channel_id, "recordings") or self._default.recordings(channel_id)

    def live(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        """Return the channel's list, or the default for this machine."""
        return self._listed(channel_id, "live") or self._default.live(channel_id)

    def _listed(self, channel_id: ChannelId, kind: str) -> Sequence[RenditionName]:
        """Return the channel's list; nothing where it has none, or was removed while a job was queued."""
        listed: Sequence[str] = ()
        with ledger_away(), self._database.transaction(channel_id), suppress(NotFound):
            listed = self._channel.present().renditions.get(kind) or ()
        return [RenditionName(name) for name in listed]


class ChannelAtHost:
    """The channel of a request without a key, by its host name."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def id(self, host: str, name: str | None) -> ChannelId:
        """The channel that answers there (`name`: in development, its slug); `NotFound`."""
        return self._channel.channel_for(host, name).id

    def language(self, wanted: str | None, accept_language: str | None) -> str:
        """The language in which to answer in the present channel."""
        return self._channel.language_for(wanted, accept_language)


class ChannelCountries:
    """`Countries`: from where a request without an api key comes."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def country_of(self, ip: str, headers: Mapping[str, str]) -> str | None:
        """ISO 3166 alpha-2 code; None when it cannot be known."""
        return self._channel.country_of(ip, headers)


class ChannelNames:
    """Which channels there are, for an operator's commands. Asked in a transaction without a channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def ids(self) -> dict[str, ChannelId]:
        """Slug → id of every channel."""
        return {each.slug: each.id for each in self._channel.all_channels()}


class ChannelTakedowns:
    """`TakedownLog` over the facade of `channel`."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def add(self, action: RecordingAction, owner: Owner, *, actor: str, reason: str) -> None:
        """Add an entry about a recording, by the id of its event or library item."""
        subject = TakedownSubject.RECORDING if owner.kind == "event" else TakedownSubject.LIBRARY_ITEM
        what = TakedownAction(action.value)
        self._channel.record_takedown(what, subject, owner.id, actor=actor, reason=reason)


class ChannelSessions:
    """`Sessions` from context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def open_session(self, session_id: SessionId) -> OpenSession | None:
        """One query."""
        found = self._channel.open_session(session_id)
        return OpenSession(found.channel_id, found.account_id) if found else None


class BillingGateway:
    """`Entitlements` and `Offers` from context billing."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def of_events(self, account_id: AccountId, claims: Sequence[EventClaim]) -> Mapping[EventId, Holding]:
        """The events among `claims` that something the account holds opens."""
        held = self._billing.entitlements(account_id)
        found = ((claim.event_id, _best(one for one in held if _opens(one, claim))) for claim in claims)
        return {event_id: holding for event_id, holding in found if holding}

    def kept(self, account_id: AccountId, claims: Sequence[tuple[EventClaim, datetime]]) -> Sequence[bool]:
        """By what the account held then and keeps, or holds now."""
        held = self._billing.kept_entitlements(account_id, [at for _, at in claims])
        return [any(_opens(one, claim) for one in held[at]) for claim, at in claims]

    def of_library(
        self, account_id: AccountId, item_ids: Sequence[LibraryItemId]
    ) -> Mapping[LibraryItemId, Holding]:
        """All of them, or none: the library is opened by the capability vod_media alone."""
        held = self._billing.entitlements(account_id)
        holding = _best(one for one in held if opens_library(one))
        return dict.fromkeys(item_ids, holding) if holding else {}

    def single_event(self) -> Sequence[SingleEventOffer]:
        """The single-event packages, the one to prefer first."""
        return [
            SingleEventOffer(one.id, Price(one.base, one.fee), frozenset(one.category_ids))
            for one in self._billing.single_event_packages()
        ]


def _opens(held: Entitlement, claim: EventClaim) -> bool:
    return opens(
        held,
        EventScope(
            id=claim.event_id,
            pass_type=PassType(claim.pass_type.value),
            category_id=claim.category_id,
            participant_ids=claim.participant_ids,
        ),
    )


def _best(held: Iterable[Entitlement]) -> Holding | None:
    """How an account holds a thing; what it bought goes before what it subscribes to."""
    kinds = {one.kind for one in held}
    if kinds - {"subscription"}:
        return Holding.PURCHASED
    return Holding.SUBSCRIBED if kinds else None
