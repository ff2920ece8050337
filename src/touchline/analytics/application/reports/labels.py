"""The few labels of reports, by language. Unknown languages use English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from touchline.analytics.domain.records import ContentKind, Device
from touchline.analytics.ports.catalog import Catalog
from touchline.analytics.ports.store import ContentRef
from touchline.shared.strings.localized import localize

REMOVED_LABEL = {"en": "(removed)", "fr": "(retiré)"}
UNKNOWN_LABEL = {"en": "(unknown)", "fr": "(inconnu)"}
CLIP_LABEL = {"en": "(a clip)", "fr": "(un extrait)"}
DEVICE_LABELS = {
    Device.PHONE: {"en": "Phone", "fr": "Téléphone"},
    Device.TABLET: {"en": "Tablet", "fr": "Tablette"},
    Device.COMPUTER: {"en": "Computer", "fr": "Ordinateur"},
    Device.TV: {"en": "TV", "fr": "Téléviseur"},
    Device.OTHER: {"en": "Other", "fr": "Autre"},
}


def parse_content_ref(key: str) -> ContentRef:
    """Parse a reference such as `event:12`. Raises `ValueError` if it is not valid."""
    kind, _, content_id = key.partition(":")
    return ContentKind(kind), int(content_id)


def load_names(
    content_refs: Iterable[ContentRef], catalog: Catalog, language: str
) -> Mapping[ContentRef, str]:
    """Return the names of content items. Unknown items are left out. Always two queries."""
    distinct_refs = set(content_refs)
    events = catalog.list_events(
        [content_id for kind, content_id in distinct_refs if kind is ContentKind.EVENT], language
    )
    library_items = catalog.list_library_item_titles(
        [content_id for kind, content_id in distinct_refs if kind is ContentKind.LIBRARY_ITEM], language
    )
    names: dict[ContentRef, str] = {}
    for kind, content_id in distinct_refs:
        if kind is ContentKind.CLIP:
            names[(kind, content_id)] = localize(CLIP_LABEL, language)
        elif kind is ContentKind.EVENT and content_id in events:
            names[(kind, content_id)] = events[content_id].name
        elif kind is ContentKind.LIBRARY_ITEM and content_id in library_items:
            names[(kind, content_id)] = library_items[content_id]
    return names
