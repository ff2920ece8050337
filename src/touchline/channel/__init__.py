"""Channels with their content, visitors and accounts.

A *channel* is one branded site with its own host names, texts, colors and viewers. A page of a channel uses a
*channel key* to request an *API key*. An *API key* identifies the session of one browser, which is anonymous
or belongs to a viewer. A *channel pack* is the folder from which an operator sets up a channel. It contains
the *settings, menu, slides, pages, FAQ, texts, pop-ups* and *pre-rolls* that the web app loads at startup.
"""
