"""The routes of context `channel`."""

from touchline.channel.adapters.http.files import blueprint as files
from touchline.channel.adapters.http.keys import blueprint as keys
from touchline.channel.adapters.http.keys import root as start
from touchline.channel.adapters.http.site import blueprint as site

BLUEPRINTS = (start, keys, site, files)
