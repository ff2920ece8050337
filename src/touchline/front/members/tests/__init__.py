"""Tests of the members of teams."""
