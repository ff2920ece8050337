// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { aTeam, createCatalogStore, HOCKEY } from '../../fakes'
import { aStudioEvent } from '../../testing/studio'
import Schedule from './Schedule'

const EVENTS = '/api/studio/events'
const ENTRY = '/api/studio/entries/events/final'
const VALUE = {
  key: 'final',
  away: 'team-1',
  home: 'team-2',
  category: 'boys-hockey',
  starts: '2026-11-27 18:00',
}
const PREROLLS = [
  { key: 'bank', url: '/files/bank.mp4', categories: ['girls-soccer'] },
  { key: 'feed', url: '/files/feed.mp4', name: 'Feed & Seed', for_vod: false, skip_after: 5 },
]
const page = (...data: unknown[]) => ({ json: { data, meta: { total: data.length, limit: 50, offset: 0 } } })
const entry = (value: object, version = 'v1') => ({
  json: { data: { section: 'events', key: 'final', value, version } },
})
let server: FakeServer

async function open() {
  const catalog = createCatalogStore(server, {}, { categories: [HOCKEY] })
  renderPage(
    <CatalogProvider store={catalog}>
      <Routes>
        <Route path="/studio/schedule/*" element={<Schedule />} />
      </Routes>
    </CatalogProvider>,
    '/studio/schedule/final/video',
  )
  const panel = within(await screen.findByRole('region', { name: 'Pre-rolls' }))
  await panel.findAllByRole('listitem')
  return panel
}

const saved = () =>
  server.requests.filter(({ path, method }) => path === ENTRY && method === 'POST').map(({ body }) => body)

beforeAll(() =>
  Promise.all([
    import('./EventPage'),
    import('../../components/studio/video/Videos'),
    import('../../components/studio/video/EventPrerolls'),
  ]).then(() => {}),
)
beforeEach(() => {
  const videos = { recording_state: '', restorable_until: null, clip_count: 0, videos: [], uploads: [] }
  const prerolls = PREROLLS.map(value => ({ section: 'prerolls', key: value.key, value, version: 'v1' }))
  server = new FakeServer()
    .on(EVENTS, page(aStudioEvent()))
    .on(ENTRY, entry(VALUE))
    .on('/api/participants', page(aTeam(1), aTeam(2)))
    .on('/api/studio/entries/locations', { json: { data: [] } })
    .on('/api/studio/entries/categories', { json: { data: [] } })
    .on('/api/studio/entries/prerolls', { json: { data: prerolls } })
    .on(`${EVENTS}/final/videos`, { json: { data: videos } })
})
afterEach(cleanup)

describe('the pre-rolls of an event', () => {
  it('are those that fit, with their length', async () => {
    const panel = await open()
    const [first, second] = panel.getAllByRole('listitem')
    const preview = within(first as HTMLElement).getByLabelText('Feed & Seed')
    Object.defineProperty(preview, 'duration', { value: 15.2 })
    fireEvent.loadedMetadata(preview)
    expect(first?.textContent).toContain('Feed & Seed0:15Can play here')
    expect(first?.textContent).toContain('Live only · Can be skipped after 5 seconds')
    expect(second?.textContent).toContain('Other category')
    expect(panel.getByRole('button', { name: 'All that fit' }).getAttribute('aria-pressed')).toBe('true')
    expect(panel.getByRole('button', { name: 'Save pre-rolls' })).toHaveProperty('disabled', true)
  })

  it('can be none', async () => {
    const panel = await open()
    fireEvent.click(panel.getByRole('button', { name: 'None' }))
    expect(panel.getAllByText('Not chosen')).toHaveLength(2)
    fireEvent.click(panel.getByRole('button', { name: 'Save pre-rolls' }))
    await waitFor(() => expect(saved()[0]).toMatchObject({ value: { ...VALUE, prerolls: 'none' } }))
  })

  it('can be chosen one by one, in spite of their categories', async () => {
    const panel = await open()
    fireEvent.click(panel.getByRole('button', { name: 'Only these' }))
    expect(panel.getByRole('button', { name: 'Save pre-rolls' })).toHaveProperty('disabled', true)
    fireEvent.click(panel.getByRole('checkbox', { name: 'bank' }))
    expect(panel.getByText('Can play here')).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: 'Save pre-rolls' }))
    await waitFor(() => expect(saved()[0]).toMatchObject({ value: { prerolls: ['bank'] } }))
  })

  it('can be all that fit again', async () => {
    server.on(ENTRY, entry({ ...VALUE, prerolls: ['bank'] }))
    const panel = await open()
    expect(panel.getByRole('checkbox', { name: 'bank' })).toHaveProperty('checked', true)
    fireEvent.click(panel.getByRole('button', { name: 'All that fit' }))
    fireEvent.click(panel.getByRole('button', { name: 'Save pre-rolls' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect((saved()[0] as { value: object }).value).not.toHaveProperty('prerolls')
  })

  it('say that their video is not ready yet', async () => {
    const panel = await open()
    fireEvent.error(panel.getByLabelText('Feed & Seed'))
    expect(panel.getByText('Not ready yet')).toBeTruthy()
    expect(panel.getByText('Not ready yet: the video file cannot be played.')).toBeTruthy()
  })
})
