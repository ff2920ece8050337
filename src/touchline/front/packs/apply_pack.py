"""Applies a pack: reads and checks it, then gives each context its part in one transaction.

Applies never run at the same time: the second waits for the first. Applying the same pack again on the same
day changes nothing. Accounts, orders and clips are not part of a pack and are not changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import OperationalError, ProgrammingError

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelDetails, ChannelFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.packs import change_counts
from touchline.front.packs.files.pack_folder import read_published_file
from touchline.front.packs.layout import CHANNEL_FILE
from touchline.front.packs.pack import Pack
from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.part_types import IdsByKey, PackPart
from touchline.front.packs.problems import PackRefusedError, Problem
from touchline.front.packs.validation.consent_files import (
    find_missing_consents,
    find_readable_files,
    read_consent_files,
)
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, WithdrawalResult
from touchline.front.withdrawals.confirmation import NOT_CONFIRMED, Confirmation
from touchline.front.withdrawals.order_effects import SoldProducts, find_order_effects
from touchline.platform.db.locks import acquire_lock
from touchline.platform.db.session import bind_channel, current_session
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.counts import ChangeCounts
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

REFERENCE_KINDS = ("event", "category", "participant", "group", "location")
LOCK_NAME = "touchline.channel-pack"
_EMPTY_EXPORT: Mapping[str, PackPart] = {"channel": {}, "catalog": {}, "billing": {}, "engagement": {}}


@dataclass(frozen=True)
class ApplyResult:
    """The result of an apply, by context and for orders.

    `pending_refunds` are the orders whose refund is not made yet.
    """

    slug: str
    channel_id: int
    counts: Mapping[str, ChangeCounts]
    warnings: tuple[Problem, ...] = ()
    withdrawal: WithdrawalResult = field(default_factory=WithdrawalResult)
    pending_refunds: Sequence[int] = ()

    @property
    def total(self) -> ChangeCounts:
        """Change counts of all contexts together."""
        return sum(self.counts.values(), ChangeCounts())


class ApplyPack:
    """Creates or updates a channel from a folder."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        clock: Clock,
        files: PublicFiles,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        billing: BillingFacade,
        engagement: EngagementFacade,
        apply_withdrawals: ApplyWithdrawals,
        record_audit: RecordAudit,
    ) -> None:
        self._uow, self._clock, self._files = uow, clock, files
        self._channel, self._catalog, self._billing = channel, catalog, billing
        self._engagement = engagement
        self._apply_withdrawals = apply_withdrawals
        self._record_audit = record_audit

    def check(self, root: Path) -> Pack:
        """Read and check the pack in a folder. Raises `PackRefusedError` with all its problems."""
        pack = read_pack(root, self._clock.now())
        read_consent_files(pack)
        return replace(
            pack,
            warnings=(*pack.warnings, *find_readable_files(pack), *self._find_missing_consents(pack.slug)),
        )

    def _find_missing_consents(self, slug: str) -> list[Problem]:
        """Return warnings about consent if the channel exists. Also works without a database."""
        try:
            with self._uow.all_channels():
                channel = self._channel.find_channel(slug)
        except (OperationalError, ProgrammingError):
            return []
        if channel is None:
            return []
        with self._uow(channel.id):
            return find_missing_consents(self._catalog)

    def __call__(self, root: Path, confirmation: Confirmation = NOT_CONFIRMED) -> ApplyResult:
        """Apply the pack in a folder.

        Raises `PackRefusedError` if the pack has problems, and `ConfirmationRequiredError` if buyers would
        lose something and the operator has not confirmed it. Neither changes anything.
        """
        pack = self.check(root)
        for public_path, source in pack.files.items():
            if self._files.add_bytes(pack.slug, source.name, read_published_file(source)) != public_path:
                raise PackRefusedError(
                    [
                        Problem(
                            source.name,
                            1,
                            "",
                            "changed while Touchline was reading it",
                            "apply the pack again",
                        )
                    ]
                )
        with self._uow.all_channels():
            acquire_lock(current_session().connection(), LOCK_NAME)
            existing_channels = self._channel.list_channels()
            check_domains_available(pack, existing_channels)
            check_analytics_key_available(pack, existing_channels, self._channel.list_ids_by_analytics_key())
            is_new = all(existing_channel.slug != pack.slug for existing_channel in existing_channels)
            channel_id = self._channel.ensure_channel(pack.slug, pack.name)
            bind_channel(channel_id)
            before, sold_products = (
                (_EMPTY_EXPORT, None) if is_new else (self._export_all(), self._get_sold_products())
            )
            self._apply_parts(pack, before["catalog"].get("events", ()))
            for participant, data in read_consent_files(pack).items():
                self._catalog.consent_register.import_file(participant, data)
            after = self._export_all()
            withdrawal = self._withdraw_products(confirmation, before, after, sold_products)
            if _has_later_event(before["catalog"].get("events", ()), after["catalog"]["events"]):
                self._billing.sync_event_starts(channel_id)
            counts = {name: change_counts.count_changes(before[name], after[name]) for name in after}
            self._record_apply(pack.slug, counts, confirmation)
        pending_refunds = self._apply_withdrawals.refund_orders(channel_id, withdrawal)
        return ApplyResult(pack.slug, channel_id, counts, pack.warnings, withdrawal, pending_refunds)

    def _record_apply(
        self, slug: str, counts: Mapping[str, ChangeCounts], confirmation: Confirmation
    ) -> None:
        changed = {name: asdict(count) for name, count in counts.items() if count.changed}
        self._record_audit(
            AuditRecord(
                "channel.apply",
                AuditSubject("channel", slug),
                after=changed | {"refund": confirmation.refund},
            )
        )

    def _get_sold_products(self) -> SoldProducts:
        """Return what orders refer to, before the pack changes it."""
        kinds = {kind: dict(self._catalog.list_ids_by_key(kind)) for kind in ("event", "category")}
        return SoldProducts(kinds | self._billing.list_offer_ids(), self._apply_withdrawals.list_open_orders)

    def _withdraw_products(
        self,
        confirmation: Confirmation,
        before: Mapping[str, PackPart],
        after: Mapping[str, PackPart],
        sold_products: SoldProducts | None,
    ) -> WithdrawalResult:
        if sold_products is None or before == after:
            return WithdrawalResult()
        extra_effects = find_order_effects(before, after, sold_products, self._channel.get_current().language)
        return self._apply_withdrawals(confirmation, extra_effects=extra_effects)

    def _export_all(self) -> dict[str, PackPart]:
        return {
            "channel": self._channel.export_pack(),
            "catalog": self._catalog.export_pack(),
            "billing": self._billing.export_pack(),
            "engagement": self._engagement.export_pack(),
        }

    def _apply_parts(self, pack: Pack, events_before: Iterable[PackPart]) -> None:
        previous_starts = {event["key"]: event["starts"] for event in events_before}
        part = pack.get_part("catalog")
        events = [
            _keep_event_start(event, previous_starts.get(event["key"]), pack) for event in part["events"]
        ]
        self._catalog.apply_pack(part | {"events": events, "language": pack.content["channel"]["language"]})
        ids: IdsByKey = {kind: self._catalog.list_ids_by_key(kind) for kind in REFERENCE_KINDS}
        self._billing.apply_pack(pack.get_part("billing"), ids)
        self._channel.apply_pack(pack.get_part("channel"), ids)
        self._engagement.apply_pack(pack.get_part("engagement"))


