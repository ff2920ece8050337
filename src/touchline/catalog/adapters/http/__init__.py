"""The catalogue's calls (api.md, "Catalogue")."""

from touchline.catalog.adapters.http import events, library, media, places, search

BLUEPRINTS = (events.BLUEPRINT, places.BLUEPRINT, library.BLUEPRINT, search.BLUEPRINT, media.BLUEPRINT)
