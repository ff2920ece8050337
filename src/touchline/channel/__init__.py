"""Channels: their content, visitors and accounts.

- A *channel* is one branded site with its own host names, texts, colors and viewers.
- A *channel key* identifies a channel. Its pages use the key to request an API key.
- An *API key* identifies the session of one browser. The session is anonymous or belongs to a viewer.
- A *channel pack* is a folder that describes a channel. Operators apply it to create or update the channel.
- The web app loads the *settings, menu, slides, pages, FAQ, texts, popups* and *pre-rolls* at startup.
"""
