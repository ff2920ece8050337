"""Merges an entry of the document into another one that is the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.domain.document.entries import EntryRef
from touchline.channel.domain.document.revisions import RevisionSource
from touchline.channel.facade import ChannelFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.merges.import_names import MergeImportNames
from touchline.front.merges.replace_references import merge_content
from touchline.front.packs.document.audit_records import build_audit_record
from touchline.front.packs.document.contents import Content, diff_contents
from touchline.front.packs.document.document_store import DocumentStore, Excerpt, get_format
from touchline.front.packs.document.document_writer import DocumentWriter
from touchline.front.packs.document.merged_checks import check_merged
from touchline.front.packs.edit_entry import UNKNOWN_SECTION
from touchline.front.packs.pack import join_parts
from touchline.front.packs.schemas.context import ActivePackContext
from touchline.front.withdrawals.confirmation import NOT_CONFIRMED
from touchline.shared.audit import AuditSubject, RecordAudit
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import ChannelId, ParticipantId
from touchline.shared.strings.localized import localize
from touchline.shared.unit_of_work import UnitOfWorkFactory

KINDS: Mapping[str, str] = {
    "participants": "participant",
    "groups": "group",
    "locations": "location",
    "categories": "category",
}
"""The sections whose entries can be merged, and the kinds of their items in other contexts."""
SAME_ENTRY = ErrorMessage("errors.merge_same", "An entry cannot be merged with itself. Choose another one.")
OPPONENTS = ErrorMessage(
    "errors.merge_opponents",
    "{removed} and {kept} play each other: {event}. Change or remove this event first.",
)
MEMBER = ErrorMessage(
    "errors.merge_member", "{member} is a team of {team}. Choose two teams that are the same."
)


@dataclass(frozen=True)
class Merge:
    """Which entry of a section goes, and which one stays. Both are keys."""

    section: str
    removed: str
    kept: str

    @property
    def kind(self) -> str:
        """Return the kind of the items in other contexts."""
        return KINDS[self.section]


@dataclass(frozen=True)
class MergeEffects:
    """How much moves to the entry that stays."""

    events: int
    teams: int
    orders: int
    favorites: int
    reminders: int


class MergeEntries:
    """Use case that moves everything of an entry to another one and removes the first, as one revision."""

    def __init__(
        self,
        merge_import_names: MergeImportNames,
        record_audit: RecordAudit,
        uow: UnitOfWorkFactory,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        billing: BillingFacade,
        engagement: EngagementFacade,
        document_store: DocumentStore,
        document_writer: DocumentWriter,
    ) -> None:
        self._uow, self._channel, self._catalog = uow, channel, catalog
        self._billing, self._engagement = billing, engagement
        self._document_store, self._document_writer = document_store, document_writer
        self._merge_import_names, self._record_audit = merge_import_names, record_audit

    def preview(self, merge: Merge) -> MergeEffects:
        """Return what would move. Raises `NotFoundError`, and `RefusedError` if a merge makes no sense."""
        content = join_parts(self._read(merge).parts)
        _check(content, merge)
        references = {"groups": "group", "categories": "category"}
        field = references.get(merge.section)
        teams = [team for team in content["participants"] if field and team.get(field) == merge.removed]
        item_id = self._list_ids(merge)[merge.removed]
        favorites, reminders = self._engagement.count_followers(merge.kind, item_id)
        return MergeEffects(
            0 if merge.kind == "group" else len(self._catalog.find_events_of(merge.kind, [merge.removed])),
            len(teams),
            self._billing.count_orders_in_scope(merge.kind, item_id),
            favorites,
            reminders,
        )

    def __call__(self, channel_id: ChannelId, merge: Merge, author: str) -> int | None:
        """Merge the entries and return the revision.

        References in the document, orders, favorites, reminders, old addresses and names in imports move to
        the kept entry. An undo restores the document only. Raises the errors of `preview`.
        """
        with self._uow(channel_id):
            self._document_writer.acquire_lock()
            before = self._read(merge)
            current = join_parts(before.parts)
            removed = _check(current, merge)
            content = merge_content(current, merge.section, merge.removed, merge.kept)
            with ActivePackContext(self._document_store.create_context(current)):
                check_merged(content, {})
            self._move(merge, removed)
            written = self._document_writer.write_excerpt(channel_id, before, content, NOT_CONFIRMED)
            after = join_parts(written.parts)
            with ActivePackContext(self._document_store.create_context(after)):
                changes = diff_contents(current, after)
            revision = self._channel.document_history.record(
                author, RevisionSource.STUDIO, changes, get_format(after)
            )
            subject = AuditSubject("entry", str(EntryRef(merge.section, merge.removed)))
            self._record_audit(build_audit_record("entry.merge", subject, changes, revision))
        return revision

    def _read(self, merge: Merge) -> Excerpt:
        if merge.section not in KINDS:
            raise NotFoundError(UNKNOWN_SECTION)
        return self._document_store.read_excerpt(
            {EntryRef(merge.section, key): None for key in (merge.removed, merge.kept)}
        )

    def _move(self, merge: Merge, removed: Mapping[str, Any]) -> None:
        """Move what other contexts and imports know, before the document changes: no buyer loses a pass."""
        ids = self._list_ids(merge)
        self._billing.merge(merge.kind, ids[merge.removed], ids[merge.kept])
        self._engagement.merge(merge.kind, ids[merge.removed], ids[merge.kept])
        if merge.kind == "participant":
            self._channel.memberships.merge(ParticipantId(ids[merge.removed]), ParticipantId(ids[merge.kept]))
        self._catalog.merge(merge.kind, merge.removed, merge.kept)
        self._merge_import_names(merge.section, removed, merge.kept)

    def _list_ids(self, merge: Merge) -> Mapping[str, int]:
        return self._catalog.list_ids_by_key(merge.kind, [merge.removed, merge.kept])


def _check(content: Content, merge: Merge) -> Mapping[str, Any]:
    """Return the removed entry. Raises `NotFoundError`, or `RefusedError` if a merge makes no sense."""
    entries = {entry["key"]: entry for entry in content[merge.section]}
    if merge.removed not in entries or merge.kept not in entries:
        raise NotFoundError
    if merge.removed == merge.kept:
        raise RefusedError(SAME_ENTRY)
    if merge.section == "participants":
        _check_teams(content, entries[merge.removed], entries[merge.kept])
    removed: Mapping[str, Any] = entries[merge.removed]
    return removed


def _check_teams(content: Content, removed: Mapping[str, Any], kept: Mapping[str, Any]) -> None:
    """Raise `RefusedError` for a team and its opponent, and for a team and one that it stands for."""
    language = content["channel"]["language"]
    names = {team["key"]: localize(team["name"], language) for team in (removed, kept)}
    for team, other in ((removed, kept), (kept, removed)):
        if other["key"] in team["children"]:
            raise RefusedError(MEMBER.with_params(member=names[other["key"]], team=names[team["key"]]))
    for event in content["events"]:
        if {event["away"], event["home"]} == names.keys():
            title = localize(event["name"], language) if event["name"] else ""
            day = f"{event['starts']:%Y-%m-%d}"
            label = f"{title or names[event['away']] + ' @ ' + names[event['home']]} ({day})"
            raise RefusedError(
                OPPONENTS.with_params(removed=names[removed["key"]], kept=names[kept["key"]], event=label)
            )
