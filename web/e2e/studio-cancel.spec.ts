import { expect, test } from '@playwright/test'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { applyPack } from './support/operator'
import { registerOperator, Session } from './support/session'

const BUYERS = 30
/** Buyers who register and pay at the same time. */
const BATCH = 6
const PASSWORD = 'Plum orchard, last frost'

interface Order {
  id: number
  status: string
  transactions: { kind: string; status: string; amount: string }[]
}

test('canceling a game refunds each of its 30 buyers once', async ({ browser, request }) => {
  test.setTimeout(240_000)
  const channel = `cancel-${Date.now()}`
  const game = `game-${Date.now()}`
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events: `- {key: ${game}, name: Final, category: hockey, starts: "+2 days 19:00", duration: 2h, pass: ppv, price: {base: 5}}\n`,
    packages:
      'packages:\n  - {key: single, name: Single game, type: event, price: {base: 5}, capabilities: [watch]}\n',
  })
  const owner = await registerOperator(request, channel, 'owner')
  const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
  const id = events.find(({ key }) => key === game)?.id

  const { lines } = await owner.send<{ lines: { single_event_package_id: number }[] }>(
    'GET',
    `/offers?event_id=${id}`,
  )
  const packageId = lines[0]?.single_event_package_id
  const emails = Array.from({ length: BUYERS }, () => uniqueEmailAddress('buyer'))
  for (let first = 0; first < BUYERS; first += BATCH) {
    await Promise.all(
      emails.slice(first, first + BATCH).map(async login => {
        const buyer = await Session.register(request, channel, { login, password: PASSWORD })
        const order = await buyer.send<Order>('POST', '/stripe/buy', {
          type: 'event',
          id,
          single_event_package_id: packageId,
          payment_method: 'pm_card_visa',
        })
        expect(order.status).toBe('paid')
      }),
    )
  }

  const context = await owner.openContext(browser, { width: 390, height: 844 })
  const page = await context.newPage()
  const cancel = async () => {
    await page.getByRole('button', { name: 'Actions for Final' }).click()
    await page.getByRole('menuitem', { name: 'Cancel event…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click()
  }
  await page.goto(`/studio/schedule/${game}`)
  await cancel()
  await expect(page.getByRole('dialog').getByText('30 orders', { exact: true })).toBeVisible()
  // Nothing happens before the operator has confirmed.
  await page.reload()
  await cancel()
  await page.getByRole('checkbox', { name: 'Refund all 30 orders' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).dblclick()
  // The page goes away while the refunds are made, and a second attempt follows.
  await page.reload()
  await owner.call('POST', `/studio/events/${game}/cancel`, { confirm: true, refund: true })
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()

  const listOrders = () => owner.send<Order[]>('GET', '/studio/orders')
  await expect
    .poll(async () => (await listOrders()).filter(({ status }) => status === 'refunded').length)
    .toBe(BUYERS)
  for (const { id } of await listOrders()) {
    const { transactions } = await owner.send<Order>('GET', `/studio/orders/${id}`)
    const lines = transactions.map(({ kind, status, amount }) => `${kind} ${status} ${amount}`)
    expect(lines.toSorted()).toEqual(['payment paid 5.00', 'refund paid 5.00'])
  }
  for (const email of emails) {
    await expect
      .poll(async () => (await listEmailsTo(request, email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/cancel/i))
  }

  await page.goto(`/watch/${id}`)
  await expect(page.getByText('Canceled').first()).toBeVisible()
  await context.close()
})
