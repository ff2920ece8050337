import { type ScreenRoute, screen } from '@/shared/screens'

export { CatalogProvider } from './context'
export { CatalogStore } from './store'

const schedule = () => import('./screens/Schedule')

export const routes: readonly ScreenRoute[] = [
  screen('/', () => import('./screens/Home')),
  screen('/upcoming', schedule),
  screen('/live', schedule),
  screen('/schedule', schedule),
  screen('/vod', schedule),
  screen('/watch/:id', () => import('./screens/Watch')),
  screen('/watch_embed/:id', () => import('./screens/WatchEmbed'), { bare: true }),
  screen('/vod_library', () => import('./screens/Library')),
  screen('/vod_library/:id', () => import('./screens/LibraryFilm')),
]
