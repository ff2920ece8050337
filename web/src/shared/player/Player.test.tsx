// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_LOAD_TIMEOUT_MS } from '@/shared/constants'
import { renderPage } from '@/shared/testing/page'
import { Player } from './Player'

// A chunk that never loads, although the browser is online.
vi.mock('./mount', () => new Promise(() => undefined))

const playerProps = (id: string) => (
  <Player
    id={id}
    source={{ url: '/a/master.m3u8', expiresAt: null }}
    title="Video"
    storageKey="test"
    renewSource={async () => null}
  />
)
function PlayerPage() {
  const [id, setId] = useState('film-1')
  return (
    <>
      <button type="button" onClick={() => setId('film-2')}>
        Next
      </button>
      {playerProps(id)}
    </>
  )
}

const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a player whose parts do not load shows an error and offers a retry', async () => {
  renderPage(playerProps('film-1'))
  await advanceTimers(CHUNK_LOAD_TIMEOUT_MS - 1)
  expect(screen.getByRole('status')).toBeTruthy()
  await advanceTimers(1)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a player that was removed sets no error on the next one', async () => {
  renderPage(<PlayerPage />)
  await advanceTimers(CHUNK_LOAD_TIMEOUT_MS / 2)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await advanceTimers(CHUNK_LOAD_TIMEOUT_MS / 2)
  expect(screen.queryByRole('alert')).toBeNull()
})
