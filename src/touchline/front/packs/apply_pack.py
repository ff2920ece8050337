"""Applies a pack: reads and checks it, merges it into the channel's document, and gives each context its part
in one transaction.

Applies never run at the same time: the second waits for the first. Applying the same pack again on the same
day changes nothing. Accounts, orders and clips are not part of a pack and are not changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from sqlalchemy.exc import OperationalError, ProgrammingError

from touchline.catalog.facade import CatalogFacade
from touchline.channel.domain.document.merge import Side
from touchline.channel.domain.document.revisions import RevisionSource
from touchline.channel.facade import ChannelFacade
from touchline.front.packs import change_counts
from touchline.front.packs.document.applied_pack import (
    build_applied_pack,
    create_base_lookup,
    locate_entries,
)
from touchline.front.packs.document.conflicts import MergeConflictError, locate_conflict
from touchline.front.packs.document.contents import Content, count_differences, diff_contents
from touchline.front.packs.document.document_store import EMPTY_PARTS, DocumentStore, get_format
from touchline.front.packs.document.document_writer import DocumentWriter
from touchline.front.packs.document.merge_contents import merge_contents
from touchline.front.packs.document.merged_checks import check_merged
from touchline.front.packs.event_starts import end_postponements, keep_event_starts
from touchline.front.packs.files.pack_folder import read_published_file
from touchline.front.packs.pack import Pack, join_parts
from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.problems import PackRefusedError, Problem
from touchline.front.packs.schemas.context import ActivePackContext
from touchline.front.packs.validation.channel_ownership import (
    check_analytics_key_available,
    check_domains_available,
)
from touchline.front.packs.validation.consent_files import (
    find_missing_consents,
    find_readable_files,
    read_consent_files,
)
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, WithdrawalResult
from touchline.front.withdrawals.confirmation import NOT_CONFIRMED, Confirmation
from touchline.platform.db.session import bind_channel
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.counts import ChangeCounts
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


@dataclass(frozen=True)
class ApplyResult:
    """The result of an apply, by context and for orders.

    `revision` is the id of its revision, None if it changed nothing. `kept_edits` counts the entries whose
    edits in the studio the apply kept. `pending_refunds` are the orders whose refund is not made yet.
    """

    slug: str
    channel_id: int
    counts: Mapping[str, ChangeCounts]
    warnings: tuple[Problem, ...] = ()
    withdrawal: WithdrawalResult = field(default_factory=WithdrawalResult)
    pending_refunds: Sequence[int] = ()
    revision: int | None = None
    kept_edits: int = 0

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
        document_store: DocumentStore,
        document_writer: DocumentWriter,
        apply_withdrawals: ApplyWithdrawals,
        record_audit: RecordAudit,
    ) -> None:
        self._uow, self._clock, self._files = uow, clock, files
        self._channel, self._catalog = channel, catalog
        self._document_store, self._document_writer = document_store, document_writer
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

    def __call__(
        self,
        root: Path,
        confirmation: Confirmation = NOT_CONFIRMED,
        *,
        author: str = "touchline",
        prefer: Side | None = None,
    ) -> ApplyResult:
        """Apply the pack in a folder, and keep what was edited since the last apply.

        `prefer` resolves the fields that both the pack and an edit changed. Raises `PackRefusedError` if the
        pack has problems, `MergeConflictError` if there are conflicts and no preference, and
        `ConfirmationRequiredError` if buyers would lose something and the operator has not confirmed it. None
        of them changes anything.
        """
        pack = self.check(root)
        self._publish_files(pack)
        with self._uow.all_channels():
            channel_id, is_new = self._enter_channel(pack)
            before = EMPTY_PARTS if is_new else self._document_store.read_parts()
            current = {} if is_new else join_parts(before)
            content = keep_event_starts(pack, before["catalog"].get("events", ()))
            merged = self._merge(pack, content, current, prefer)
            written = self._document_writer.write(channel_id, before, merged, confirmation)
            for participant, data in read_consent_files(pack).items():
                self._catalog.consent_register.import_file(participant, data)
            revision = self._record(pack, content, merged, current, join_parts(written.parts), author)
            counts = {
                name: change_counts.count_changes(before[name], part) for name, part in written.parts.items()
            }
            self._record_apply(pack.slug, counts, confirmation)
        pending_refunds = self._apply_withdrawals.refund_orders(channel_id, written.withdrawal)
        return ApplyResult(
            pack.slug,
            channel_id,
            counts,
            pack.warnings,
            written.withdrawal,
            pending_refunds,
            revision,
            count_differences(content, merged),
        )

    def _merge(self, pack: Pack, content: Content, current: Content, prefer: Side | None) -> Content:
        """Merge what the pack says into the current document. Raises `MergeConflictError`."""
        if not current:
            return content
        applied = self._channel.document_history.get_applied_pack()
        locations, store = locate_entries(pack), self._document_store
        target = store.create_context(content)
        source = store.create_format_context(applied.format) if applied else target
        with ActivePackContext(target):
            get_base = create_base_lookup(applied, pack, current, source, target)
            merged = merge_contents(current, content, get_base, prefer)
            if merged.conflicts:
                raise MergeConflictError(
                    locate_conflict(conflict, locations) for conflict in merged.conflicts
                )
            result = end_postponements(merged.content, current, pack)
            if result != content:
                check_merged(result, locations)
        return result

    def _record(
        self, pack: Pack, content: Content, merged: Content, before: Content, after: Content, author: str
    ) -> int | None:
        """Record the revision, and the pack as the base of the next merge."""
        history = self._channel.document_history
        value_format = get_format(after)
        with ActivePackContext(self._document_store.create_context(after)):
            history.save_applied_pack(build_applied_pack(pack, content, merged, after, value_format))
            changes = diff_contents(before, after)
        return history.record(author, RevisionSource.APPLY, changes, value_format)

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

    def _publish_files(self, pack: Pack) -> None:
        """Store the files of a pack. Files that nothing refers to are harmless."""
        for public_path, source in pack.files.items():
            if self._files.add_bytes(pack.slug, source.name, read_published_file(source)) != public_path:
                message = "changed while Touchline was reading it"
                raise PackRefusedError([Problem(source.name, 1, "", message, "apply the pack again")])

    def _enter_channel(self, pack: Pack) -> tuple[ChannelId, bool]:
        """Bind the transaction to the pack's channel. Return its id, and whether it is new."""
        self._document_writer.acquire_lock()
        existing_channels = self._channel.list_channels()
        check_domains_available(pack, existing_channels)
        check_analytics_key_available(pack, existing_channels, self._channel.list_ids_by_analytics_key())
        is_new = all(existing_channel.slug != pack.slug for existing_channel in existing_channels)
        channel_id = self._channel.ensure_channel(pack.slug, pack.name)
        bind_channel(channel_id)
        return channel_id, is_new
