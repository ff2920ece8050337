"""`TOUCHLINE_DELIVERY=nginx`: the same signed paths, checked by an nginx in front; `touchline nginx` writes
what it must be told.

What only the app can tell (a simulated showing, a rule about countries, the name of a file to take away)
nginx asks the app, which checks and leaves the bytes to nginx.
"""

from adapters.delivery.nginx_media import place_of
from adapters.delivery.signed_paths import SignedPaths


class NginxPaths(SignedPaths):
    """Signs and checks like `SignedPaths`, and names the place where nginx has the file."""

    def handed_on(self, path: str) -> str | None:
        """For `X-Accel-Redirect`."""
        return place_of(path)
