// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../../context'
import { createCatalogStore } from '../../../fakes'
import { StreamPanel } from '../schedule/StreamPanel'

const STREAM = '/api/studio/events/final/stream'
let server: FakeServer

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) =>
  server.requests
    .filter(request => request.path === path && request.method === 'POST')
    .map(({ body }) => body)

function open(callbacks: { onStateChange?: () => void } = {}) {
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <StreamPanel eventKey="final" {...callbacks} />
    </CatalogProvider>,
  )
}

beforeEach(() => {
  server = new FakeServer()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const waiting = { state: 'waiting', fault: '', is_on_air: false }
const health = {
  state: 'waiting',
  server: 'rtmp://site/live',
  fault: '',
  started_at: null,
  finished_at: null,
  is_supervised: true,
  encoders: [
    { ...waiting, slot: 'primary' },
    { ...waiting, slot: 'backup' },
  ],
  preferred_slot: 'primary',
  safety_delay_seconds: 0,
}

it('puts the backup encoder on air, which then is the one to leave', async () => {
  const receiving = { state: 'receiving', fault: '' }
  const both = (slot: string) =>
    ['primary', 'backup'].map(name => ({ ...receiving, slot: name, is_on_air: name === slot }))
  const live = { ...health, state: 'live', encoders: both('primary') }
  server.on(STREAM, { json: { data: live } })
  server.on(`${STREAM}/on-air`, {
    json: { data: { ...live, encoders: both('backup'), preferred_slot: 'backup' } },
  })
  open()
  expect(await screen.findByText('On air')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back to primary' })).toBeNull()
  await press('Put backup on air')
  expect(await screen.findByRole('button', { name: 'Back to primary' })).toBeTruthy()
  expect(sent(`${STREAM}/on-air`)).toMatchObject([{ slot: 'backup' }])
  expect(screen.getByLabelText('Safety delay')).toHaveProperty('disabled', true)
})

it('reports that the stream goes live, so that the page no longer asks for the encoder', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(STREAM, { json: { data: health } }, { json: { data: { ...health, state: 'live' } } })
  const onStateChange = vi.fn()
  open({ onStateChange })
  await screen.findByText('Waiting for the encoder')
  expect(onStateChange).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  await screen.findByText('Receiving video')
  expect(onStateChange).toHaveBeenCalledOnce()
})

it('sets the safety delay of a stream that waits', async () => {
  server.on(STREAM, { json: { data: health } })
  server.on(`${STREAM}/safety-delay`, {
    json: { data: { ...health, safety_delay_seconds: 30 } },
  })
  open()
  await screen.findByText('Backup encoder')
  fireEvent.change(screen.getByLabelText('Safety delay'), { target: { value: '30' } })
  await waitFor(() => expect(sent(`${STREAM}/safety-delay`)).toMatchObject([{ seconds: 30 }]))
})

it.each([
  { button: 'End stream', discard_held: false },
  { button: 'End without the last 30 seconds', discard_held: true },
])('ends a stream with a safety delay: $button', async ({ button, discard_held }) => {
  server.on(STREAM, { json: { data: { ...health, state: 'live', safety_delay_seconds: 30 } } })
  server.on(`${STREAM}/stop`, { json: { data: { ...health, state: 'ending' } } })
  open()
  await press('End stream…')
  await press(button)
  await waitFor(() => expect(sent(`${STREAM}/stop`)).toMatchObject([{ discard_held }]))
})

it('has nothing to discard without a safety delay', async () => {
  server.on(STREAM, { json: { data: { ...health, state: 'live' } } })
  open()
  await press('End stream…')
  expect(screen.queryByRole('button', { name: /End without/ })).toBeNull()
})

it('shows the stream keys on request', async () => {
  server.on(
    STREAM,
    { json: { data: health } },
    {
      json: {
        data: {
          server: 'rtmp://site/live',
          stream_key: '7-abc',
          srt_url: 'srt://site?streamid=7-abc',
          qr: '<svg/>',
          backup_key: '7-backup-abc',
          backup_srt_url: null,
          backup_qr: '<svg/>',
          health,
        },
      },
    },
  )
  open()
  await press('Show stream key')
  expect(await screen.findByText('7-abc')).toBeTruthy()
  expect(screen.getByText('7-backup-abc')).toBeTruthy()
  expect(screen.getByText('srt://site?streamid=7-abc')).toBeTruthy()
  expect(screen.getByText('Waiting for the encoder')).toBeTruthy()
})
