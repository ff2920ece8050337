"""Check for Chromium before the end-to-end tests: `python -m touchline.entrypoints.browser_check`.

The end-to-end tests need Chromium. If it is missing on a developer's machine, the check prints how to install
it and exits with code 3. The rest of `make test` continues. With `CI=true`, a missing Chromium is an error
(exit code 1).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping

BROWSER_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_INSTALL_HELP = (
    "Chromium was not found, so {}. On Debian and Ubuntu: apt-get install chromium. "
    "Elsewhere, set the path of Chromium or Chrome: CHROMIUM=/path/to/it make {}"
)
EXIT_FOUND, EXIT_MISSING_IN_CI, EXIT_MISSING = 0, 1, 3


def find_browser(environment: Mapping[str, str]) -> str | None:
    """Return the path of the Chromium that `CHROMIUM` names, or of one in `PATH`, or None."""
    configured = environment.get("CHROMIUM")
    path = environment.get("PATH")
    paths = (shutil.which(name, path=path) for name in BROWSER_NAMES)
    return (shutil.which(configured) if configured else None) or next(filter(None, paths), None)


def get_install_help(skipped: str, target: str) -> str:
    """Return the message for a machine without Chromium.

    `skipped` is a clause, `target` a make target.
    """
    return _INSTALL_HELP.format(skipped, target)


def main(environment: Mapping[str, str]) -> int:
    """Return 0 if Chromium is installed, 1 if it is required but missing, or 3 if it is missing but
    optional."""
    if find_browser(environment):
        return EXIT_FOUND
    sys.stderr.write(get_install_help("the browser tests were not run", "e2e") + "\n")
    return EXIT_MISSING_IN_CI if environment.get("CI") == "true" else EXIT_MISSING


if __name__ == "__main__":
    sys.exit(main(os.environ))
