import { type Browser, expect } from '@playwright/test'
import { runTouchline } from '../e2e/support/commands'
import { ViewerPage } from '../e2e/support/viewer'

const PASSWORD = 'Plum orchard, last frost'

/** Create a 20-second clip of a game of `prairie`, and return its share link. */
export async function createClip(browser: Browser, game: number): Promise<string> {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await runTouchline(
    'orders',
    'grant',
    viewer.email,
    'subscription:network-annual',
    '--channel',
    'prairie',
    '--until',
    '2099-12-31',
  )
  await page.goto(`/watch/${game}/clip?at=20`)
  await page.getByLabel('Name', { exact: true }).fill('Measured')
  await page.getByRole('group', { name: 'Tags' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Create clip' }).click()
  await expect(page.getByRole('heading', { name: 'Measured' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Share', exact: true }).first().click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.context().close()
  return link
}
