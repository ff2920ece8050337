// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { StudioBundles as Bundles, StudioBundle } from '../../bundlesApi'
import { BillingProvider } from '../../context'
import { createBillingStore } from '../../fakes'
import StudioBundles from './StudioBundles'

const BUNDLES = '/api/studio/bundles'
let server: FakeServer

const bundle = (changes: Partial<StudioBundle> = {}): StudioBundle => ({
  ...{ id: 3, kind: 'package', offer: 'Season', price: '40.00', currency: 'USD', percent: '25.00' },
  channel: { name: 'Tigers', site: 'https://tigers.example.com', logo: null },
  ...{ status: 'proposed', proposed_at: '2026-11-20T12:00:00Z', accepted_at: null, ended_at: null },
  viewers: null,
  ...changes,
})

function open(bundles: Partial<Bundles>) {
  const all = { outgoing: [], incoming: [], offers: [{ kind: 'package', key: 'season', name: 'Season' }] }
  server.on(BUNDLES, itemResponse({ ...all, ...bundles }))
  renderPage(
    <BillingProvider store={createBillingStore(server)}>
      <StudioBundles />
    </BillingProvider>,
  )
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = async () => within(await screen.findByRole('dialog'))
const sent = (path: string) => server.requests.filter(({ path: sentPath }) => sentPath === path)

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the bundles of a channel', () => {
  it('can be proposed while there are none', async () => {
    open({})
    expect(await screen.findByText('No bundles yet')).toBeTruthy()
    await press('Propose a bundle')
    const dialog = await inDialog()
    fireEvent.change(dialog.getByLabelText('Offer'), { target: { value: 'package:season' } })
    fireEvent.change(dialog.getByLabelText('Address of the other channel'), {
      target: { value: 'tigers.example.com' },
    })
    fireEvent.change(dialog.getByLabelText('Share of the other channel in percent'), {
      target: { value: '12,5' },
    })
    fireEvent.click(dialog.getByRole('button', { name: 'Send proposal' }))
    const body = { kind: 'package', key: 'season', channel: 'tigers.example.com', percent: '12.5' }
    await waitFor(() => expect(sent(BUNDLES).at(-1)?.body).toMatchObject(body))
  })

  it('of another channel wait for an answer, with the share', async () => {
    open({ incoming: [bundle({ viewers: 0 })] })
    server.on(`${BUNDLES}/3/accept`, itemResponse({ incoming: [], outgoing: [], offers: [] }))
    const row = within(await screen.findByRole('row', { name: /Tigers/ }))
    expect(row.getByText('25%')).toBeTruthy()
    expect(row.getByText('Waiting for you')).toBeTruthy()
    fireEvent.click(row.getByRole('button', { name: 'Accept, Season' }))
    const dialog = await inDialog()
    fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(sent(`${BUNDLES}/3/accept`)).toHaveLength(1))
    expect(await screen.findByText('No bundles yet')).toBeTruthy()
  })

  it('that are closed have no actions', async () => {
    open({ outgoing: [bundle({ status: 'ended' })] })
    const row = within(await screen.findByRole('row', { name: /Tigers/ }))
    expect(row.getByText('Ended')).toBeTruthy()
    expect(row.queryByRole('button')).toBeNull()
  })
})
