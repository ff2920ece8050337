"""Receives the chunks of a phone camera, which the browser records and the app stores."""
