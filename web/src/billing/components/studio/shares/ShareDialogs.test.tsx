// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../../../context'
import { createBillingStore } from '../../../fakes'
import { studioSharesStore } from '../../../stores/StudioSharesStore'
import type { ShareParty } from '../../../studioSharesApi'
import { PartyDialog } from './ShareDialogs'

const TIGERS: ShareParty = {
  ...{ key: 'channel-5', name: 'Tigers', kind: 'channel', payout_account: null },
  ...{ participant_id: null, group_id: null },
}

function open(party: ShareParty) {
  const server = new FakeServer()
  const billing = createBillingStore(server)
  billing.resolve(studioSharesStore).editParty(party)
  renderPage(
    <BillingProvider store={billing}>
      <PartyDialog onClose={vi.fn()} />
    </BillingProvider>,
  )
  return server
}

afterEach(cleanup)

describe('the dialog of a party', () => {
  it('asks for the payout account of a partner channel, and keeps its kind and games', async () => {
    const server = open(TIGERS)
    fireEvent.change(await screen.findByLabelText('Stripe account for payouts'), {
      target: { value: 'acct_1A2b3C4d' },
    })
    expect(screen.queryByLabelText('Kind')).toBeNull()
    expect(screen.queryByLabelText('Games')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(server.requests.length).toBeGreaterThan(0))
    expect(server.requests[0]?.body).toMatchObject({ kind: 'channel', payout_account: 'acct_1A2b3C4d' })
  })

  it('asks for the games of a school', async () => {
    open({ ...TIGERS, key: 'saint-laurent', kind: 'school' })
    expect(await screen.findByLabelText('Games')).toBeTruthy()
  })
})
