"""The program `touchline`, also as `python -m touchline`."""

import gc


def main() -> None:
    """Run the command line. What is imported stays to the end: looking through it for garbage, meanwhile and
    ever after, would be a fifth of the start."""
    gc.disable()
    from touchline.entrypoints import cli

    gc.freeze()
    gc.enable()
    cli.main()


if __name__ == "__main__":
    main()
