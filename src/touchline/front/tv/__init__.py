"""A page that plays the part of a TV app, for the demo and for development.

It links itself as a real one would: with the public calls alone, and a code on its screen (RFC 8628).
"""
