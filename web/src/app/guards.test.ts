import { describe, expect, it } from 'vitest'
import {
  findRedirect,
  isLogInRedirect,
  leaveCheckout,
  type Navigation,
  redirectFromLogIn,
  requireLogIn,
  requirePasswordChange,
} from './guards'

const visitor = { id: null, hasTemporaryPassword: false }
const viewer = { id: 5, hasTemporaryPassword: false }
const viewerWithTemporaryPassword = { id: 5, hasTemporaryPassword: true }
const navigationTo = (path: string, changes: Partial<Navigation> = {}): Navigation => ({
  path,
  previousPath: null,
  viewer: visitor,
  returnPath: null,
  ...changes,
})

describe('a temporary password', () => {
  it('leads from every page to profile edit until it is changed', () => {
    for (const path of ['/', '/watch/5', '/login', '/profile', '/404']) {
      expect(findRedirect(navigationTo(path, { viewer: viewerWithTemporaryPassword }))).toEqual({
        to: '/profile/edit',
      })
    }
    expect(
      requirePasswordChange(navigationTo('/profile/edit', { viewer: viewerWithTemporaryPassword })),
    ).toBeNull()
    expect(requirePasswordChange(navigationTo('/', { viewer }))).toBeNull()
  })
})

describe('a viewer on a page for visitors', () => {
  it('goes home', () => {
    for (const path of ['/login', '/registration', '/password-reset-request', '/password-reset']) {
      expect(findRedirect(navigationTo(path, { viewer })), path).toEqual({ to: '/' })
      expect(findRedirect(navigationTo(path)), path).toBeNull()
    }
  })

  it('goes back to the last visited page after logging in', () => {
    const returnPath = '/watch/5?trk=mail'
    expect(redirectFromLogIn(navigationTo('/login', { viewer, returnPath }))).toEqual({
      to: returnPath,
    })
    expect(redirectFromLogIn(navigationTo('/auth/login/google/callback', { viewer, returnPath }))).toEqual({
      to: returnPath,
    })
    expect(redirectFromLogIn(navigationTo('/watch/5', { viewer, returnPath }))).toBeNull()
  })
})

describe('a visitor at /buy', () => {
  it('goes back one step from login or registration', () => {
    expect(findRedirect(navigationTo('/buy', { previousPath: '/login' }))).toBe('back')
    expect(findRedirect(navigationTo('/buy', { previousPath: '/registration' }))).toBe('back')
    expect(leaveCheckout(navigationTo('/buy', { previousPath: '/login', viewer }))).toBeNull()
  })

  it('is asked to log in from any other page', () => {
    expect(findRedirect(navigationTo('/buy', { previousPath: '/packages' }))).toEqual({ to: '/login' })
    expect(findRedirect(navigationTo('/buy'))).toEqual({ to: '/login' })
  })
})

describe('a visitor on an account page', () => {
  it('is asked to log in', () => {
    for (const path of ['/profile', '/profile/edit', '/profile/sessions/add', '/studio/reports']) {
      expect(requireLogIn(navigationTo(path)), path).toEqual({ to: '/login' })
      expect(requireLogIn(navigationTo(path, { viewer })), path).toBeNull()
    }
    expect(findRedirect(navigationTo('/profiles'))).toBeNull()
  })

  it('returns there after logging in, and to no other page', () => {
    expect(isLogInRedirect(findRedirect(navigationTo('/profile/edit')))).toBe(true)
    expect(isLogInRedirect(findRedirect(navigationTo('/profile/edit', { returnPath: '/' })))).toBe(false)
    expect(isLogInRedirect(findRedirect(navigationTo('/login', { viewer })))).toBe(false)
    expect(isLogInRedirect(findRedirect(navigationTo('/buy', { previousPath: '/login' })))).toBe(false)
    expect(isLogInRedirect(null)).toBe(false)
  })

  it('goes home after logging out', () => {
    expect(findRedirect(navigationTo('/profile/edit', { returnPath: '/' }))).toEqual({ to: '/' })
    expect(findRedirect(navigationTo('/watch/5', { returnPath: '/' }))).toBeNull()
  })
})
