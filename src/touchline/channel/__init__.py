"""Who the site is and who may enter.

A *channel* is one branded site with its own host names, texts, colors and viewers. A *channel key* is
what the
page of a channel shows to be let in; an *api key* is the session of one browser, anonymous or of a viewer. A
*channel pack* is the folder from which an operator sets a channel up. *Settings, menu, slides, pages, FAQ,
texts, pop-ups, pre-rolls* are what the pack says and the web app starts from.
"""
