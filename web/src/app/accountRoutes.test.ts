import { expect, it } from 'vitest'
import { aBundle } from '@/channel/fakes'
import { routeAt, routesOf } from './routes'

const routes = routesOf(aBundle())
const AUTHENTICATION = [
  '/login',
  '/registration',
  '/verify-notice',
  '/verify-email',
  '/password-reset-request',
  '/password-reset',
  '/confirm-account-deletion',
  '/auth/login/google/callback',
  '/auth/login/facebook/callback',
]
const PROFILE = [
  '/profile',
  '/profile/transactions',
  '/profile/clips',
  '/profile/favorites',
  '/profile/account',
  '/profile/edit',
  '/profile/sessions/add',
]

it('The account pages have the addresses of the specification', () => {
  for (const path of [...AUTHENTICATION, ...PROFILE]) {
    expect(routeAt(routes, path), path).not.toBeNull()
  }
})

it('Authentication pages are never recorded as the page to return to', () => {
  for (const path of AUTHENTICATION) expect(routeAt(routes, path)?.route.isUnrecorded, path).toBe(true)
})
