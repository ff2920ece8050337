"""HTTP adapters of clips."""

from touchline.clips.adapters.http import clips, downloads

BLUEPRINTS = (clips.blueprint, downloads.blueprint)
