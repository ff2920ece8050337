"""Tests for the rules of make-goods."""
