const EVENT_SECTIONS = ['live', 'upcoming', 'finished', 'categories']

/** Return whether a home page with these sections shows events. */
export const showsEvents = (home: readonly string[]) => home.some(name => EVENT_SECTIONS.includes(name))

/** Return whether a home page with these sections shows library items. */
export const showsLibrary = (home: readonly string[]) =>
  home.some(name => name === 'library' || name.startsWith('rail:'))
