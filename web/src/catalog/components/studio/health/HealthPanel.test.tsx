// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../../context'
import { createCatalogStore } from '../../../fakes'
import type { EncoderSlot, StreamFault, StreamHealthReport } from '../../../streamHealthApi'
import { HealthPanel } from './HealthPanel'

const STREAM = '/api/studio/events/final/stream'
const values = {
  bitrate: 2_500_000,
  frame_rate: 30,
  keyframe_interval_ms: 2000,
  dropped_frames: 0,
  late_frames: 0,
  audio_level_db: -20,
  audio_peak_db: -10,
  av_drift_ms: 0,
  clock_drift_ms: 0,
  black_seconds: 12,
  silent_seconds: 0,
  idle_seconds: 0,
  width: 1280,
  height: 720,
  server_load: 0.1,
}
const black: StreamFault = {
  code: 'black',
  severity: 'error',
  since: '2026-11-28T18:00:00Z',
  message: '',
  remedy: '',
  values: { seconds: 12 },
}
let server: FakeServer

function open(faults: Partial<Record<EncoderSlot, StreamFault[]>>, changed: Partial<typeof values> = {}) {
  const report: StreamHealthReport = {
    is_test: false,
    state: 'live',
    faults: [],
    slots: (Object.keys(faults) as EncoderSlot[]).map(slot => ({
      slot,
      at: black.since,
      values: { ...values, ...changed },
      faults: faults[slot] ?? [],
      history: null,
    })),
    is_alerted: false,
  }
  server.on(`${STREAM}/health`, { json: { data: report } })
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <HealthPanel eventKey="final" />
    </CatalogProvider>,
  )
}

beforeEach(() => {
  server = new FakeServer()
  server.on(`${STREAM}/viewers`, { json: { data: { viewers: 3, stalled: 0 } } })
  server.on(`${STREAM}/preview`, { status: 404, json: {} })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('names the encoder of each fault if there are two', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open({ primary: [black], backup: [black] })
  const faults = await screen.findAllByText('The picture has been black for 12 s.')
  const items = faults.map(fault => fault.closest('li') as HTMLElement)
  expect(items).toHaveLength(2)
  expect(within(items[0] as HTMLElement).getByText(/Primary encoder/)).toBeTruthy()
  expect(within(items[1] as HTMLElement).getByText(/Backup encoder/)).toBeTruthy()
  expect(logged.mock.calls.flat().join()).not.toContain('same key')
})

it('shows the worst fault first, of whichever encoder it is', async () => {
  const slow: StreamFault = {
    ...black,
    code: 'low_frame_rate',
    severity: 'warning',
    values: { frame_rate: 12 },
  }
  open({ primary: [slow], backup: [black] })
  await screen.findByText('The picture has been black for 12 s.')
  const messages = screen.getAllByText(/^The (picture has been black|encoder sends only)/)
  expect(messages.map(({ textContent }) => textContent)).toEqual([
    'The picture has been black for 12 s.',
    'The encoder sends only 12 frames per second.',
  ])
})

it('says that there is no sound instead of the level of digital silence', async () => {
  open({ primary: [] }, { audio_level_db: -120 })
  expect(await screen.findByText('No sound')).toBeTruthy()
})

it('names a backup encoder that is alone, and shows the viewers with it', async () => {
  open({ backup: [] })
  expect(await screen.findByRole('heading', { name: 'Backup encoder' })).toBeTruthy()
  expect(await screen.findByText('Viewers')).toBeTruthy()
})

it('does not name the only encoder', async () => {
  open({ primary: [black] })
  await screen.findByText('The picture has been black for 12 s.')
  expect(screen.queryByText(/Primary encoder/)).toBeNull()
})
