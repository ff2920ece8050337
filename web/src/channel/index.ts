import { type ScreenRoute, screen } from '@/shared/screens'

export { ChannelApi } from './api'
export { Footer } from './components/Footer'
export { Header } from './components/Header'
export { NoticeBar } from './components/NoticeBar'
export { PopupDialog } from './components/PopupDialog'
export { ChannelProvider } from './context'
export type { ColorSettings } from './model'
export { ChannelStore } from './store'
export { ViewerStore } from './ViewerStore'

export const routes: readonly ScreenRoute[] = [
  screen('/faq', () => import('./screens/Faq')),
  screen('/404', () => import('./screens/NotFound'), { forget: true }),
]

/** The screen of every content page; the app gives it what stands beside the text. */
export const loadContentPage = () => import('./screens/ContentPage')
