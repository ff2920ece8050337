"""HTTP adapters of clips."""

from touchline.clips.adapters.http import clips, downloads

BLUEPRINTS = (clips.BLUEPRINT, downloads.BLUEPRINT)
