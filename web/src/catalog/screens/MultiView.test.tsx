// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import type { TilePlayer } from '@/shared/player'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { currentPath, fakeMatchMedia, LocationDisplay, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { anEvent, aTeam, createCatalogStore, HOCKEY } from '../fakes'
import type { EventItem } from '../model'
import MultiView from './MultiView'

vi.mock('@/shared/player', async () => ({
  SharedConnection: (
    await vi.importActual<typeof import('@/shared/player/tile/SharedConnection')>(
      '@/shared/player/tile/SharedConnection',
    )
  ).SharedConnection,
  TilePlayer: ({ id, hasSound, isPaused, source }: Parameters<typeof TilePlayer>[0]) => (
    <p
      data-testid={`player-${id}`}
    >{`${source.url} ${hasSound ? 'sound' : 'silent'} ${isPaused ? 'paused' : 'plays'}`}</p>
  ),
}))

const game = (id: number, changes: Partial<EventItem> = {}) =>
  anEvent(id, {
    name: `Away ${id} @ Home ${id}`,
    participants: [
      aTeam(id * 10, { name: `Away ${id}`, is_home: false }),
      aTeam(id * 10 + 1, { name: `Home ${id}`, is_home: true }),
    ],
    stream_status: 'live',
    media: [{ id, type: MEDIA.live, url: `/media/${id}.m3u8`, expires_at: '2026-11-30T12:00:00Z' }],
    ...changes,
  })

const GAMES = [1, 2, 3, 4, 5].map(id => game(id))
let isPhone = false

async function open(path: string, games = GAMES) {
  const server = new FakeServer().on('/api/events/running', listResponse(games))
  for (const one of games) server.on(`/api/events/${one.id}`, itemResponse(one))
  const store = createCatalogStore(server, {}, { categories: [HOCKEY] })
  renderPage(
    <CatalogProvider store={store}>
      <LocationDisplay />
      <Routes>
        <Route path="/multiview" element={<MultiView />} />
        <Route path="*" element={<h1>Another page</h1>} />
      </Routes>
    </CatalogProvider>,
    path,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
  return store
}

const sounds = () =>
  screen
    .getAllByTestId(/^player-/)
    .map(player => (player.textContent?.includes('sound') ? 'sound' : 'silent'))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }), { detail: 1 })
const sound = () => document.querySelector('.multi-view__sound')?.textContent

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  isPhone = false
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(query => isPhone && query.includes('max-width: 599px')),
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a viewer chooses games, and the URL follows the choice', async () => {
  await open('/multiview?events=2')
  const [first, second, third] = screen.getAllByRole('button', { name: /^Away \d at Home \d, / })
  expect(screen.getByRole('button', { name: /^Away 2/ }).getAttribute('aria-pressed')).toBe('true')
  expect(first?.getAttribute('aria-pressed')).toBe('false')
  if (second) fireEvent.click(second)
  expect(screen.getByText('Choose two to four games.')).toBeTruthy()
  if (third) fireEvent.click(third)
  if (first) fireEvent.click(first)
  press('Watch 2 games')
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(currentPath()).toBe('/multiview?events=3,1')
  // The press that starts the pictures gives the first one its sound.
  expect(sounds()).toEqual(['sound', 'silent'])
})

