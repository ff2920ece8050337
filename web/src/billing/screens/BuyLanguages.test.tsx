// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { configure, runInAction } from 'mobx'
import { expect, it } from 'vitest'
import { aGame, aLine, anOrder, aPackage, aProduct, aTeam, offersAnswer } from '../fakes'
import { offersStore } from '../stores/OffersStore'
import { orderedStore } from '../stores/OrderedStore'
import { asked, billing, GAME, listed, open, server, stripe, told, toPay, type } from '../testing/checkout'

configure({ enforceActions: 'always' })

const inFrench = () =>
  act(async () => {
    runInAction(() => Object.assign(billing.shell.language, { current: 'fr' }))
    billing.languageChanged()
  })

it('Another language leaves the checkout as it was filled in: the card, the code, what was chosen', async () => {
  server.on('/api/stripe/list-cards', listed())
  open(GAME)
  const number = await screen.findByLabelText<HTMLInputElement>('provider cardNumber')
  type('cardNumber', '42424')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Save this card for next time' }))
  server.on('/api/events/12', told(aGame(12, { name: 'Harlan Falls à Cedar Ridge' })))
  await inFrench()
  await screen.findAllByText('Harlan Falls à Cedar Ridge')
  expect(screen.getByLabelText('provider cardNumber')).toBe(number)
  expect(number.value).toBe('42424')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(stripe.updated).toHaveBeenCalledWith({ locale: 'fr-CA' })
})

it('An offer that the start-up did not bring is told in another language, and stays where that does not come', async () => {
  server.on('/api/offers', offersAnswer([aLine({ id: 8 })]))
  server.on('/api/packages/8', told(aPackage(8, { name: 'Old pass' })))
  open('?package_id=8')
  await toPay('Pay $41.49')
  const order = within(screen.getByRole('complementary', { name: 'Your order' }))
  server.on('/api/packages/8', told(aPackage(8, { name: 'Ancien forfait' })))
  await inFrench()
  await waitFor(() => order.getByRole('heading', { name: 'Ancien forfait' }))
  server.on('/api/packages/8', { status: 502 })
  await inFrench()
  await waitFor(() => expect(asked('/api/packages/8')).toHaveLength(3))
  order.getByRole('heading', { name: 'Ancien forfait' })
})

it('What is beside the orders is told in another language, and stays where that does not come', async () => {
  open(GAME)
  const ordered = billing.bring(orderedStore)
  const product = aProduct({ event_id: 12, participant_id: 1 })
  await act(() => ordered.load([anOrder(9, { product })]))
  server
    .on('/api/events/12', told(aGame(12, { name: 'Harlan Falls à Cedar Ridge' })))
    .on('/api/participants', listed(aTeam(1, { name: 'Équipe 1' })))
  await inFrench()
  expect(ordered.game(12)).not.toBeNull()
  await waitFor(() => expect(ordered.game(12)?.name).toBe('Harlan Falls à Cedar Ridge'))
  await waitFor(() => expect(ordered.team(1)?.name).toBe('Équipe 1'))
  server.on('/api/events/12', { status: 502 }).on('/api/participants', { status: 502 })
  await inFrench()
  await waitFor(() => expect(asked('/api/participants')).toHaveLength(3))
  expect([ordered.game(12)?.id, ordered.team(1)?.id]).toEqual([12, 1])
})

it('Prices that were looked up anew, and teams, are looked up in another language', async () => {
  open('?package_id=4')
  await screen.findByRole('button', { name: 'Team 2' })
  server.on('/api/packages', listed(aPackage(4))).on('/api/subscriptions', listed())
  await act(() => billing.bring(offersStore).refresh())
  server
    .on('/api/participants', listed(aTeam(2, { name: 'Équipe 2' })))
    .on('/api/packages', listed(aPackage(4, { name: 'Forfait', type: 'team', is_team_pass: true })))
  await inFrench()
  await screen.findByRole('button', { name: 'Équipe 2' })
  expect(billing.bring(offersStore).package(4)?.name).toBe('Forfait')
})
