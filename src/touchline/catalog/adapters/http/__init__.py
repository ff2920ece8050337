"""The catalogue's calls (api.md, "Catalogue")."""

from touchline.catalog.adapters.http import calendars, events, library, live_hooks, media, places, search

BLUEPRINTS = (
    events.BLUEPRINT,
    calendars.BLUEPRINT,
    calendars.SITE,
    places.BLUEPRINT,
    library.BLUEPRINT,
    search.BLUEPRINT,
    media.BLUEPRINT,
    live_hooks.BLUEPRINT,
)
