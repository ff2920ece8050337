import { type ScreenRoute, screen } from '@/shared/screens'
import type { Page } from './model'

export { ChannelApi, type Project } from './api'
export { Footer } from './components/Footer'
export { Header } from './components/Header'
export { PopupDialog } from './components/PopupDialog'
export { ChannelProvider } from './context'
export type { ColorSettings } from './model'
export { ChannelStore } from './store'

export const routes: readonly ScreenRoute[] = [
  screen('/faq', () => import('./screens/Faq')),
  screen('/404', () => import('./screens/NotFound'), { forget: true }),
]

/** The screen of every content page. */
export const contentPage = screen('', () => import('./screens/ContentPage'))

/** Each page of the channel's list is a route at its own address. */
export const pageRoutes = (pages: readonly Page[]): ScreenRoute[] =>
  pages.map(page => ({ ...contentPage, path: page.url }))
