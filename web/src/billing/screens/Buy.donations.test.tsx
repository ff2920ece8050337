// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anOfferLine, aPackage, offersResponse } from '../fakes'
import { BUY, findPayButton, open, press, requestsTo, server } from '../testing/checkoutPage'

const cameras = aPackage(6, {
  name: 'New cameras',
  type: 'donation',
  price: '25.00',
  base_price: '25.00',
  service_fee: '0.00',
  price_choice: { minimum: '5.00', maximum: '1000.00', suggested: ['10.00', '25.00'] },
})
function openDonation() {
  server.on('/api/offers', offersResponse([anOfferLine({ type: 'donation', id: 6 })]))
  open('?package_id=6', { channel: { packages: [cameras] } })
}

it('an amount outside the range shows the range and is not sent', async () => {
  openDonation()
  await findPayButton(/^Pay \$25\.00/)
  fireEvent.change(screen.getByLabelText(/^Another amount/), { target: { value: '3' } })
  press(/^Pay/)
  expect(await screen.findByText('Enter an amount from $5.00 to $1,000.00.')).toBeDefined()
  expect(requestsTo(BUY)).toEqual([])
})

it('a donation cannot be given to somebody else', async () => {
  openDonation()
  await findPayButton(/^Pay \$25\.00/)
  expect(screen.queryByRole('heading', { name: 'Who is it for?' })).toBeNull()
})
