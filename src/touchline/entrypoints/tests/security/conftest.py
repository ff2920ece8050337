"""Fixtures of the site, for tests of its pages."""

from touchline.front.tests.conftest import dist, ids, site

__all__ = ["dist", "ids", "site"]
