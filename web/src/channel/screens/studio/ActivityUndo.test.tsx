// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { ActivityEntry } from '../../activityApi'
import type { ChannelStore } from '../../ChannelStore'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import type { UndoPreview } from '../../revisionsApi'
import { anActivityEntry } from '../../testing/anActivityEntry'
import { createChannel } from '../../testing/createChannel'
import Activity from './Activity'

const ACTIVITY = '/api/studio/activity'
const UNDO = '/api/studio/revisions/12/revert'
const EDIT = anActivityEntry(3, {
  action: 'entry.save',
  subject_kind: 'entry',
  subject_id: 'events[opener]',
  subject_label: '',
  before: { 'events[opener].label': 'quarterfinal' },
  after: { 'events[opener].label': 'final', revision: 12 },
})
const LABEL = {
  section: 'events',
  key: 'opener',
  name: 'Northgate @ Ridge',
  field: 'label',
  before: 'final',
  after: 'quarterfinal',
}
const CONFLICT = {
  section: 'events',
  key: 'opener',
  name: 'Northgate @ Ridge',
  field: 'duration',
  value: '2h',
  current: '4h',
}
const EFFECT = {
  product: 'Northgate @ Ridge',
  effect: 'revoked',
  orders: [4],
  paid: [{ amount: '8.99', currency: 'USD' }],
  emails: 1,
  refundable: [4],
}
let server: FakeServer
let channel: ChannelStore

const preview = (changes: Partial<UndoPreview> = {}) => ({
  json: { data: { changes: [LABEL], conflicts: [], effects: [], ...changes } },
})
const sent = (path: string) => server.requests.filter(request => request.path === path)
const dialog = () => within(screen.getByRole('dialog'))

async function open(entry: ActivityEntry = EDIT, permissions = ['view_activity', 'edit_content']) {
  server.on(ACTIVITY, { json: { data: [entry], meta: { next: null } } })
  const studio = { role: 'owner', permissions, second_factor_missing: false } as const
  channel = await createChannel(server, { user: aUser({ operator: true, studio }) })
  renderPage(
    <ChannelProvider store={channel}>
      <Routes>
        <Route path="/studio/activity" element={<Activity />} />
      </Routes>
    </ChannelProvider>,
    '/studio/activity',
  )
  fireEvent.click(await screen.findByText('Content saved'))
}

async function openDialog() {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Undo revision 12' }))
  await screen.findByRole('dialog')
}

beforeAll(() =>
  Promise.all([import('./ActivityPage'), import('../../components/activity/UndoDialog')]).then(() => {}),
)
beforeEach(() => {
  server = new FakeServer()
    .on(`${ACTIVITY}/actors`, { json: { data: [] } })
    .on(`${UNDO}/preview`, preview())
    .on(UNDO, { json: { data: { revision: 13 } } })
})
afterEach(cleanup)

