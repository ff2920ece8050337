"""`TOUCHLINE_DELIVERY=nginx`: the same signed paths, checked by an nginx in front; `touchline nginx` writes
what it must be told.

What only the app can tell (a simulated showing, a rule about countries, the name of a file to take away)
nginx asks the app, which checks and leaves the bytes to nginx.
"""

from adapters.delivery.nginx_media import get_internal_path
from adapters.delivery.signed_paths import SignedPaths


class NginxSignedPaths(SignedPaths):
    """Signs and checks like `SignedPaths`, and names the place where nginx has the file."""

    def get_internal_path(self, path: str) -> str | None:
        """For `X-Accel-Redirect`."""
        return get_internal_path(path)
