import { expect, test } from '@playwright/test'
import { CARDS, fillCard } from './support/card'
import { listEmailsTo } from './support/emails'
import { runJob } from './support/jobs'
import { createShop } from './support/operator'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Plum orchard, last frost'
const PAY_WHAT_YOU_CAN =
  'packages:\n  - key: open\n    name: Open season\n    type: season\n    offer: season\n    days: 30\n' +
  '    price: {base: 8}\n    price_choice: {minimum: 2, maximum: 100, suggested: [5, 8, 15]}\n'
/** The reminder is due 3 days before the end of a trial. */
const SHORT_TRIAL =
  'subscriptions:\n  - {key: monthly, name: All games, price: {base: 11.99}, offer: monthly, trial_period: 2}\n'

test('a viewer pays what they can, but not less than the minimum, and gets a receipt', async ({ browser }) => {
  const channel = await createShop('open', { packages: PAY_WHAT_YOU_CAN })
  const viewer = await ViewerPage.open(channel, 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await page.goto('/packages')
  await page.getByRole('article').filter({ hasText: 'Open season' }).getByRole('link').click()
  await viewer.heading('Checkout')
  await page.getByLabel(/^Another amount/).fill('1')
  await fillCard(page, { number: CARDS.succeeds })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('alert').or(page.locator('.error')).first()).toBeVisible()
  await page.getByRole('radio', { name: '$5.00' }).check()
  await page.getByRole('button', { name: 'Pay $5.00' }).click()
  await expect(page.getByText('You’re all set')).toBeVisible()
  await page.goto('/profile/transactions')
  const row = page.getByRole('row').filter({ hasText: '$5.00' })
  await expect(row).toHaveCount(1)
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /^Receipt/ }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/\.pdf$/)
  await page.context().close()
})

test('the link of a reminder cancels without login, once, and only by a press', async ({ browser }) => {
  const channel = await createShop('cancel', { packages: SHORT_TRIAL })
  const viewer = await ViewerPage.open(channel, 'en', browser)
  await viewer.register(PASSWORD)
  await viewer.page.goto('/packages')
  await viewer.page.getByRole('article').filter({ hasText: 'All games' }).getByRole('link').click()
  await viewer.heading('Checkout')
  await fillCard(viewer.page, { number: CARDS.succeeds })
  await viewer.page.getByRole('button', { name: /^Start 2-day free trial$/ }).click()
  await expect(viewer.page.getByText('You’re all set')).toBeVisible()
  await viewer.page.context().close()

  runJob('billing.remind')
  let link = ''
  await expect
    .poll(async () => {
      const texts = (await listEmailsTo(viewer.request, viewer.email)).map(({ text }) => text)
      link = texts.map(text => text.match(/\/cancel-renewal#\S+/)?.[0]).find(Boolean) ?? ''
      return link
    })
    .not.toBe('')

  const visitor = await ViewerPage.open(channel, 'en', browser)
  const { page } = visitor
  const press = page.getByRole('button', { name: 'Cancel the renewal' })
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto('/faq')
    await page.goto(link)
    await expect(press).toBeVisible()
  }
  await press.click()
  await expect(page.getByText('The renewal is canceled')).toBeVisible()
  await page.goto('/faq')
  await page.goto(link)
  await expect(page.getByText('The renewal is canceled')).toBeVisible()
  await page.goto('/faq')
  await page.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await visitor.expectLoggedOut()
  await page.context().close()
})
