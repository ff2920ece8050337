"""Tests of what changes take from buyers."""
