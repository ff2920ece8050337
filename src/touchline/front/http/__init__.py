"""The routes of `front`: the start-up bundle, the built web app, and the page for every other path."""

from touchline.front.http.bootstrap import BLUEPRINT as BOOTSTRAP
from touchline.front.http.site import BLUEPRINT as SITE

BLUEPRINTS = (BOOTSTRAP, SITE)
