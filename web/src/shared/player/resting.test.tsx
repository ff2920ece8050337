// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '@/shared/testing/page'
import type { MountOptions } from './mount'
import { Player, type PlayerProps } from './Player'

let here = false
let wakes = new Set<() => void>()
vi.mock('@/shared/somebody', () => ({
  isSomebodyHere: () => here,
  whenSomebodyIsHere: (then: () => void) => {
    wakes.add(then)
    return () => void wakes.delete(then)
  },
}))

const play = vi.fn()
let options: MountOptions | null = null
let room: HTMLElement | null = null
vi.mock('./mount', () => ({
  mount: (host: HTMLElement, given: MountOptions) => {
    options = given
    room = host
    return { play, retry: vi.fn(), theatre: vi.fn(), destroy: () => host.replaceChildren() }
  },
}))
const PLYR = '<div class="plyr" tabindex="0"><button class="plyr__control--overlaid">Play</button></div>'

const film = (changes: Partial<PlayerProps> = {}) => (
  <Player
    id="film-1"
    source={{ url: '/a/master.m3u8', expiresAt: null }}
    title="Film"
    poster="/poster.jpg"
    storageKey="test"
    rests
    renew={async () => null}
    {...changes}
  />
)
function Films() {
  const [id, setId] = useState('film-1')
  return (
    <>
      <button type="button" onClick={() => setId('film-2')}>
        Next
      </button>
      {film({ id })}
    </>
  )
}
const settled = () => act(() => vi.dynamicImportSettled())
const somebodyComes = () =>
  act(async () => {
    for (const wake of wakes) wake()
    await vi.dynamicImportSettled()
  })
const ready = () =>
  act(() => {
    if (room) room.innerHTML = PLYR
    options?.on.ready({} as never)
  })
const button = () => screen.getByRole('button', { name: 'Play' })

beforeEach(() => {
  here = false
  wakes = new Set()
  options = null
  play.mockClear()
})
afterEach(cleanup)

test('what is drawn stands in the place of a poster that there is not', () => {
  show(film({ poster: null, drawn: <b>Drawn</b> }))
  expect(screen.getByText('Drawn').parentElement?.className).toBe('player__poster')
  cleanup()
  show(film({ drawn: <b>Drawn</b> }))
  expect(screen.queryByText('Drawn')).toBeNull()
})

test('until somebody is there it shows its picture and a button, and waits for nothing', async () => {
  show(film())
  await settled()
  expect(button()).toBeTruthy()
  expect(document.querySelector('.player__poster')?.getAttribute('src')).toBe('/poster.jpg')
  expect(screen.queryByRole('status')).toBeNull()
  expect(options).toBeNull()
  await somebodyComes()
  expect(options).toMatchObject({ autoPlay: false })
  ready()
  expect(document.querySelectorAll('.player__play')).toHaveLength(0)
})

test('a press on the button plays as soon as there is a player, which takes the focus', async () => {
  show(film())
  button().focus()
  fireEvent.click(button())
  expect(screen.getByRole('status')).toBeTruthy()
  await settled()
  expect(options).toMatchObject({ autoPlay: true })
  ready()
  expect(document.activeElement?.className).toBe('plyr')
})

test('a press while the player is being made is heard as well', async () => {
  show(film())
  await somebodyComes()
  fireEvent.click(button())
  expect(play).toHaveBeenCalledTimes(1)
})

test('who stands on the button stands on the player’s own one when that comes', async () => {
  show(film())
  button().focus()
  await somebodyComes()
  ready()
  expect(document.activeElement?.className).toBe('plyr__control--overlaid')
})

test('it comes at once where somebody is there, where it plays by itself, and where it is not asked to rest', async () => {
  for (const changes of [{ autoPlay: true }, { rests: false }, { title: 'Seen' }]) {
    here = changes.title !== undefined
    show(film(changes))
    await settled()
    expect(options).not.toBeNull()
    expect(document.querySelectorAll('.player__play')).toHaveLength(0)
    options = null
    cleanup()
  }
})

test('a film that follows one that was pressed does not begin by itself', async () => {
  show(<Films />)
  fireEvent.click(button())
  await settled()
  ready()
  fireEvent.click(screen.getByText('Next'))
  await settled()
  expect(options).toMatchObject({ autoPlay: false })
})
