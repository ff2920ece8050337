import { expect, test } from '@playwright/test'
import { CARDS, fillCard } from './support/card'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Plum orchard, last frost'

test('a viewer donates an amount of their own, and the order gives no access', async ({ browser }) => {
  test.slow()
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  await viewer.register(PASSWORD)
  const { page } = viewer
  await page.goto('/')
  await page
    .getByRole('link', { name: /^Donate/ })
    .first()
    .click()
  await viewer.heading('Checkout')
  await page.getByLabel(/^Another amount/).fill('3')
  await fillCard(page, { number: CARDS.succeeds })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Enter an amount from $5.00 to $1,000.00.')).toBeVisible()
  await page.getByLabel(/^Another amount/).fill('12.50')
  await page.getByRole('button', { name: 'Pay $12.50' }).click()
  await expect(page.getByText('Thank you for your donation')).toBeVisible()
  await page.goto('/profile/transactions')
  await expect(page.getByRole('row').filter({ hasText: '$12.50' })).toHaveCount(1)
  await page.context().close()
})

test('a cancel link without a valid token explains itself without login', async ({ browser }) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await page.goto('/cancel-renewal#made-up')
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await page.context().close()
})