it('a fifth game cannot be chosen', async () => {
  await open('/multiview')
  for (const button of screen.getAllByRole('button', { name: /^Away/ })) fireEvent.click(button)
  expect(screen.getByRole('button', { name: /^Away 5/ }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Watch 4 games' })).toBeTruthy()
})

it('with one running game there is a link to it', async () => {
  await open('/multiview', [game(1)])
  expect(screen.getByText('Only one game is on right now')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Watch this game' }).getAttribute('href')).toBe('/watch/1')
})

it('all pictures of a shared link play silently until a press', async () => {
  await open('/multiview?events=1,2,3,4')
  expect(sounds()).toEqual(['silent', 'silent', 'silent', 'silent'])
  expect(sound()).toBe('Press a picture to hear it.')
  press('Hear Away 3 at Home 3')
  expect(sounds()).toEqual(['silent', 'silent', 'sound', 'silent'])
  expect(sound()).toBe('Sound: Away 3 at Home 3')
})

it('the keys 1 to 4 move the sound, and Escape leaves the large picture', async () => {
  await open('/multiview?events=1,2,3,4')
  const heading = screen.getByRole('heading', { name: 'Multi-view' })
  fireEvent.keyDown(heading, { key: '4' })
  expect(sounds()).toEqual(['silent', 'silent', 'silent', 'sound'])
  press('Make large: Away 4 at Home 4')
  expect(screen.getByRole('button', { name: 'One large' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.keyDown(heading, { key: 'Escape' })
  expect(screen.getByRole('button', { name: 'Equal' }).getAttribute('aria-pressed')).toBe('true')
})

it('Enter on the picture with sound fills the screen', async () => {
  await open('/multiview?events=1,2')
  fireEvent.click(screen.getByRole('button', { name: 'Hear Away 1 at Home 1' }), { detail: 0 })
  fireEvent.click(screen.getByRole('button', { name: 'Away 1 at Home 1, with sound' }), { detail: 0 })
  expect(screen.getByRole('button', { name: 'Leave full screen: Away 1 at Home 1' })).toBeTruthy()
})

it('Escape leaves the full screen, although a key has moved it to another game', async () => {
  await open('/multiview?events=1,2')
  press('Hear Away 1 at Home 1')
  fireEvent.click(screen.getByRole('button', { name: 'Away 1 at Home 1, with sound' }), { detail: 0 })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '2' })
  const second = screen.getByRole('listitem', { name: 'Away 2 at Home 2' })
  expect(second.dataset.full).toBe('true')
  expect(second.contains(document.activeElement)).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(second.dataset.full).toBeUndefined()
})

it('a locked game shows its price and leads to its page, and the others play', async () => {
  const locked = game(2, {
    ...{ has_access: false, access_reason: 'purchase_required', pass_type: 'ppv', price: '9.99', media: [] },
  })
  await open('/multiview?events=1,2', [game(1), locked])
  const tile = screen.getByRole('listitem', { name: 'Away 2 at Home 2' })
  expect(within(tile).getByText('Get access to this game')).toBeTruthy()
  expect(within(tile).getByRole('link', { name: 'Get access for $9.99' }).getAttribute('href')).toBe(
    '/watch/2',
  )
  expect(within(tile).queryByRole('button', { name: /^Hear/ })).toBeNull()
  expect(sounds()).toEqual(['silent'])
})

it('a game that does not exist says so, and can be removed', async () => {
  await open('/multiview?events=1,9,2')
  expect(screen.getByText('This game is not available')).toBeTruthy()
  press('Remove: Game')
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(currentPath()).toBe('/multiview?events=1,2')
})

it('all pictures pause together', async () => {
  await open('/multiview?events=1,2')
  press('Pause all')
  expect(screen.getByTestId('player-1').textContent).toContain('paused')
  expect(screen.getByTestId('player-2').textContent).toContain('paused')
  press('Play all')
  expect(screen.getByTestId('player-2').textContent).toContain('plays')
})

it('a phone shows two games and says why, and the URL keeps all', async () => {
  isPhone = true
  await open('/multiview?events=1,2,3')
  expect(screen.getAllByTestId(/^player-/)).toHaveLength(2)
  expect(screen.getByText(/^A phone shows two games\..*all 3\.$/)).toBeTruthy()
  expect(currentPath()).toBe('/multiview?events=1,2,3')
})

it('the layout is remembered', async () => {
  const store = await open('/multiview?events=1,2,3')
  press('One large')
  expect(store.shell.storage.get('multiview')).toBe('large')
  expect(screen.getByRole('listitem', { name: 'Away 1 at Home 1' }).dataset.large).toBe('true')
})
