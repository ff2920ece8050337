"""The events that slides are about (port `SlideEvents` of context `channel`)."""

from collections.abc import Collection, Mapping

from touchline.catalog.facade import CardSide, CatalogFacade, EventPictures
from touchline.channel.ports.site.slide_events import SlideEvent, SlideTeam


class SlideEventsGateway:
    """Gateway to context `catalog` for the pictures and teams of events."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def __call__(self, event_ids: Collection[int], language: str) -> Mapping[int, SlideEvent]:
        """Return these events by id, without those that only some viewers may see."""
        pictures = self._catalog.list_event_pictures(event_ids, language)
        return {event_id: _to_slide_event(event) for event_id, event in pictures.items()}


def _to_slide_event(event: EventPictures) -> SlideEvent:
    return SlideEvent(
        wide=event.poster or event.card or event.tall,
        tall=event.tall,
        sport=event.sport,
        teams=(_to_team(event.sides[0]), _to_team(event.sides[1])) if event.sides else None,
    )


def _to_team(side: CardSide) -> SlideTeam:
    return SlideTeam(side.short_name, side.color, side.color_2, side.logo_url)
