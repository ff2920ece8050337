"""`python -m adapters.social.fake_provider PORT`: runs the demo's identity provider on loopback."""

import logging
import sys

from adapters.social.fake_provider.app import create_server

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    create_server(int(sys.argv[1])).serve_forever()
