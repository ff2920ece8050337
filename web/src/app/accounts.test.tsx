// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eventsStore } from '@/catalog/stores/EventsStore'
import { aUser } from '@/channel/fakes'
import { HttpClient } from '@/shared/http/client'
import { RootStore } from './RootStore'
import { facts, remember, root, server, visit } from './testing/visit'

const PREFIX = 'touchline.test.'
const stored = () =>
  Array.from({ length: localStorage.length }, (_, at) =>
    localStorage.getItem(localStorage.key(at) ?? ''),
  ).join()
const here = () => location.pathname + location.search
const arriveAt = (address: string) => waitFor(() => expect(here()).toBe(address))
const enter = (changes = {}) => act(() => root.viewer.enter({ api_key: 'theirs', user: aUser(changes) }))
const go = (address: string) =>
  act(() => {
    history.pushState({ idx: 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
const tell = () => act(() => dispatchEvent(new StorageEvent('storage', { key: `${PREFIX}api_key` })))

describe('logging in', () => {
  it('leads back to the last visited page, with what was asked of it', async () => {
    await visit('/faq?trk=mail')
    await screen.findByRole('heading', { level: 1 })
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }))
    await arriveAt('/login')
    await enter()
    await arriveAt('/faq?trk=mail')
    expect(screen.getByRole('button', { name: 'Your account' })).toBeTruthy()
  })

  it('is told to whoever counts, where somebody logged in on this page', async () => {
    await visit('/login')
    const told = vi.spyOn(root.telling, 'tell')
    const logIns = () => told.mock.calls.filter(([name]) => name === 'login')
    await enter()
    expect(logIns()).toEqual([['login', {}]])
    remember()
    await tell()
    expect(logIns().length).toBe(1)
  })

  it('leads back to a page that asked for it', async () => {
    await visit('/profile/sessions/add?code=K7QM42')
    await arriveAt('/login')
    await enter()
    await arriveAt('/profile/sessions/add?code=K7QM42')
    await waitFor(() => expect(stored()).not.toContain('K7QM42'))
    expect(root.lastVisited.last?.path).toBe('/profile/sessions/add')
  })

  it('leads back even to a page that is not remembered otherwise', async () => {
    await visit('/profile/edit')
    await arriveAt('/login')
    await enter()
    await arriveAt('/profile/edit')
  })

  it('leads where the screen says, where it says so', async () => {
    await visit('/registration')
    await act(() => root.viewer.enter({ api_key: 'theirs', user: aUser() }, '/verify-notice'))
    await arriveAt('/verify-notice')
    expect(root.goal).toBeNull()
  })

  it('with a temporary password leads to profile edit, and every other page as well', async () => {
    await visit('/login')
    await enter({ temporary_password: true })
    await arriveAt('/profile/edit')
    go('/faq')
    await arriveAt('/profile/edit')
  })

  it('makes every context ask anew: what was a visitor’s is not the viewer’s', async () => {
    await visit('/vod')
    await waitFor(() => expect(root.catalog.bring(eventsStore).games.items).toHaveLength(1))
    await enter()
    await waitFor(() => expect(root.catalog.bring(eventsStore).games.items).toHaveLength(1))
    const lists = server.asked.filter(({ path }) => path === '/api/events')
    expect(lists.at(0)?.query.api_key).toBe('a visitor’s')
    expect(lists.at(-1)?.query.api_key).toBe('theirs')
  })
})

describe('a viewer', () => {
  beforeEach(remember)

  it('is known before the first page stands, and nobody else is asked for', async () => {
    await visit('/login')
    await arriveAt('/')
    expect(root.viewer.id).toBe(5)
  })

  it('whose session has ended is a visitor, silently', async () => {
    server.on('/api/profile', { status: 401 })
    await visit('/faq')
    await screen.findByRole('link', { name: 'Log in' })
    expect(root.toasts.toasts).toEqual([])
    expect(root.visit).toBe(0)
  })

  it('whom a call refuses with 401 is a visitor, and every context starts anew', async () => {
    await visit('/faq')
    server.on('/api/orders', { status: 401 })
    await act(() => root.session.get('/orders').catch(() => undefined))
    expect([root.viewer.id, root.visit, root.storage.get('logged_in')]).toEqual([null, 1, null])
  })

  it('who logs out goes home from a page of theirs, with a fresh key', async () => {
    await visit('/profile')
    await act(() => root.viewer.leave())
    await arriveAt('/')
    expect(root.storage.get('api_key')).toBe('a visitor’s')
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('who logs out stays on a page for everybody', async () => {
    await visit('/faq')
    await act(() => root.viewer.leave())
    expect(here()).toBe('/faq')
    expect(root.visit).toBe(1)
  })
})

describe('a visitor', () => {
  it('who comes to buy from the log-in goes back one step', async () => {
    await visit('/faq')
    await screen.findByRole('heading', { level: 1 })
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }))
    await arriveAt('/login')
    const back = vi.spyOn(history, 'go')
    go('/buy')
    await waitFor(() => expect(back.mock.calls).toEqual([[-1]]))
    await arriveAt('/login')
  })

  it('gets a 401 without a new visit', async () => {
    await visit('/faq')
    server.on('/api/orders', { status: 401 })
    await act(() => root.session.get('/orders').catch(() => undefined))
    expect(root.visit).toBe(0)
  })
})

describe('another tab', () => {
  it('that logs in shows here as well, and one that logs out', async () => {
    await visit('/login')
    const other = new RootStore(facts, '', new HttpClient(server.fetch))
    other.viewer.enter({ api_key: 'theirs', user: aUser() })
    await tell()
    await arriveAt('/')
    expect(root.viewer.id).toBe(5)
    await other.viewer.leave()
    await tell()
    await screen.findByRole('link', { name: 'Log in' })
    expect(root.viewer.id).toBeNull()
  })
})
