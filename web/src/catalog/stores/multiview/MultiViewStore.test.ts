import { beforeEach, expect, it, vi } from 'vitest'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { anEvent, createCatalogApi } from '../../fakes'
import { MultiViewStore } from './MultiViewStore'

let store: MultiViewStore
let server: FakeServer
const shownIds = () => store.tiles.map(({ id }) => id)

beforeEach(() => {
  server = new FakeServer()
  for (const id of [1, 2, 3, 4]) server.on(`/api/events/${id}`, itemResponse(anEvent(id)))
  store = new MultiViewStore(createCatalogApi(server))
  store.open([1, 2, 3, 4])
})

it('all games are silent before the first press', () => {
  expect(store.soundId).toBeNull()
  expect(store.layout).toBe('equal')
})

it('only one game has sound, and a press moves it', () => {
  store.press(2)
  expect(store.soundId).toBe(2)
  store.press(3)
  expect(store.soundId).toBe(3)
  expect(store.layout).toBe('equal')
})

it('presses on the game with sound make it large, then let it fill the screen, and then go back', () => {
  store.press(2)
  store.press(2)
  expect([store.layout, store.largeId, store.fullId]).toEqual(['large', 2, null])
  store.press(2)
  expect(store.fullId).toBe(2)
  store.press(2)
  expect([store.layout, store.largeId, store.fullId]).toEqual(['large', 2, null])
})

it('a game that is large gives its place to the next one, and both go on', () => {
  const tiles = store.tiles
  store.enlarge(2)
  store.press(3)
  expect([store.largeId, store.soundId]).toEqual([2, 3])
  store.press(3)
  expect(store.largeId).toBe(3)
  expect(store.tiles).toBe(tiles)
})

it('the way back leaves the full screen first, then the large picture, and then nothing', () => {
  store.enlarge(2)
  store.fill(2)
  expect([store.back(), store.fullId, store.layout]).toEqual([true, null, 'large'])
  expect([store.back(), store.layout]).toEqual([true, 'equal'])
  expect(store.back()).toBe(false)
})

it('a number key in full screen shows the other game there', () => {
  store.fill(2)
  store.giveSound(4)
  expect([store.soundId, store.fullId]).toEqual([4, 4])
})

it('a changed choice keeps the games that stay, and loads only the new one', async () => {
  await vi.waitFor(() => expect(server.paths).toHaveLength(4))
  const [first] = store.tiles
  store.giveSound(2)
  store.enlarge(2)
  store.open([1, 3])
  expect(store.tiles[0]).toBe(first)
  expect(shownIds()).toEqual([1, 3])
  expect([store.soundId, store.largeId]).toEqual([null, 1])
  expect(server.paths).toHaveLength(4)
})

it('the large game is preferred by the connection, then the one with sound', () => {
  const prefer = vi.spyOn(store.connection, 'prefer')
  store.giveSound(3)
  expect(prefer).toHaveBeenLastCalledWith(3)
  store.enlarge(2)
  expect(prefer).toHaveBeenLastCalledWith(2)
  store.fill(3)
  expect(prefer).toHaveBeenLastCalledWith(3)
  store.setLayout('equal')
  expect(prefer).toHaveBeenLastCalledWith(3)
})
