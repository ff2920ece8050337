"""`TOUCHLINE_DELIVERY=nginx`: the same signed paths, checked by nginx in front of the app. `touchline nginx`
writes the configuration.

Some requests only the app can check (a simulated live event, a country rule, the name of a downloaded file).
nginx passes these to the app, which checks them and leaves the bytes to nginx.
"""

from adapters.delivery.nginx_media import get_internal_path
from adapters.delivery.signed_paths import SignedPaths


class NginxSignedPaths(SignedPaths):
    """Signs and verifies like `SignedPaths`, and returns the nginx-internal location of files."""

    def get_internal_path(self, path: str) -> str | None:
        """Return the path for `X-Accel-Redirect`."""
        return get_internal_path(path)
