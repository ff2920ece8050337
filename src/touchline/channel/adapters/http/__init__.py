"""HTTP routes of the channel context."""

from touchline.channel.adapters.http.account_closure import blueprint as closing
from touchline.channel.adapters.http.accounts import blueprint as accounts
from touchline.channel.adapters.http.devices import blueprint as devices
from touchline.channel.adapters.http.email_links import blueprint as auth_links
from touchline.channel.adapters.http.files import blueprint as files
from touchline.channel.adapters.http.keys import blueprint as keys
from touchline.channel.adapters.http.keys import root as start
from touchline.channel.adapters.http.second_factor import blueprint as second_factor
from touchline.channel.adapters.http.sessions import blueprint as sessions
from touchline.channel.adapters.http.site import blueprint as site
from touchline.channel.adapters.http.social import blueprint as social
from touchline.channel.adapters.http.social import root as social_start

BLUEPRINTS = (
    start,
    social_start,
    keys,
    site,
    files,
    accounts,
    auth_links,
    sessions,
    social,
    devices,
    second_factor,
    closing,
)
