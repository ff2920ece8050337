// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eventsStore } from '@/catalog/stores/EventsStore'
import { aUser } from '@/channel/fakes'
import { HttpClient } from '@/shared/http/client'
import { RootStore } from './RootStore'
import { pageConfig, rememberLogIn, root, server, visitPage } from './testing/visit'

const PREFIX = 'touchline.test.'
const stored = () =>
  Array.from({ length: localStorage.length }, (_, at) =>
    localStorage.getItem(localStorage.key(at) ?? ''),
  ).join()
const currentPath = () => location.pathname + location.search
const openAt = (address: string) => waitFor(() => expect(currentPath()).toBe(address))
const logIn = (changes = {}) => act(() => root.viewer.logIn({ api_key: 'theirs', user: aUser(changes) }))
const navigateTo = (address: string) =>
  act(() => {
    history.pushState({ idx: 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
const receiveStorageEvent = () =>
  act(() => dispatchEvent(new StorageEvent('storage', { key: `${PREFIX}api_key` })))

describe('logging in', () => {
  it('returns to the last visited page with its query', async () => {
    await visitPage('/faq?trk=mail')
    await screen.findByRole('heading', { level: 1 })
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }))
    await openAt('/login')
    await logIn()
    await openAt('/faq?trk=mail')
    expect(screen.getByRole('button', { name: 'Your account' })).toBeTruthy()
  })

  it('is tracked when the viewer logs in on this page', async () => {
    await visitPage('/login')
    const emit = vi.spyOn(root.telemetry, 'emit')
    const logIns = () => emit.mock.calls.filter(([name]) => name === 'login')
    await logIn()
    expect(logIns()).toEqual([['login', {}]])
    rememberLogIn()
    await receiveStorageEvent()
    expect(logIns().length).toBe(1)
  })

  it('returns to the page that required it', async () => {
    await visitPage('/profile/sessions/add?code=K7QM42')
    await openAt('/login')
    await logIn()
    await openAt('/profile/sessions/add?code=K7QM42')
    await waitFor(() => expect(stored()).not.toContain('K7QM42'))
    expect(root.lastVisited.last?.path).toBe('/profile/sessions/add')
  })

  it('returns even to a page that is not otherwise recorded', async () => {
    await visitPage('/profile/edit')
    await openAt('/login')
    await logIn()
    await openAt('/profile/edit')
  })

  it('leads to the page that the screen specifies', async () => {
    await visitPage('/registration')
    await act(() => root.viewer.logIn({ api_key: 'theirs', user: aUser() }, '/verify-notice'))
    await openAt('/verify-notice')
    expect(root.returnPath).toBeNull()
  })

  it('with a temporary password leads to profile edit, and so does every other page', async () => {
    await visitPage('/login')
    await logIn({ temporary_password: true })
    await openAt('/profile/edit')
    navigateTo('/faq')
    await openAt('/profile/edit')
  })

  it('reloads every context, so that the viewer sees their own data', async () => {
    await visitPage('/vod')
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1))
    await logIn()
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1))
    const lists = server.requests.filter(({ path }) => path === '/api/events')
    expect(lists.at(0)?.query.api_key).toBe('a visitor’s')
    expect(lists.at(-1)?.query.api_key).toBe('theirs')
  })
})

describe('a viewer', () => {
  beforeEach(rememberLogIn)

  it('is loaded before the first page appears', async () => {
    await visitPage('/login')
    await openAt('/')
    expect(root.viewer.id).toBe(5)
  })

  it('with an expired session becomes a visitor without a message', async () => {
    server.on('/api/profile', { status: 401 })
    await visitPage('/faq')
    await screen.findByRole('link', { name: 'Log in' })
    expect(root.toasts.toasts).toEqual([])
    expect(root.visitId).toBe(0)
  })

  it('becomes a visitor when a call is rejected with 401, and every context reloads', async () => {
    await visitPage('/faq')
    server.on('/api/orders', { status: 401 })
    await act(() => root.session.get('/orders').catch(() => undefined))
    expect([root.viewer.id, root.visitId, root.storage.get('logged_in')]).toEqual([null, 1, null])
  })

  it('who logs out on an account page goes home with a new key', async () => {
    await visitPage('/profile')
    await act(() => root.viewer.logOut())
    await openAt('/')
    expect(root.storage.get('api_key')).toBe('a visitor’s')
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('who logs out on a public page stays there', async () => {
    await visitPage('/faq')
    await act(() => root.viewer.logOut())
    expect(currentPath()).toBe('/faq')
    expect(root.visitId).toBe(1)
  })
})

describe('a visitor', () => {
  it('who opens checkout from the login page goes back one step', async () => {
    await visitPage('/faq')
    await screen.findByRole('heading', { level: 1 })
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }))
    await openAt('/login')
    const back = vi.spyOn(history, 'go')
    navigateTo('/buy')
    await waitFor(() => expect(back.mock.calls).toEqual([[-1]]))
    await openAt('/login')
  })

  it('gets a 401 without starting a new visit', async () => {
    await visitPage('/faq')
    server.on('/api/orders', { status: 401 })
    await act(() => root.session.get('/orders').catch(() => undefined))
    expect(root.visitId).toBe(0)
  })
})

describe('a login in another tab', () => {
  it('appears in this one, and so does a logout', async () => {
    await visitPage('/login')
    const other = new RootStore(pageConfig, '', new HttpClient(server.fetch))
    other.viewer.logIn({ api_key: 'theirs', user: aUser() })
    await receiveStorageEvent()
    await openAt('/')
    expect(root.viewer.id).toBe(5)
    await other.viewer.logOut()
    await receiveStorageEvent()
    await screen.findByRole('link', { name: 'Log in' })
    expect(root.viewer.id).toBeNull()
  })
})
