"""Tests of changes that affect buyers."""
