"""Before the journeys: is there a Chromium? `python -m touchline.entrypoints.browser_check`.

Without one the journeys cannot run. On a person's machine that is said, with how to get one, and the rest of
`make test` goes on (exit code 3); with `CI=true` it is a failure (exit code 1).
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
    "No Chromium was found, so {}. On Debian and Ubuntu: apt-get install chromium. "
    "Elsewhere: name any Chromium or Chrome with CHROMIUM=/path/to/it make {}"
)
EXIT_FOUND, EXIT_MISSING_IN_CI, EXIT_MISSING = 0, 1, 3


def find_browser(environment: Mapping[str, str]) -> str | None:
    """Return the path of the Chromium that `CHROMIUM` names, or else of one in `PATH`."""
    configured = environment.get("CHROMIUM")
    path = environment.get("PATH")
    found = (shutil.which(name, path=path) for name in BROWSER_NAMES)
    return (shutil.which(configured) if configured else None) or next(filter(None, found), None)


def get_install_help(skipped: str, target: str) -> str:
    """Return the sentence for a machine without Chromium; `skipped` is a clause, `target` one of make's."""
    return _INSTALL_HELP.format(skipped, target)


def main(environment: Mapping[str, str]) -> int:
    """0 when a browser is there, 1 when it must be and is not, 3 when it is merely missing."""
    if find_browser(environment):
        return EXIT_FOUND
    sys.stderr.write(get_install_help("the journeys in the browser were not run", "e2e") + "\n")
    return EXIT_MISSING_IN_CI if environment.get("CI") == "true" else EXIT_MISSING


if __name__ == "__main__":
    sys.exit(main(os.environ))
