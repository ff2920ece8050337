"""HTTP routes of `front`: start-up data, the built web app, discovery files and the outbox."""

from touchline.front.http import (
    access,
    account_export,
    bootstrap,
    discovery,
    document,
    event_schedule,
    images,
    outbox,
    shared_clips,
    tv,
    web_app,
)

BLUEPRINTS = (
    bootstrap.blueprint,
    access.blueprint,
    account_export.blueprint,
    document.blueprint,
    event_schedule.blueprint,
    images.blueprint,
    discovery.blueprint,
    outbox.blueprint,
    tv.blueprint,
    shared_clips.blueprint,
    web_app.blueprint,
)
