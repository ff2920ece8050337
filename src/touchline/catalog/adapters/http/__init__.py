"""The catalogue's calls (api.md, "Catalogue")."""

from touchline.catalog.adapters.http import events, library, live_hooks, media, places, search

BLUEPRINTS = (
    events.BLUEPRINT,
    places.BLUEPRINT,
    library.BLUEPRINT,
    search.BLUEPRINT,
    media.BLUEPRINT,
    live_hooks.BLUEPRINT,
)
