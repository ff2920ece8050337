"""HTTP adapters of the catalog (api.md, "Catalog")."""

from touchline.catalog.adapters.http.events import calendars, events, taxonomy
from touchline.catalog.adapters.http.library import library
from touchline.catalog.adapters.http.media import live_hooks, media
from touchline.catalog.adapters.http.search import search

BLUEPRINTS = (
    events.BLUEPRINT,
    calendars.BLUEPRINT,
    calendars.SITE,
    taxonomy.BLUEPRINT,
    library.BLUEPRINT,
    search.BLUEPRINT,
    media.BLUEPRINT,
    live_hooks.BLUEPRINT,
)
