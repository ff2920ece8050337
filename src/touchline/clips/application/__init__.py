"""Use cases for clips: creation, viewing, sharing, download."""
