const EVENT_SECTIONS = ['live', 'upcoming', 'finished', 'categories']

/** Whether a home page of these sections shows games. */
export const showsEvents = (home: readonly string[]) => home.some(name => EVENT_SECTIONS.includes(name))

/** Whether a home page of these sections shows films of the library. */
export const showsLibrary = (home: readonly string[]) =>
  home.some(name => name === 'library' || name.startsWith('rail:'))
