"""How library items are told: the item itself, the viewer's access to it and its media."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Asking
from touchline.catalog.application.event_names import full_title
from touchline.catalog.application.moments import instant
from touchline.catalog.domain.access import Access, Holding
from touchline.catalog.domain.library import LibraryCategory, LibraryItem
from touchline.catalog.domain.media import OPEN_TYPES
from touchline.catalog.ports.addresses import Addresses
from touchline.catalog.ports.entitlements import Entitlements
from touchline.catalog.ports.links import Links
from touchline.shared.ids import LibraryItemId


class LibraryAnswers:
    """Composes the answers for a whole list at the cost of a fixed number of queries."""

    def __init__(self, media: Links, entitlements: Entitlements, addresses: Addresses) -> None:
        self._media = media
        self._entitlements = entitlements
        self._addresses = addresses

    def rows(self, items: Sequence[LibraryItem], asking: Asking) -> list[Answer]:
        """Rows of a list: of the media only what is open to everybody."""
        return self._all(items, asking, only=OPEN_TYPES)

    def whole(self, item: LibraryItem, asking: Asking) -> Answer:
        """One item with everything."""
        return self._all([item], asking, only=None)[0]

    def access(self, item: LibraryItem, asking: Asking) -> Access:
        """The viewer's access to one item, without its media: at most one query."""
        return _decided(item, asking, self._holdings([item], asking))

    def category(self, category: LibraryCategory, asking: Asking) -> Answer:
        """What items are filed under."""
        return {
            "id": category.id,
            "name": asking.teller.text(category.name),
            "alias": category.key,
            "weight": category.weight,
        }

    def _all(
        self, items: Sequence[LibraryItem], asking: Asking, *, only: frozenset[int] | None
    ) -> list[Answer]:
        media = self._media.rows_for("library_item", [item.id for item in items]) if items else {}
        holdings = self._holdings(items, asking)
        answers = []
        for item in items:
            decided = _decided(item, asking, holdings)
            rows = [row for row in media.get(item.id, ()) if only is None or row.type in only]
            links = self._media.links(
                rows, may_play=decided.may_play, principal=asking.principal, region=asking.region()
            )
            answers.append(self._row(item, asking, decided, links))
        return answers

    def _row(self, item: LibraryItem, asking: Asking, decided: Access, links: list[Answer]) -> Answer:
        return {
            "id": item.id,
            "title": asking.teller.text(item.title),
            "full_title": full_title(
                item, asking.teller.language, asking.teller.fallback, asking.teller.time_zone
            ),
            "description": asking.teller.text(item.description),
            "author": asking.teller.text(item.author),
            "date": instant(item.date),
            "duration": int(item.duration.total_seconds()),
            "categories": [self.category(category, asking) for category in item.categories],
            "type": item.pass_type.value,
            "pass_type": item.pass_type.value,
            "has_access": decided.granted,
            "access_reason": decided.reason.value,
            "recording_state": item.recording_state.value or None,
            "assets": self._assets(item),
            "media": links,
        }

    def _assets(self, item: LibraryItem) -> list[Answer]:
        paths = (("image", item.image), ("preview", item.preview))
        return [{"type": kind, "path": self._addresses.picture(path)} for kind, path in paths if path]

    def _holdings(self, items: Sequence[LibraryItem], asking: Asking) -> Mapping[LibraryItemId, Holding]:
        account_id = asking.principal.account_id
        paid = [item.id for item in items if item.pass_type.costs_money]
        if account_id is None or not paid:
            return {}
        return self._entitlements.of_library(account_id, paid)


def _decided(item: LibraryItem, asking: Asking, holdings: Mapping[LibraryItemId, Holding]) -> Access:
    return item.access(asking.viewer, channel_geo=asking.facts.geo, holding=holdings.get(item.id))
