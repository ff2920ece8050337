import { type ScreenRoute, screen } from '@/shared/screens'

export { ChannelApi } from './api'
export { Footer } from './components/Footer'
export { Header } from './components/Header'
export { NoticeBar } from './components/NoticeBar'
export { PopupDialog } from './components/PopupDialog'
export { OWN_TABS, type ProfileTab, ProfileTabs } from './components/profile/tabs'
export { ChannelProvider } from './context'
export type { ColorSettings } from './model'
export { ChannelStore } from './store'
export { ViewerStore } from './ViewerStore'

const auth = (name: keyof typeof import('./screens/auth')) => async () => ({
  default: (await import('./screens/auth'))[name],
})
const profile = (name: keyof typeof import('./screens/profile')) => async () => ({
  default: (await import('./screens/profile'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/faq', () => import('./screens/Faq')),
  screen('/login', auth('Login'), { forget: true }),
  screen('/registration', auth('Registration'), { forget: true }),
  screen('/auth/login/:provider/callback', auth('SocialCallback'), { forget: true }),
  screen('/verify-notice', auth('VerifyNotice'), { forget: true }),
  screen('/verify-email', auth('VerifyEmail'), { forget: true }),
  screen('/password-reset-request', auth('PasswordResetRequest'), { forget: true }),
  screen('/password-reset', auth('PasswordReset'), { forget: true }),
  screen('/confirm-account-deletion', auth('ConfirmDeletion'), { forget: true }),
  screen('/profile/account', profile('Account')),
  // Like the authentication screens: whoever had to choose a password goes back to where they were.
  screen('/profile/edit', profile('EditProfile'), { forget: true }),
  screen('/profile/security', profile('Security')),
  screen('/profile/sessions', profile('Devices')),
  screen('/profile/sessions/add', profile('LinkDevice')),
  screen('/404', () => import('./screens/NotFound'), { forget: true }),
]

/** The page around every part of the profile; the app puts other contexts' parts into it. */
export const loadProfilePage = () => import('./components/profile/ProfilePage')

/** Asks whether somebody is a robot, in forms of other contexts as well. */
export const loadRobotCheck = async () => ({
  default: (await import('./components/auth/RobotCheck')).RobotCheck,
})

/** The screen of every content page; the app gives it what stands beside the text. */
export const loadContentPage = () => import('./screens/ContentPage')
