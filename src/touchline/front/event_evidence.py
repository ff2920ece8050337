"""Who could watch one event, for its page in the studio."""

from __future__ import annotations

from typing import Any

from touchline.analytics.application.evidence.get_evidence import GetEvidence
from touchline.analytics.application.evidence.summarize import get_empty_summary, summarize
from touchline.catalog.facade import CatalogFacade
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId


class ShowEventEvidence:
    """Query of the evidence of one event, without names."""

    def __init__(self, catalog: CatalogFacade, get_evidence: GetEvidence) -> None:
        self._catalog = catalog
        self._get_evidence = get_evidence

    def __call__(self, key: str) -> dict[str, Any]:
        """Return the summary of an event by its key. Raises `NotFoundError`."""
        event_id = self._catalog.list_ids_by_key("event", [key]).get(key)
        if event_id is None:
            raise NotFoundError
        evidence = self._get_evidence(EventId(event_id))
        return get_empty_summary(EventId(event_id)) if evidence is None else summarize(evidence)
