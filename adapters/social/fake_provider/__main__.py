"""`python -m adapters.social.fake_provider PORT`: the demo's identity provider, on loopback."""

import logging
import sys

from adapters.social.fake_provider.app import serve

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    serve(int(sys.argv[1])).serve_forever()
