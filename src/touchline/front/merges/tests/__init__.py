"""Tests of merges."""
