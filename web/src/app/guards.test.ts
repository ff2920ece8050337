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
const newcomer = { id: 5, hasTemporaryPassword: true }
const redirectAt = (path: string, changes: Partial<Navigation> = {}): Navigation => ({
  path,
  previousPath: null,
  viewer: visitor,
  returnPath: null,
  ...changes,
})

describe('a temporary password', () => {
  it('leads from everywhere to profile edit, until it is changed', () => {
    for (const path of ['/', '/watch/5', '/login', '/profile', '/404']) {
      expect(findRedirect(redirectAt(path, { viewer: newcomer }))).toEqual({ to: '/profile/edit' })
    }
    expect(requirePasswordChange(redirectAt('/profile/edit', { viewer: newcomer }))).toBeNull()
    expect(requirePasswordChange(redirectAt('/', { viewer }))).toBeNull()
  })
})

describe('a viewer on the pages of those who are not logged in', () => {
  it('goes home', () => {
    for (const path of ['/login', '/registration', '/password-reset-request', '/password-reset']) {
      expect(findRedirect(redirectAt(path, { viewer })), path).toEqual({ to: '/' })
      expect(findRedirect(redirectAt(path)), path).toBeNull()
    }
  })

  it('goes back to the last visited page, having just logged in', () => {
    const goal = '/watch/5?trk=mail'
    expect(redirectFromLogIn(redirectAt('/login', { viewer, returnPath: goal }))).toEqual({ to: goal })
    expect(
      redirectFromLogIn(redirectAt('/auth/login/google/callback', { viewer, returnPath: goal })),
    ).toEqual({ to: goal })
    expect(redirectFromLogIn(redirectAt('/watch/5', { viewer, returnPath: goal }))).toBeNull()
  })
})

describe('a visitor at /buy', () => {
  it('goes back one step, coming from log-in or registration', () => {
    expect(findRedirect(redirectAt('/buy', { previousPath: '/login' }))).toBe('back')
    expect(findRedirect(redirectAt('/buy', { previousPath: '/registration' }))).toBe('back')
    expect(leaveCheckout(redirectAt('/buy', { previousPath: '/login', viewer }))).toBeNull()
  })

  it('is asked to log in, coming from elsewhere', () => {
    expect(findRedirect(redirectAt('/buy', { previousPath: '/packages' }))).toEqual({ to: '/login' })
    expect(findRedirect(redirectAt('/buy'))).toEqual({ to: '/login' })
  })
})

describe('a visitor where only a viewer has something', () => {
  it('is asked to log in', () => {
    for (const path of ['/profile', '/profile/edit', '/profile/sessions/add', '/studio/reports']) {
      expect(requireLogIn(redirectAt(path)), path).toEqual({ to: '/login' })
      expect(requireLogIn(redirectAt(path, { viewer })), path).toBeNull()
    }
    expect(findRedirect(redirectAt('/profiles'))).toBeNull()
  })

  it('wants to come back there, and nowhere else', () => {
    expect(isLogInRedirect(findRedirect(redirectAt('/profile/edit')))).toBe(true)
    expect(isLogInRedirect(findRedirect(redirectAt('/profile/edit', { returnPath: '/' })))).toBe(false)
    expect(isLogInRedirect(findRedirect(redirectAt('/login', { viewer })))).toBe(false)
    expect(isLogInRedirect(findRedirect(redirectAt('/buy', { previousPath: '/login' })))).toBe(false)
    expect(isLogInRedirect(null)).toBe(false)
  })

  it('goes home, having just logged out', () => {
    expect(findRedirect(redirectAt('/profile/edit', { returnPath: '/' }))).toEqual({ to: '/' })
    expect(findRedirect(redirectAt('/watch/5', { returnPath: '/' }))).toBeNull()
  })
})
