"""Run the fake Stripe on loopback: `python -m adapters.payments.fake_stripe PORT FOLDER`.

`TOUCHLINE_FAKE_STRIPE_WEBHOOK` is the URL that receives webhook events. Without it, events are stored but not
sent. `TOUCHLINE_FAKE_STRIPE_SECRET` is the signing secret.
"""

import logging
import os
import sys
from pathlib import Path

from adapters.payments.fake_stripe.app import serve
from adapters.payments.fake_stripe.keys import WEBHOOK_SECRET

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("urllib3").setLevel(logging.WARNING)
    serve(
        int(sys.argv[1]),
        Path(sys.argv[2]),
        os.environ.get("TOUCHLINE_FAKE_STRIPE_SECRET") or WEBHOOK_SECRET,
        os.environ.get("TOUCHLINE_FAKE_STRIPE_WEBHOOK") or None,
    ).serve_forever()
