"""Applies a pack: reads and checks it, then gives each context its part in one transaction.

Two applies never interleave: the second waits for the first. Applying the same pack again on the same day
changes nothing. Accounts, orders and clips are no part of a pack and are not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import OperationalError, ProgrammingError

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade, ChannelFacts
from touchline.engagement.facade import EngagementFacade
from touchline.front.packs import changes
from touchline.front.packs.consents import consent_files, missing_consents, readable_by_others
from touchline.front.packs.folder import published
from touchline.front.packs.layout import CHANNEL
from touchline.front.packs.pack import Pack
from touchline.front.packs.problems import PackRefused, Problem
from touchline.front.packs.reading import read_pack
from touchline.front.packs.takers import Ids, Part
from touchline.front.withdrawals.changes import Outcome, WithdrawFromBuyers
from touchline.front.withdrawals.consent import NOT_AGREED, Agreement
from touchline.front.withdrawals.consequences import Sold, consequences
from touchline.platform.db.locks import hold
from touchline.platform.db.session import Database, scope_to
from touchline.platform.files import OpenFiles
from touchline.shared.clock import Clock
from touchline.shared.counts import Counts
from touchline.shared.ids import ChannelId

KINDS = ("event", "category", "participant", "group", "location")
LOCK = "touchline.channel-pack"
_NOTHING: Mapping[str, Part] = {"channel": {}, "catalog": {}, "billing": {}, "engagement": {}}


@dataclass(frozen=True)
class Applied:
    """What an apply did, by context, and to orders; `waiting` are those whose refund is not made yet."""

    slug: str
    channel_id: int
    counts: Mapping[str, Counts]
    warnings: tuple[Problem, ...] = ()
    orders: Outcome = field(default_factory=Outcome)
    waiting: Sequence[int] = ()

    @property
    def total(self) -> Counts:
        """All contexts together."""
        return sum(self.counts.values(), Counts())


class ApplyPack:
    """Makes or updates a channel from a folder."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        files: OpenFiles,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        billing: BillingFacade,
        engagement: EngagementFacade,
        withdraw: WithdrawFromBuyers,
    ) -> None:
        self._database, self._clock, self._files = database, clock, files
        self._channel, self._catalog, self._billing = channel, catalog, billing
        self._engagement = engagement
        self._withdraw = withdraw

    def check(self, root: Path) -> Pack:
        """Read the pack in a folder; `PackRefused` with all its problems."""
        pack = read_pack(root, self._clock.now())
        consent_files(pack)
        return replace(pack, warnings=(*pack.warnings, *readable_by_others(pack), *self._missing(pack.slug)))

    def _missing(self, slug: str) -> list[Problem]:
        """Return warnings about consent where the channel exists; `check` also works without a database."""
        try:
            with self._database.transaction(None, unscoped=True):
                channel = self._channel.find_channel(slug)
        except (OperationalError, ProgrammingError):
            return []
        if channel is None:
            return []
        with self._database.transaction(channel.id):
            return missing_consents(self._catalog)

    def __call__(self, root: Path, agreed: Agreement = NOT_AGREED) -> Applied:
        """Apply the pack in a folder. Nothing has changed after `PackRefused` (it has problems) and
        `ConsentNeeded` (buyers lose something, and the operator has not agreed to it)."""
        pack = self.check(root)
        for address, source in pack.files.items():
            if self._files.add_bytes(pack.slug, source.name, published(source)) != address:
                raise PackRefused([Problem(source.name, 1, "", "changed while it was read", "apply again")])
        with self._database.transaction(None, unscoped=True) as session:
            hold(session.connection(), LOCK)
            known = self._channel.all_channels()
            refuse_taken_domains(pack, known)
            refuse_taken_key(pack, known, self._channel.channel_ids_by_analytics_key())
            is_new = all(one.slug != pack.slug for one in known)
            channel_id = self._channel.open_channel(pack.slug, pack.name)
            scope_to(channel_id)
            before, sold = (_NOTHING, None) if is_new else (self._exports(), self._sold())
            self._give(pack, before["catalog"].get("events", ()))
            for participant, data in consent_files(pack).items():
                self._catalog.consents.import_file(participant, data)
            after = self._exports()
            outcome = self._take(agreed, before, after, sold)
            if _some_later(before["catalog"].get("events", ()), after["catalog"]["events"]):
                self._billing.follow_games(channel_id)
        counts = {name: changes.between(before[name], after[name]) for name in after}
        waiting = self._withdraw.pay_back(channel_id, outcome)
        return Applied(pack.slug, channel_id, counts, pack.warnings, outcome, waiting)

    def _sold(self) -> Sold:
        """What the orders refer to, before the pack changes it."""
        kinds = {kind: dict(self._catalog.ids_by_key(kind)) for kind in ("event", "category")}
        return Sold(kinds | self._billing.offer_ids(), self._withdraw.open_orders)

    def _take(
        self, agreed: Agreement, before: Mapping[str, Part], after: Mapping[str, Part], sold: Sold | None
    ) -> Outcome:
        if sold is None or before == after:
            return Outcome()
        more = consequences(before, after, sold, self._channel.present().language)
        return self._withdraw(agreed, more=more)

    def _exports(self) -> dict[str, Part]:
        return {
            "channel": self._channel.export_pack(),
            "catalog": self._catalog.export_pack(),
            "billing": self._billing.export_pack(),
            "engagement": self._engagement.export_pack(),
        }

    def _give(self, pack: Pack, events_before: Iterable[Part]) -> None:
        begun = {event["key"]: event["starts"] for event in events_before}
        part = pack.part("catalog")
        events = [_settled(event, begun.get(event["key"]), pack) for event in part["events"]]
        self._catalog.apply_pack(part | {"events": events, "language": pack.content["channel"]["language"]})
        ids: Ids = {kind: self._catalog.ids_by_key(kind) for kind in KINDS}
        self._billing.apply_pack(pack.part("billing"), ids)
        self._channel.apply_pack(pack.part("channel"), ids)
        self._engagement.apply_pack(pack.part("engagement"))