def check_domains_available(pack: Pack, channels: Sequence[ChannelDetails]) -> None:
    """Raise `PackRefusedError` if a domain of the pack belongs to another channel."""
    owners = {
        domain: channel.slug
        for channel in channels
        if channel.slug != pack.slug
        for domain in channel.domains
    }
    problems = [
        Problem(
            CHANNEL_FILE,
            pack.domain_lines[index],
            f"domains[{index}]",
            f"`{domain}` belongs to the channel `{owners[domain]}`",
            "choose another name",
        )
        for index, domain in enumerate(pack.content["channel"]["domains"])
        if domain in owners
    ]
    if problems:
        raise PackRefusedError(problems)


def check_analytics_key_available(
    pack: Pack, channels: Sequence[ChannelDetails], keys: Mapping[str, ChannelId]
) -> None:
    """Raise `PackRefusedError` if the analytics key of the pack belongs to another channel.

    Visits are assigned to a channel by this key alone.
    """
    key = pack.content["channel"]["settings"]["analytics_key"]
    owner = next((channel.slug for channel in channels if key and channel.id == keys.get(key)), pack.slug)
    if owner != pack.slug:
        message = f"`{key}` belongs to the channel `{owner}`"
        raise PackRefusedError(
            [
                Problem(
                    CHANNEL_FILE, pack.analytics_line, "settings.analytics_key", message, "choose another key"
                )
            ]
        )


def _keep_event_start(event: PackPart, previous_start: datetime | None, pack: Pack) -> PackPart:
    """Keep the previous start of an event that starts at `now …`, if its state stays the same.

    A live event does not start over with each apply.
    """
    if previous_start is None or event["key"] not in pack.relative_events:
        return event
    duration = timedelta(seconds=event["duration"])
    recent = abs(event["starts"] - previous_start) < timedelta(hours=12)
    if recent and _get_event_state(previous_start, duration, pack.read_at) == _get_event_state(
        event["starts"], duration, pack.read_at
    ):
        return event | {"starts": previous_start}
    return event


def _has_later_event(before: Iterable[PackPart], after: Iterable[PackPart]) -> bool:
    """Return whether an event starts later than before the apply."""
    previous_starts = {event["key"]: event["starts"] for event in before}
    return any(event["starts"] > previous_starts.get(event["key"], event["starts"]) for event in after)


def _get_event_state(starts: datetime, duration: timedelta, now: datetime) -> str:
    if now < starts:
        return "ahead"
    return "on air" if now < starts + duration else "over"
