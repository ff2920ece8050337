import { type ScreenRoute, screen } from '@/shared/loading/screens'

export { CatalogStore } from './CatalogStore'
export { SearchButton } from './components/search/SearchButton'
export { CatalogProvider } from './context'
export { lazyPurchaseOptions } from './purchaseOptions'

/** Load the list of next events, which other contexts show beside their content. */
export const loadNextEvents = () => import('./components/home/NextEvents')

const loadSchedule = () => import('./screens/Schedule')

/** The pages that other pictures show: the score in a stream, and on the screen of a gym. */
export const standaloneRoutes: readonly ScreenRoute[] = [
  screen('/overlay/:id', () => import('./screens/Overlay'), { isBare: true }),
  screen('/scoreboard/:id', () => import('./screens/Scoreboard'), { isBare: true }),
]

export const routes: readonly ScreenRoute[] = [
  screen('/', () => import('./screens/Home'), { isFirst: true }),
  screen('/upcoming', loadSchedule),
  screen('/live', loadSchedule),
  screen('/schedule', loadSchedule),
  screen('/vod', loadSchedule),
  screen('/standings/:category', () => import('./screens/Standings')),
  screen('/watch/:id', () => import('./screens/Watch')),
  screen('/watch_embed/:id', () => import('./screens/WatchEmbed'), { isBare: true }),
  screen('/score/:token', () => import('./screens/Score'), {
    isBare: true,
    isSecret: true,
    hasOwnOfflineNotice: true,
  }),
  screen('/studio/events/:id/score', () => import('./screens/OperatorScore'), {
    isBare: true,
    hasOwnOfflineNotice: true,
  }),
  screen('/studio/camera/:key', () => import('./screens/Camera'), {
    isBare: true,
    isUnrecorded: true,
    hasOwnOfflineNotice: true,
  }),
  screen('/simulate', () => import('./screens/Simulate')),
  screen('/multiview', () => import('./screens/MultiView')),
  screen('/vod_library', () => import('./screens/Library')),
  screen('/vod_library/:id', () => import('./screens/WatchLibraryItem')),
]
