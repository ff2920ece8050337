"""Tests of changes that take something from buyers."""
