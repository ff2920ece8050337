"""The program `touchline`, also as `python -m touchline`."""

import gc
import os

NGINX = "nginx"


def keep_private() -> None:
    """Let nobody but their owner read the files of this process. Where nginx hands out media itself, its user
    reads them; databases, keys and emails are private in any case."""
    os.umask(0o022 if os.environ.get("TOUCHLINE_DELIVERY") == NGINX else 0o077)


def main() -> None:
    """Run the command line. What is imported stays to the end: looking through it for garbage, meanwhile and
    ever after, would be a fifth of the start."""
    gc.disable()
    keep_private()
    from touchline.entrypoints import cli

    gc.freeze()
    gc.enable()
    cli.main()


if __name__ == "__main__":
    main()
