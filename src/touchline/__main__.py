"""The program `touchline`, also as `python -m touchline`."""

import gc
import io
import os
import sys

NGINX = "nginx"


def restrict_file_permissions() -> None:
    """Make new files readable only by their owner. With nginx delivery, other users may read media files,
    because nginx serves them. Databases, keys and emails are always private."""
    os.umask(0o022 if os.environ.get("TOUCHLINE_DELIVERY") == NGINX else 0o077)


def replace_unencodable_output() -> None:
    """Print `?` for text that cannot be encoded, such as a file name that is not UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main() -> None:
    """Run the command line. Imported objects are excluded from garbage collection, which takes a fifth of the
    startup time."""
    gc.disable()
    restrict_file_permissions()
    replace_unencodable_output()
    from touchline.entrypoints import cli

    gc.freeze()
    gc.enable()
    cli.main()


if __name__ == "__main__":
    main()
