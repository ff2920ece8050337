// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_LOAD_TIMEOUT_MS } from '@/shared/constants'
import { show } from '@/shared/testing/page'
import { Player } from './Player'

// A chunk on a line that is there and brings nothing.
vi.mock('./mount', () => new Promise(() => undefined))

const film = (id: string) => (
  <Player
    id={id}
    source={{ url: '/a/master.m3u8', expiresAt: null }}
    title="Film"
    storageKey="test"
    renew={async () => null}
  />
)
function Films() {
  const [id, setId] = useState('film-1')
  return (
    <>
      <button type="button" onClick={() => setId('film-2')}>
        Next
      </button>
      {film(id)}
    </>
  )
}

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a player whose parts do not come says so, and offers to try again', async () => {
  show(film('film-1'))
  await wait(CHUNK_LOAD_TIMEOUT_MS - 1)
  expect(screen.getByRole('status')).toBeTruthy()
  await wait(1)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a player that has left says nothing over the next one', async () => {
  show(<Films />)
  await wait(CHUNK_LOAD_TIMEOUT_MS / 2)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await wait(CHUNK_LOAD_TIMEOUT_MS / 2)
  expect(screen.queryByRole('alert')).toBeNull()
})
