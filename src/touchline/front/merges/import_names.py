"""Imports and feeds that know an entry by its old key follow a merge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from touchline.front.imports.feeds.schedule_feeds import ScheduleFeeds
from touchline.front.imports.memory import ImportMemory
from touchline.front.imports.names import (
    SECTION_BY_KIND,
    NameAction,
    NameChoice,
    NameKind,
    NameRef,
    create_name_ref,
)

_FEED_OPTIONS = {"participants": "own_team", "categories": "category"}


class MergeImportNames:
    """Service that lets the names in files and the options of feeds mean the kept entry."""

    def __init__(self, memory: ImportMemory, feeds: ScheduleFeeds) -> None:
        self._memory, self._feeds = memory, feeds

    def __call__(self, section: str, removed: Mapping[str, Any], kept: str) -> None:
        """Remember the names of the removed entry for the kept one, in the current transaction."""
        key = str(removed["key"])
        known = self._memory.list_names()
        names = dict(_list_own_names(section, removed, kept))
        for ref, choice in known.items():
            if SECTION_BY_KIND[ref.kind] == section and choice.key == key:
                names[ref] = replace(choice, key=kept)
            elif section == "categories" and ref.scope == key:
                names[replace(ref, scope=kept)] = choice
        self._memory.save_names(names)
        option = _FEED_OPTIONS.get(section)
        for feed in self._feeds.list_all() if option else ():
            if option and feed.options and feed.options.get(option) == key:
                feed.options = {**feed.options, option: kept}
                self._feeds.save(feed)


def _list_own_names(
    section: str, removed: Mapping[str, Any], kept: str
) -> Iterator[tuple[NameRef, NameChoice]]:
    """Yield the names of the entry, as files write them."""
    kinds = [kind for kind, name in SECTION_BY_KIND.items() if name == section]
    for kind in kinds:
        scope = removed.get("category") or "" if kind is NameKind.TEAM else ""
        for name in removed["name"].values():
            yield create_name_ref(kind, name, scope), NameChoice(NameAction.EXISTING, kept)
