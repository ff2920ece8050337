"""HTTP routes of `front`: start-up data, the built web app, discovery files and the outbox."""

from touchline.front.http.access import BLUEPRINT as ACCESS
from touchline.front.http.account_export import BLUEPRINT as ACCOUNT_EXPORT
from touchline.front.http.bootstrap import BLUEPRINT as BOOTSTRAP
from touchline.front.http.discovery import BLUEPRINT as FINDABLE
from touchline.front.http.images import BLUEPRINT as PICTURES
from touchline.front.http.outbox import BLUEPRINT as OUTBOX
from touchline.front.http.shared_clips import BLUEPRINT as SHARED
from touchline.front.http.site import BLUEPRINT as SITE
from touchline.front.http.tv import BLUEPRINT as TV

BLUEPRINTS = (BOOTSTRAP, ACCESS, ACCOUNT_EXPORT, PICTURES, FINDABLE, OUTBOX, TV, SHARED, SITE)
