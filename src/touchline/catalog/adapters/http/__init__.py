"""HTTP adapters of the catalog (api.md, "Catalog")."""

from touchline.catalog.adapters.http.events import (
    calendars,
    events,
    stream_health,
    studio_camera,
    studio_events,
    studio_streams,
    taxonomy,
)
from touchline.catalog.adapters.http.library import library
from touchline.catalog.adapters.http.media import (
    captions,
    live_captions,
    live_hooks,
    media,
    restreams,
    trims,
    uploads,
    videos,
    watching_devices,
)
from touchline.catalog.adapters.http.scoring import (
    overlays,
    score_feeds,
    scorers,
    seasons,
    studio_timelines,
    summaries,
    timelines,
)
from touchline.catalog.adapters.http.search import search

BLUEPRINTS = (
    events.blueprint,
    studio_events.blueprint,
    studio_streams.blueprint,
    stream_health.blueprint,
    studio_camera.blueprint,
    calendars.blueprint,
    calendars.site_blueprint,
    taxonomy.blueprint,
    seasons.blueprint,
    library.blueprint,
    search.blueprint,
    media.blueprint,
    live_hooks.blueprint,
    watching_devices.blueprint,
    uploads.blueprint,
    videos.blueprint,
    captions.blueprint,
    live_captions.blueprint,
    trims.blueprint,
    restreams.blueprint,
    timelines.site_blueprint,
    overlays.site_blueprint,
    scorers.blueprint,
    summaries.blueprint,
    studio_timelines.blueprint,
    score_feeds.blueprint,
    overlays.blueprint,
)
