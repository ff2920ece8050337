import { describe, expect, it } from 'vitest'
import { type Arrival, backFromBuying, isWanted, pastLogIn, toLogIn, toOwnPassword, wayOn } from './guards'

const visitor = { id: null, hasTemporaryPassword: false }
const viewer = { id: 5, hasTemporaryPassword: false }
const newcomer = { id: 5, hasTemporaryPassword: true }
const at = (path: string, changes: Partial<Arrival> = {}): Arrival => ({
  path,
  from: null,
  viewer: visitor,
  goal: null,
  ...changes,
})

describe('a temporary password', () => {
  it('leads from everywhere to profile edit, until it is changed', () => {
    for (const path of ['/', '/watch/5', '/login', '/profile', '/404']) {
      expect(wayOn(at(path, { viewer: newcomer }))).toEqual({ to: '/profile/edit' })
    }
    expect(toOwnPassword(at('/profile/edit', { viewer: newcomer }))).toBeNull()
    expect(toOwnPassword(at('/', { viewer }))).toBeNull()
  })
})

describe('a viewer on the pages of those who are not logged in', () => {
  it('goes home', () => {
    for (const path of ['/login', '/registration', '/password-reset-request', '/password-reset']) {
      expect(wayOn(at(path, { viewer })), path).toEqual({ to: '/' })
      expect(wayOn(at(path)), path).toBeNull()
    }
  })

  it('goes back to the last visited page, having just logged in', () => {
    const goal = '/watch/5?trk=mail'
    expect(pastLogIn(at('/login', { viewer, goal }))).toEqual({ to: goal })
    expect(pastLogIn(at('/auth/login/google/callback', { viewer, goal }))).toEqual({ to: goal })
    expect(pastLogIn(at('/watch/5', { viewer, goal }))).toBeNull()
  })
})

describe('a visitor at /buy', () => {
  it('goes back one step, coming from log-in or registration', () => {
    expect(wayOn(at('/buy', { from: '/login' }))).toBe('back')
    expect(wayOn(at('/buy', { from: '/registration' }))).toBe('back')
    expect(backFromBuying(at('/buy', { from: '/login', viewer }))).toBeNull()
  })

  it('is asked to log in, coming from elsewhere', () => {
    expect(wayOn(at('/buy', { from: '/packages' }))).toEqual({ to: '/login' })
    expect(wayOn(at('/buy'))).toEqual({ to: '/login' })
  })
})

describe('a visitor where only a viewer has something', () => {
  it('is asked to log in', () => {
    for (const path of ['/profile', '/profile/edit', '/profile/sessions/add', '/studio/reports']) {
      expect(toLogIn(at(path)), path).toEqual({ to: '/login' })
      expect(toLogIn(at(path, { viewer })), path).toBeNull()
    }
    expect(wayOn(at('/profiles'))).toBeNull()
  })

  it('wants to come back there, and nowhere else', () => {
    expect(isWanted(wayOn(at('/profile/edit')))).toBe(true)
    expect(isWanted(wayOn(at('/profile/edit', { goal: '/' })))).toBe(false)
    expect(isWanted(wayOn(at('/login', { viewer })))).toBe(false)
    expect(isWanted(wayOn(at('/buy', { from: '/login' })))).toBe(false)
    expect(isWanted(null)).toBe(false)
  })

  it('goes home, having just logged out', () => {
    expect(wayOn(at('/profile/edit', { goal: '/' }))).toEqual({ to: '/' })
    expect(wayOn(at('/watch/5', { goal: '/' }))).toBeNull()
  })
})
