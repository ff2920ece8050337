"""HTTP adapters of clips."""

from touchline.clips.adapters.http import clips, downloads, moderation

BLUEPRINTS = (clips.blueprint, downloads.blueprint, moderation.blueprint)
