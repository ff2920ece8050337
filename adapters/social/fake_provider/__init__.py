"""An identity provider for the demo and for tests: real OpenID Connect over HTTP, on this machine only.

It plays Google (which says whether an address is verified) and Facebook (which does not), and lets whoever
asks be anybody. `python -m adapters.social.fake_provider PORT` runs it; `touchline run` does so by itself
where `TOUCHLINE_SOCIAL=fake`.
"""
