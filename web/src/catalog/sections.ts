const GAMES = ['live', 'upcoming', 'finished', 'categories']

/** Whether a home page of these sections shows games. */
export const showsGames = (home: readonly string[]) => home.some(name => GAMES.includes(name))

/** Whether a home page of these sections shows films of the library. */
export const showsFilms = (home: readonly string[]) =>
  home.some(name => name === 'library' || name.startsWith('rail:'))
