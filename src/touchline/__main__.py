"""The program `touchline`, also as `python -m touchline`."""

import gc
import io
import os
import sys

NGINX = "nginx"


def restrict_file_permissions() -> None:
    """Let nobody but their owner read the files of this process. Where nginx hands out media itself, its user
    reads them; databases, keys and emails are private in any case."""
    os.umask(0o022 if os.environ.get("TOUCHLINE_DELIVERY") == NGINX else 0o077)


def replace_unencodable_output() -> None:
    """Print `?` for what is no UTF-8, such as bytes in the name of a file, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main() -> None:
    """Run the command line. What is imported stays to the end: looking through it for garbage, meanwhile and
    ever after, would be a fifth of the start."""
    gc.disable()
    restrict_file_permissions()
    replace_unencodable_output()
    from touchline.entrypoints import cli

    gc.freeze()
    gc.enable()
    cli.main()


if __name__ == "__main__":
    main()
