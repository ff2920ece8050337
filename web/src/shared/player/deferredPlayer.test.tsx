// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import type { MountOptions } from './mount'
import { Player, type PlayerProps } from './Player'

let userActivation = false
let wakePlayer = new Set<() => void>()
vi.mock('@/shared/userInteraction', () => ({
  hasUserInteracted: () => userActivation,
  onFirstInteraction: (then: () => void) => {
    wakePlayer.add(then)
    return () => void wakePlayer.delete(then)
  },
}))

const play = vi.fn()
let options: MountOptions | null = null
let playerFrame: HTMLElement | null = null
vi.mock('./mount', () => ({
  mount: (host: HTMLElement, given: MountOptions) => {
    options = given
    playerFrame = host
    return { play, retry: vi.fn(), setTheater: vi.fn(), destroy: () => host.replaceChildren() }
  },
}))
const PLYR = '<div class="plyr" tabindex="0"><button class="plyr__control--overlaid">Play</button></div>'

const libraryItem = (changes: Partial<PlayerProps> = {}) => (
  <Player
    id="film-1"
    source={{ url: '/a/master.m3u8', expiresAt: null }}
    title="Video"
    poster="/poster.jpg"
    storageKey="test"
    isDeferred
    renewSource={async () => null}
    {...changes}
  />
)
function PlayerPage() {
  const [id, setId] = useState('film-1')
  return (
    <>
      <button type="button" onClick={() => setId('film-2')}>
        Next
      </button>
      {libraryItem({ id })}
    </>
  )
}
const flushPromises = () => act(() => vi.dynamicImportSettled())
const userInteracts = () =>
  act(async () => {
    for (const wake of wakePlayer) wake()
    await vi.dynamicImportSettled()
  })
const playerIsReady = () =>
  act(() => {
    if (playerFrame) playerFrame.innerHTML = PLYR
    options?.events.ready({} as never)
  })
const button = () => screen.getByRole('button', { name: 'Play' })

beforeEach(() => {
  userActivation = false
  wakePlayer = new Set()
  options = null
  play.mockClear()
})
afterEach(cleanup)

test('the drawn placeholder replaces a missing poster', () => {
  renderPage(libraryItem({ poster: null, placeholder: <b>Drawn</b> }))
  expect(screen.getByText('Drawn').parentElement?.className).toBe('player__poster')
  cleanup()
  renderPage(libraryItem({ placeholder: <b>Drawn</b> }))
  expect(screen.queryByText('Drawn')).toBeNull()
})

test('before the first gesture, the poster and a play button are shown without loading the player', async () => {
  renderPage(libraryItem())
  await flushPromises()
  expect(button()).toBeTruthy()
  expect(document.querySelector('.player__poster')?.getAttribute('src')).toBe('/poster.jpg')
  expect(screen.queryByRole('status')).toBeNull()
  expect(options).toBeNull()
  await userInteracts()
  expect(options).toMatchObject({ autoPlay: false })
  playerIsReady()
  expect(document.querySelectorAll('.deferred-play')).toHaveLength(0)
})

test('a press of the button plays when the player is loaded, and focuses it', async () => {
  renderPage(libraryItem())
  button().focus()
  fireEvent.click(button())
  expect(screen.getByRole('status')).toBeTruthy()
  await flushPromises()
  expect(options).toMatchObject({ autoPlay: true })
  playerIsReady()
  expect(document.activeElement?.className).toBe('plyr')
})

test('a press while the player loads starts playback once it has loaded', async () => {
  renderPage(libraryItem())
  await userInteracts()
  fireEvent.click(button())
  expect(play).toHaveBeenCalledTimes(1)
})

test('the focus moves from the button to the player’s own button when it loads', async () => {
  renderPage(libraryItem())
  button().focus()
  await userInteracts()
  playerIsReady()
  expect(document.activeElement?.className).toBe('plyr__control--overlaid')
})

test('the player loads at once after a gesture, with autoplay, or if it is not deferred', async () => {
  for (const changes of [{ autoPlay: true }, { isDeferred: false }, { title: 'Seen' }]) {
    userActivation = changes.title !== undefined
    renderPage(libraryItem(changes))
    await flushPromises()
    expect(options).not.toBeNull()
    expect(document.querySelectorAll('.deferred-play')).toHaveLength(0)
    options = null
    cleanup()
  }
})

test('the library video after one that was played does not start automatically', async () => {
  renderPage(<PlayerPage />)
  fireEvent.click(button())
  await flushPromises()
  playerIsReady()
  fireEvent.click(screen.getByText('Next'))
  await flushPromises()
  expect(options).toMatchObject({ autoPlay: false })
})
