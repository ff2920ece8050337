"""HTTP routes of `front`: start-up data, the built web app, discovery files and the outbox."""

from touchline.front.http import (
    access,
    account_export,
    bootstrap,
    discovery,
    document,
    event_schedule,
    feeds,
    images,
    imports,
    outbox,
    pictures,
    recordings,
    shared_clips,
    tv,
    web_app,
)

BLUEPRINTS = (
    bootstrap.blueprint,
    access.blueprint,
    account_export.blueprint,
    account_export.studio_blueprint,
    document.blueprint,
    recordings.blueprint,
    pictures.blueprint,
    event_schedule.blueprint,
    images.blueprint,
    imports.blueprint,
    feeds.blueprint,
    discovery.blueprint,
    outbox.blueprint,
    tv.blueprint,
    shared_clips.blueprint,
    web_app.blueprint,
)
