"""HTTP adapters of clips."""

from touchline.clips.adapters.http import clips, downloads, highlights, moderation

BLUEPRINTS = (
    clips.blueprint,
    downloads.blueprint,
    highlights.blueprint,
    highlights.studio_blueprint,
    moderation.blueprint,
)
