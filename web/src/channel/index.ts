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
  screen('/login', () => import('./screens/auth/Login'), { forget: true }),
  screen('/registration', () => import('./screens/auth/Registration'), { forget: true }),
  screen('/auth/login/:provider/callback', () => import('./screens/auth/SocialCallback'), { forget: true }),
  screen('/verify-notice', () => import('./screens/auth/VerifyNotice'), { forget: true }),
  screen('/verify-email', () => import('./screens/auth/VerifyEmail'), { forget: true }),
  screen('/password-reset-request', () => import('./screens/auth/PasswordResetRequest'), { forget: true }),
  screen('/password-reset', () => import('./screens/auth/PasswordReset'), { forget: true }),
  screen('/confirm-account-deletion', () => import('./screens/auth/ConfirmDeletion'), { forget: true }),
  screen('/profile', () => import('./screens/profile/Overview')),
  // Like the authentication screens: whoever had to choose a password goes back to where they were.
  screen('/profile/edit', () => import('./screens/profile/EditProfile'), { forget: true }),
  screen('/profile/security', () => import('./screens/profile/Security')),
  screen('/profile/sessions', () => import('./screens/profile/Devices')),
  screen('/profile/sessions/add', () => import('./screens/profile/LinkDevice')),
  screen('/404', () => import('./screens/NotFound'), { forget: true }),
]

/** The screen of every content page; the app gives it what stands beside the text. */
export const loadContentPage = () => import('./screens/ContentPage')
