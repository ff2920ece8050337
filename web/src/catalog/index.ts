import { type ScreenRoute, screen } from '@/shared/screens'

export { SearchButton } from './components/SearchButton'
export { CatalogProvider } from './context'
export { CatalogStore } from './store'
export { lateWaysIn, WaysInShop } from './waysIn'

/** The next games, to stand beside what is not theirs. */
export const loadNextGames = () => import('./components/NextGames')

const schedule = () => import('./screens/Schedule')

export const routes: readonly ScreenRoute[] = [
  screen('/', () => import('./screens/Home'), { first: true }),
  screen('/upcoming', schedule),
  screen('/live', schedule),
  screen('/schedule', schedule),
  screen('/vod', schedule),
  screen('/watch/:id', () => import('./screens/Watch')),
  screen('/watch_embed/:id', () => import('./screens/WatchEmbed'), { bare: true }),
  screen('/simulate', () => import('./screens/Simulate')),
  screen('/vod_library', () => import('./screens/Library')),
  screen('/vod_library/:id', () => import('./screens/LibraryFilm')),
]