def refuse_taken_domains(pack: Pack, channels: Sequence[ChannelFacts]) -> None:
    """`PackRefused` when a domain of the pack belongs to another channel."""
    taken = {domain: one.slug for one in channels if one.slug != pack.slug for domain in one.domains}
    problems = [
        Problem(
            CHANNEL,
            pack.domain_lines[index],
            f"domains[{index}]",
            f"`{domain}` belongs to the channel `{taken[domain]}`",
            "choose another name",
        )
        for index, domain in enumerate(pack.content["channel"]["domains"])
        if domain in taken
    ]
    if problems:
        raise PackRefused(problems)


def refuse_taken_key(pack: Pack, channels: Sequence[ChannelFacts], keys: Mapping[str, ChannelId]) -> None:
    """`PackRefused` when the profile key of the pack belongs to another channel: visits are told apart by it
    alone."""
    key = pack.content["channel"]["settings"]["analytics_key"]
    owner = next((one.slug for one in channels if key and one.id == keys.get(key)), pack.slug)
    if owner != pack.slug:
        wrong = f"`{key}` belongs to the channel `{owner}`"
        raise PackRefused(
            [Problem(CHANNEL, pack.analytics_line, "settings.analytics_key", wrong, "choose another key")]
        )


def _settled(event: Part, begun: datetime | None, pack: Pack) -> Part:
    """An event that says `now …` keeps its first start while it would be in the same state with a new one.

    A game that is on air does not start over with each apply.
    """
    if begun is None or event["key"] not in pack.floating:
        return event
    length = timedelta(seconds=event["duration"])
    recent = abs(event["starts"] - begun) < timedelta(hours=12)
    if recent and _state(begun, length, pack.read_at) == _state(event["starts"], length, pack.read_at):
        return event | {"starts": begun}
    return event


def _some_later(before: Iterable[Part], after: Iterable[Part]) -> bool:
    """Whether a game starts later than before the apply."""
    begun = {event["key"]: event["starts"] for event in before}
    return any(event["starts"] > begun.get(event["key"], event["starts"]) for event in after)


def _state(starts: datetime, length: timedelta, now: datetime) -> str:
    if now < starts:
        return "ahead"
    return "on air" if now < starts + length else "over"
