"""Identity provider for the demo and tests: real OpenID Connect over HTTP, on this machine only.

It imitates Google (which says whether an address is verified) and Facebook (which does not). Callers can log
in as anyone. `python -m adapters.social.fake_provider PORT` runs it. With `TOUCHLINE_SOCIAL=fake`, `touchline
run` starts it automatically.
"""
