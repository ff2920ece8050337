// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveBlob } from '@/shared/saveBlob'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import type { ActivityEntry } from '../../activityApi'
import type { ChannelStore } from '../../ChannelStore'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { anActivityEntry } from '../../testing/anActivityEntry'
import { createChannel } from '../../testing/createChannel'
import Activity from './Activity'

vi.mock('@/shared/saveBlob', () => ({ saveBlob: vi.fn() }))

const ACTIVITY = '/api/studio/activity'
const ACTORS = [
  { key: 'account:12', name: 'Rosa Diaz' },
  { key: 'account:13', name: '' },
  { key: 'command:root', name: 'root' },
  { key: 'system', name: '' },
]
let server: FakeServer
let channel: ChannelStore

const page = (data: readonly ActivityEntry[], next: string | null = null) => ({
  json: { data, meta: { next } },
})
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const lists = () => server.requests.filter(({ path }) => path === ACTIVITY)

async function open(search = '', isOperator = true) {
  channel = await createChannel(server, { user: aUser({ operator: isOperator }) })
  renderPage(
    <ChannelProvider store={channel}>
      <LocationDisplay />
      <Routes>
        <Route path="/studio/activity" element={<Activity />} />
      </Routes>
    </ChannelProvider>,
    `/studio/activity${search}`,
  )
}

// Load the lazy page first, because its import may exceed the test timeout.
beforeAll(() => import('./ActivityPage'))
beforeEach(() => {
  server = new FakeServer()
    .on(ACTIVITY, page([anActivityEntry(2)]))
    .on(`${ACTIVITY}/actors`, { json: { data: ACTORS } })
})
afterEach(cleanup)

describe('the activity', () => {
  it('shows viewers that they need an operator account, and requests nothing', async () => {
    await open('', false)
    await screen.findByRole('heading', { level: 1, name: 'Activity needs an operator account' })
    expect(server.requests).toEqual([])
  })

  it('shows the same to users who are no longer operators', async () => {
    server.on(ACTIVITY, { status: 403, json: {} })
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Activity needs an operator account' })
  })

  it('lists who did what by day', async () => {
    const earlier = { at: '2026-11-20T18:00:00Z', actor: 'command:root', actor_name: 'root' }
    server.on(
      ACTIVITY,
      page([
        anActivityEntry(2),
        anActivityEntry(1, { ...earlier, action: 'order.refund', subject_kind: 'order', subject_label: '' }),
      ]),
    )
    await open()
    const day = within(await screen.findByRole('region', { name: 'Saturday, November 21, 2026' }))
    day.getByText('Rosa Diaz')
    day.getByText('Event canceled')
    day.getByText('Northgate @ Ridge')
    const dayBefore = within(screen.getByRole('region', { name: 'Friday, November 20, 2026' }))
    dayBefore.getByText('Command by root')
    dayBefore.getByText('Order refunded')
    dayBefore.getByText('Order 4')
  })

  it('shows the values before and after, the reason and the origin in an entry', async () => {
    server.on(ACTIVITY, page([anActivityEntry(2, { reason: 'Storm' })]))
    await open()
    fireEvent.click(await screen.findByText('Event canceled'))
    screen.getByText('Reason: Storm')
    screen.getByText(/From 203\.0\.113\.9, session 7/)
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.map(row => row.textContent)).toEqual([
      'FieldBeforeAfter',
      'statusscheduledcanceled',
      'refund–true',
    ])
  })

  it('shows an unknown action as it is, and a closed account without a name', async () => {
    const entry = anActivityEntry(1, { actor: 'account:13', actor_name: '', action: 'brand.new' })
    server.on(ACTIVITY, page([entry]))
    await open()
    await screen.findByText('brand.new', { selector: 'span' })
    screen.getByText('Closed account 13', { selector: 'span' })
  })

  it('is filtered by person, kind and day, in the address', async () => {
    await open()
    await screen.findByRole('option', { name: 'Rosa Diaz' })
    choose('Person', 'account:12')
    choose('Kind', 'event')
    choose('First day', '2026-11-01')
    await waitFor(() =>
      expect(lists().at(-1)?.query).toMatchObject({
        actor: 'account:12',
        subject: 'event',
        from: '2026-11-01',
      }),
    )
    expect(currentPath()).toBe('/studio/activity?actor=account%3A12&subject=event&from=2026-11-01')
  })

  it('reads the filters from the address, and ignores invalid days', async () => {
    await open('?subject=order&from=soon&to=2026-11-20')
    await screen.findByText('Event canceled')
    expect(lists()[0]?.query).toMatchObject({ subject: 'order', to: '2026-11-20' })
    expect(lists()[0]?.query).not.toHaveProperty('from')
  })

  it('appends the next page', async () => {
    server.on(
      ACTIVITY,
      page([anActivityEntry(2)], 'cursor'),
      page([anActivityEntry(1, { action: 'event.postpone' })]),
    )
    await open()
    await screen.findByText('Event canceled')
    press('Show more')
    await screen.findByText('Event postponed')
    screen.getByText('Event canceled')
    expect(lists().at(-1)?.query).toMatchObject({ cursor: 'cursor' })
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('can be empty, with and without filters', async () => {
    server.on(ACTIVITY, page([]))
    await open('?actor=system')
    await screen.findByRole('heading', { name: 'No activity matches these filters' })
    press('Clear filters')
    await screen.findByRole('heading', { name: 'No activity yet' })
    expect(currentPath()).toBe('/studio/activity')
  })

  it('can be loaded again if it did not load', async () => {
    server.on(ACTIVITY, { status: 503, json: {} })
    await open()
    await screen.findByRole('heading', { name: 'The activity could not be loaded' })
    server.on(ACTIVITY, page([anActivityEntry(2)]))
    press('Try again')
    await screen.findByText('Event canceled')
  })

  it('downloads what the filters show', async () => {
    server.on(`${ACTIVITY}.json`, { json: [anActivityEntry(2)] })
    await open('?subject=event')
    press('Download JSON')
    await waitFor(() =>
      expect(saveBlob).toHaveBeenCalledWith(expect.any(Blob), `${channel.settings.slug}-activity.json`),
    )
    expect(server.requests.at(-1)?.query).toMatchObject({ subject: 'event' })
  })

  it('shows an error if a download fails', async () => {
    server.on(`${ACTIVITY}.csv`, { status: 503, json: {} })
    await open()
    press('Download CSV')
    await waitFor(() =>
      expect(channel.shell.toasts.toasts.map(({ text }) => text)).toEqual([
        'The file could not be exported. Please try again.',
      ]),
    )
  })
})
