"""Which events a change of entries concerns, so that the other events need not be read and written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from touchline.catalog.facade import CatalogFacade
from touchline.channel.domain.document.entries import EntryRef, EntryValue
from touchline.front.packs.document.contents import Content, dump_entry
from touchline.front.packs.part_types import PackPart

Changes = Mapping[EntryRef, EntryValue | None]
"""The new value of each changed entry; None if it is removed."""
_FORMAT_FIELDS = ("language", "languages", "currency", "time_zone")
_EVENT_FIELDS = {"participants": "participant", "categories": "category", "locations": "location"}
"""Sections whose texts the search for events contains, and the kinds of their items."""


def find_concerned_events(
    catalog: CatalogFacade, content: Content, changes: Changes
) -> frozenset[str] | None:
    """Return the keys of the events that must be checked and written with the changes; None for all.

    `content` is the document before the changes, without events. These are the changed events, those that
    show a changed participant, category or location, and those of slides. Needs an active pack context.
    """
    if _changes_format(content, changes):
        return None
    keys = {str(slide["event"]) for slide in content["slides"] if slide.get("event")}
    keys |= {ref.key for ref in changes if ref.section == "events"}
    for section, kind in _EVENT_FIELDS.items():
        changed = {ref.key for ref in changes if ref.section == section}
        if section == "participants":
            changed = _add_children(_add_members(changed, changes, content), changes, content)
        if changed:
            keys |= catalog.find_events_of(kind, changed)
    return frozenset(keys)


def _changes_format(content: Content, changes: Changes) -> bool:
    """Return whether values of all entries are read in another way after the changes."""
    ref = EntryRef("channel", "")
    value = changes.get(ref)
    if value is None:
        return False
    current = dump_entry(ref, content["channel"])
    return any(value.get(name) != current.get(name) for name in _FORMAT_FIELDS)


def _add_members(participants: Collection[str], changes: Changes, content: Content) -> set[str]:
    """Return the participants and those of the changed groups."""
    groups = {ref.key for ref in changes if ref.section == "groups"}
    return {*participants, *(team["key"] for team in content["participants"] if team["group"] in groups)}


def _add_children(participants: Collection[str], changes: Changes, content: Content) -> set[str]:
    """Return the participants and all below them: an event of a child is found by its parents too."""
    children: dict[str, list[str]] = {}
    for team in _list_participants(changes, content):
        children.setdefault(team["key"], []).extend(team.get("children") or ())
    found, waiting = set(), list(participants)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting += children.get(key, ())
    return found


def _list_participants(changes: Changes, content: Content) -> Iterator[PackPart]:
    """Yield the participants before the changes, then the changed ones."""
    yield from content["participants"]
    new: Iterable[EntryValue] = (
        value for ref, value in changes.items() if ref.section == "participants" and value is not None
    )
    yield from (dict(value) for value in new if isinstance(value.get("key"), str))
