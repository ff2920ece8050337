"""Requirements of some tests on the machine."""

import os
from pathlib import Path

NGINX = Path("/usr/sbin/nginx")
NGINX_RTMP = Path("/usr/lib/nginx/modules/ngx_rtmp_module.so")
NGINX_JS = Path("/usr/lib/nginx/modules/ngx_http_js_module.so")
IS_QUICK = "TOUCHLINE_TEST_QUICK" in os.environ
"""Whether `make test` is running, which leaves long tests to `make nightly`."""


def should_test_nginx() -> bool:
    """Return whether tests with a real nginx run: wherever nginx is installed, and always in CI."""
    return (NGINX.exists() and NGINX_RTMP.exists()) or os.environ.get("CI") == "true"


def should_test_nginx_signed_paths() -> bool:
    """Return whether tests of signed paths run with a real nginx.

    They run wherever nginx and its JavaScript module are installed, and always in CI.
    """
    return (NGINX.exists() and NGINX_JS.exists()) or os.environ.get("CI") == "true"
