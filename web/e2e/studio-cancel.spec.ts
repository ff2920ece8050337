import { type APIRequestContext, expect, type Request, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { stripe } from './support/card'
import { runTouchline } from './support/commands'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { applyPack } from './support/operator'
import { registerOperator, Session } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

/** Buyers who register and pay at the same time. */
const BATCH = 6
const PASSWORD = 'Plum orchard, last frost'
const TEXTS = {
  en: { orders: '# orders', refund: 'Refund all # orders', paid: '$#.00' },
  fr: {
    orders: '# commandes',
    refund: 'Rembourser les # commandes',
    paid: '#,00\u00a0$',
  },
}

interface Order {
  id: number
  status: string
  transactions: { kind: string; status: string; amount: string }[]
}

const isConfirmation = (sent: Request) =>
  new URL(sent.url()).pathname.endsWith('/cancel') && sent.postDataJSON().confirm === true

/** Return the refunds of the demo's Stripe for some payments. */
async function listStripeRefunds(request: APIRequestContext, payments: readonly string[]) {
  const headers = { authorization: 'Bearer sk_test_touchline' }
  const refunds = payments.map(async payment => {
    const response = await request.get(`${stripe}/v1/refunds?payment_intent=${payment}`, { headers })
    return ((await response.json()) as { data: { id: string; amount: number }[] }).data
  })
  return (await Promise.all(refunds)).flat()
}

/** Return the rows of a channel's ledger. Only the product may contain commas. */
async function readLedger(channel: string) {
  const csv = await runTouchline('orders', 'export-ledger', '--channel', channel)
  const [, ...rows] = csv.trim().split(/\r?\n/)
  return rows.map(row => {
    const cells = row.split(',')
    return { kind: cells[3], net: Number(cells[8]), reference: cells.at(-2) ?? '' }
  })
}

for (const { language, width, tag } of SCREENS) {
  const count = tag.length ? 30 : 3
  const say = translator(language)
  const texts = TEXTS[language]

  test(`canceling a game refunds each of its ${count} buyers once at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(600_000)
    const channel = `cancel-${Date.now()}`
    await applyPack({
      channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
      categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
      events:
        '- {key: final, name: Final, category: hockey, starts: "+2 days 19:00", duration: 2h, ' +
        'pass: ppv, price: {base: 5}}\n',
      packages:
        'packages:\n  - {key: single, name: Single game, type: event, price: {base: 5}, capabilities: [watch]}\n',
    })
    const owner = await registerOperator(request, channel, 'owner')
    const [event] = await owner.send<{ id: number }[]>('GET', '/studio/events')
    const { lines } = await owner.send<{ lines: { single_event_package_id: number }[] }>(
      'GET',
      `/offers?event_id=${event?.id}`,
    )
    const buyers = Array.from({ length: count }, () => uniqueEmailAddress('buyer'))
    for (let first = 0; first < count; first += BATCH) {
      const bought = buyers.slice(first, first + BATCH).map(async login => {
        const buyer = await Session.register(request, channel, { login, password: PASSWORD })
        const { status } = await buyer.send<Order>('POST', '/stripe/buy', {
          type: 'event',
          id: event?.id,
          single_event_package_id: lines[0]?.single_event_package_id,
          payment_method: 'pm_card_visa',
        })
        return status
      })
      for (const status of await Promise.all(bought)) expect(status).toBe('paid')
    }

    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    const confirmations: string[] = []
    page.on('request', sent => {
      if (isConfirmation(sent)) confirmations.push(sent.url())
    })
    const openMenu = () => page.getByRole('button', { name: say('Actions for {name}') }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: say('Cancel event') })
    const openDialog = async () => {
      await openMenu()
      await page.getByRole('menuitem', { name: say('Cancel event…') }).click()
      await confirm.click()
      await expect(dialog.getByText(texts.orders.replace('#', `${count}`), { exact: true })).toBeVisible()
    }
    await page.goto('/studio/schedule/final')
    await openDialog()
    await expect(dialog.getByText(texts.paid.replace('#', `${5 * count}`))).toBeVisible()
    await expect(dialog.getByLabel(texts.refund.replace('#', `${count}`))).toBeChecked()
    expect(await violationsOn(page, { isOverlay: true })).toEqual([])
    // Nothing happens before the operator has confirmed.
    await page.reload()
    expect((await readLedger(channel)).filter(({ kind }) => kind === 'refund')).toEqual([])

    await openDialog()
    const sent = page.waitForRequest(isConfirmation)
    await confirm.dblclick()
    await sent
    // The page goes away while the refunds are made, and a second attempt follows.
    await page.reload()
    await owner.call('POST', '/studio/events/final/cancel', { confirm: true, refund: true })
    await page.reload()
    await expect(page.locator('.studio__room').getByText(say('Canceled'))).toBeVisible()
    await openMenu()
    await expect(page.getByRole('menuitem', { name: say('Reinstate…') })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: say('Cancel event…') })).toHaveCount(0)
    expect(confirmations).toHaveLength(1)

    const listOrders = () => owner.send<Order[]>('GET', '/studio/orders')
    await expect
      .poll(async () => (await listOrders()).filter(({ status }) => status === 'refunded').length)
      .toBe(count)
    for (const { id } of await listOrders()) {
      const { transactions } = await owner.send<Order>('GET', `/studio/orders/${id}`)
      const parts = transactions.map(({ kind, status, amount }) => `${kind} ${status} ${amount}`)
      expect(parts.toSorted()).toEqual(['charge paid 5.00', 'refund refunded 5.00'])
    }
    const ledger = await readLedger(channel)
    const references = (kind: string) =>
      ledger.filter(row => row.kind === kind).map(({ reference }) => reference)
    const refunds = await listStripeRefunds(request, references('charge'))
    expect(refunds.map(({ amount }) => amount)).toEqual(Array(count).fill(500))
    expect(references('refund').toSorted()).toEqual(refunds.map(({ id }) => id).toSorted())
    expect(ledger.reduce((sum, { net }) => sum + net, 0)).toBe(0)

    // Each buyer gets four emails, one after another: to confirm the address, and about the purchase, the
    // cancellation and the refund.
    const listNotices = async () =>
      (await listEmailsTo(request, ...buyers)).filter(({ subject }) => /^Canceled|refund/.test(subject))
    await expect
      .poll(async () => (await listNotices()).length, { timeout: 400_000, intervals: [1_000] })
      .toBe(2 * count)
    const notices = await listNotices()
    for (const buyer of buyers) {
      const subjects = notices.filter(({ to }) => to.includes(buyer)).map(({ subject }) => subject)
      expect(subjects.toSorted()).toEqual([
        expect.stringMatching(/^Canceled: Final/),
        expect.stringMatching(/^Your refund from /),
      ])
    }

    await page.goto(`/watch/${event?.id}`)
    await expect(page.getByText(say('Canceled')).first()).toBeVisible()
    await context.close()
  })
}
