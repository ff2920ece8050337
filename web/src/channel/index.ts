import { type ScreenRoute, screen } from '@/shared/loading/screens'

export { ChannelApi } from './api'
export { ChannelStore } from './ChannelStore'
export { Footer } from './components/Footer'
export { Header } from './components/Header'
export { NoticeBar } from './components/NoticeBar'
export { PopupDialog } from './components/PopupDialog'
export { CHANNEL_TABS, type ProfileTab, ProfileTabsContext } from './components/profile/tabs'
export { ChannelProvider } from './context'
export type { ColorSettings } from './model'
export { ViewerStore } from './stores/ViewerStore'

const authScreen = (name: keyof typeof import('./screens/auth')) => async () => ({
  default: (await import('./screens/auth'))[name],
})
const profileScreen = (name: keyof typeof import('./screens/profile')) => async () => ({
  default: (await import('./screens/profile'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/faq', () => import('./screens/Faq')),
  screen('/status', () => import('./screens/Status')),
  screen('/login', authScreen('Login'), { isUnrecorded: true }),
  screen('/registration', authScreen('Registration'), { isUnrecorded: true }),
  screen('/auth/login/:provider/callback', authScreen('SocialCallback'), { isUnrecorded: true }),
  screen('/verify-notice', authScreen('VerifyNotice'), { isUnrecorded: true }),
  screen('/verify-email', authScreen('VerifyEmail'), { isUnrecorded: true }),
  screen('/password-reset-request', authScreen('PasswordResetRequest'), { isUnrecorded: true }),
  screen('/password-reset', authScreen('PasswordReset'), { isUnrecorded: true }),
  screen('/confirm-account-deletion', authScreen('ConfirmDeletion'), { isUnrecorded: true }),
  screen('/profile/account', profileScreen('Account')),
  // Not recorded as a last visit, like the authentication screens: after viewers replace a temporary password,
  // they return to the previous page.
  screen('/profile/edit', profileScreen('EditProfile'), { isUnrecorded: true }),
  screen('/profile/security', profileScreen('Security')),
  screen('/profile/sessions', profileScreen('Devices')),
  screen('/profile/sessions/add', profileScreen('LinkDevice')),
  screen('/404', () => import('./screens/NotFound'), { isUnrecorded: true }),
]

/** Load the layout of the profile's tabs. The app uses it for tabs of other contexts too. */
export const loadProfilePage = () => import('./components/profile/ProfilePage')

/** Load the robot check. Forms of other contexts use it too. */
export const loadRobotCheck = async () => ({
  default: (await import('./components/auth/RobotCheck')).RobotCheck,
})

/** Load the screen of content pages. The app passes the content beside the text. */
export const loadContentPage = () => import('./screens/ContentPage')