describe('the undo of a revision', () => {
  it('says what changes back, and lists the undo afterwards', async () => {
    await openDialog()
    await dialog().findByText('quarterfinal')
    dialog().getByText('final')
    fireEvent.click(dialog().getByRole('button', { name: 'Undo revision' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(UNDO)[0]?.body).toMatchObject({
      force: false,
      keep_later_changes: false,
      confirm: false,
      refund: false,
    })
    await waitFor(() => expect(sent(ACTIVITY)).toHaveLength(2))
    expect(channel.shell.toasts.toasts.map(({ text }) => text)).toEqual(['Revision 12 was undone'])
  })

  it('keeps fields that were changed again since', async () => {
    server.on(`${UNDO}/preview`, preview({ conflicts: [CONFLICT] }))
    await openDialog()
    await dialog().findByRole('heading', { name: 'Changed again since, so they stay' })
    dialog().getByText('4h')
    fireEvent.click(dialog().getByRole('button', { name: 'Undo revision' }))
    await waitFor(() => expect(sent(UNDO)[0]?.body).toMatchObject({ force: false, keep_later_changes: true }))
  })

  it('restores them, too, if the operator asks for it', async () => {
    server.on(`${UNDO}/preview`, preview({ changes: [], conflicts: [CONFLICT] }))
    await openDialog()
    const box = await dialog().findByRole('checkbox', { name: 'Restore these fields, too' })
    expect(dialog().getByRole('button', { name: 'Undo revision' })).toHaveProperty('disabled', true)
    const restored = { ...LABEL, field: 'duration', before: '4h', after: '2h' }
    server.on(`${UNDO}/preview`, preview({ changes: [restored], conflicts: [CONFLICT] }))
    fireEvent.click(box)
    await dialog().findByRole('heading', { name: 'Changed again since, and restored' })
    expect(sent(`${UNDO}/preview`).at(-1)?.body).toMatchObject({ force: true })
    fireEvent.click(dialog().getByRole('button', { name: 'Undo revision' }))
    await waitFor(() => expect(sent(UNDO)[0]?.body).toMatchObject({ force: true, keep_later_changes: false }))
  })

  it('names the buyers it affects, and refunds them', async () => {
    server.on(`${UNDO}/preview`, preview({ effects: [EFFECT] }))
    await openDialog()
    await dialog().findByText('$8.99')
    fireEvent.click(dialog().getByRole('button', { name: 'Undo anyway' }))
    await waitFor(() => expect(sent(UNDO)[0]?.body).toMatchObject({ confirm: true, refund: true }))
  })

  it('asks again if buyers are affected since the preview', async () => {
    const refusal = { code: 'errors.confirmation_required', message: 'This change affects paid orders.' }
    server.on(UNDO, { status: 400, json: { ...refusal, effects: [EFFECT] } })
    await openDialog()
    await dialog().findByText('quarterfinal')
    fireEvent.click(dialog().getByRole('button', { name: 'Undo revision' }))
    await dialog().findByText('$8.99')
    dialog().getByRole('button', { name: 'Undo anyway' })
  })

  it('shows a new preview if somebody changed a field since', async () => {
    server.on(UNDO, { status: 409, json: { code: 'errors.merge_conflict', message: 'Changed.' } })
    await openDialog()
    await dialog().findByText('quarterfinal')
    server.on(`${UNDO}/preview`, preview({ changes: [], conflicts: [CONFLICT] }))
    fireEvent.click(dialog().getByRole('button', { name: 'Undo revision' }))
    await dialog().findByText('4h')
    dialog().getByText('Some fields have other values by now. Nothing was changed.')
  })

  it('does nothing a second time', async () => {
    server.on(`${UNDO}/preview`, preview({ changes: [] }))
    await openDialog()
    await dialog().findByText('This revision is undone already. There is nothing to change back.')
    expect(dialog().getByRole('button', { name: 'Undo revision' })).toHaveProperty('disabled', true)
  })

  it('says why it is not possible', async () => {
    const params = { reason: 'location: unknown' }
    server.on(`${UNDO}/preview`, {
      status: 400,
      json: { code: 'errors.revert_refused', message: 'No.', params },
    })
    await openDialog()
    await dialog().findByText(/other content depends on it: location: unknown/)
  })

  it('says which entries it removes and brings back', async () => {
    const entry = { section: 'faq', key: 'parking', name: 'Where do I park?', field: '' }
    server.on(
      `${UNDO}/preview`,
      preview({
        changes: [
          { ...entry, before: 'Where do I park?', after: null },
          { ...entry, key: 'food', name: 'Food?', before: null, after: 'Food?' },
          { ...entry, key: '', name: '', before: null, after: null },
        ],
      }),
    )
    await openDialog()
    await dialog().findByText('Removed')
    dialog().getByText('Restored')
    dialog().getByText('Earlier order')
  })

  it('is not offered for entries without a revision, nor to operators who cannot edit content', async () => {
    await open({ ...EDIT, after: { 'events[opener].label': 'final' } })
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    cleanup()
    await open(EDIT, ['view_activity'])
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    screen.getByText(/Revision 12/)
  })
})
