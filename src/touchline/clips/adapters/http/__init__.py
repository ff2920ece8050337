"""The HTTP edge of clips."""

from touchline.clips.adapters.http import clips

BLUEPRINTS = (clips.BLUEPRINT,)
