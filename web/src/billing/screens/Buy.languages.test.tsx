// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { configure, runInAction } from 'mobx'
import { expect, it } from 'vitest'
import { itemResponse, listResponse } from '@/shared/testing/fakes'
import { aBuyableEvent, anOfferLine, anOrder, aPackage, aProduct, aTeam, offersResponse } from '../fakes'
import { offersStore } from '../stores/OffersStore'
import { orderedContentStore } from '../stores/OrderedContentStore'
import {
  billing,
  EVENT_QUERY,
  findPayButton,
  open,
  requestsTo,
  server,
  stripe,
  typeInto,
} from '../testing/checkoutPage'

configure({ enforceActions: 'always' })

const switchToFrench = () =>
  act(async () => {
    runInAction(() => Object.assign(billing.shell.language, { current: 'fr' }))
    billing.languageChanged()
  })

it('A change of language keeps the card, promo code and selection of the checkout', async () => {
  server.on('/api/stripe/list-cards', listResponse([]))
  open(EVENT_QUERY)
  const number = await screen.findByLabelText<HTMLInputElement>('provider cardNumber')
  typeInto('cardNumber', '42424')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Save this card for next time' }))
  server.on('/api/events/12', itemResponse(aBuyableEvent(12, { name: 'Harlan Falls à Cedar Ridge' })))
  await switchToFrench()
  await screen.findAllByText('Harlan Falls à Cedar Ridge')
  expect(screen.getByLabelText('provider cardNumber')).toBe(number)
  expect(number.value).toBe('42424')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(stripe.updated).toHaveBeenCalledWith({ locale: 'fr-CA' })
})

it('A package that is not in the start-up data loads in the new language, and stays if that fails', async () => {
  server.on('/api/offers', offersResponse([anOfferLine({ id: 8 })]))
  server.on('/api/packages/8', itemResponse(aPackage(8, { name: 'Old pass' })))
  open('?package_id=8')
  await findPayButton('Pay $41.49')
  const order = within(screen.getByRole('complementary', { name: 'Your order' }))
  server.on('/api/packages/8', itemResponse(aPackage(8, { name: 'Ancien forfait' })))
  await switchToFrench()
  await waitFor(() => order.getByRole('heading', { name: 'Ancien forfait' }))
  server.on('/api/packages/8', { status: 502 })
  await switchToFrench()
  await waitFor(() => expect(requestsTo('/api/packages/8')).toHaveLength(3))
  order.getByRole('heading', { name: 'Ancien forfait' })
})

it('The content of orders loads in the new language, and stays if that fails', async () => {
  open(EVENT_QUERY)
  const ordered = billing.resolve(orderedContentStore)
  const product = aProduct({ event_id: 12, participant_id: 1 })
  await act(() => ordered.load([anOrder(9, { product })]))
  server
    .on('/api/events/12', itemResponse(aBuyableEvent(12, { name: 'Harlan Falls à Cedar Ridge' })))
    .on('/api/participants', listResponse([aTeam(1, { name: 'Équipe 1' })]))
  await switchToFrench()
  expect(ordered.event(12)).not.toBeNull()
  await waitFor(() => expect(ordered.event(12)?.name).toBe('Harlan Falls à Cedar Ridge'))
  await waitFor(() => expect(ordered.team(1)?.name).toBe('Équipe 1'))
  server.on('/api/events/12', { status: 502 }).on('/api/participants', { status: 502 })
  await switchToFrench()
  await waitFor(() => expect(requestsTo('/api/participants')).toHaveLength(3))
  expect([ordered.event(12)?.id, ordered.team(1)?.id]).toEqual([12, 1])
})

it('Refreshed prices and teams load in the new language', async () => {
  open('?package_id=4')
  await screen.findByRole('button', { name: 'Team 2' })
  server.on('/api/packages', listResponse([aPackage(4)])).on('/api/subscriptions', listResponse([]))
  await act(() => billing.resolve(offersStore).refresh())
  server
    .on('/api/participants', listResponse([aTeam(2, { name: 'Équipe 2' })]))
    .on('/api/packages', listResponse([aPackage(4, { name: 'Forfait', type: 'team', is_team_pass: true })]))
  await switchToFrench()
  await screen.findByRole('button', { name: 'Équipe 2' })
  expect(billing.resolve(offersStore).package(4)?.name).toBe('Forfait')
})
