import { expect, type Page, test } from '@playwright/test'
import { runTouchline } from './support/commands'
import { siteUrl } from './support/operator'
import { listPrerolls, recordingWithPreroll } from './support/prerolls'

const NORA = { login: 'operator@example.com', password: 'north-window-58' }
const SPONSOR = 'harlan-feed'

test.describe.configure({ timeout: 120_000 })

/** Return the figures of the sponsor, as the terminal shows them. */
async function readTotals(): Promise<{ impressions: number; complete: number }> {
  const output = await runTouchline('sponsors', 'report', SPONSOR, '--channel', 'prairie', '--json')
  return (JSON.parse(output) as { totals: { impressions: number; complete: number } }).totals
}

async function openReport(page: Page): Promise<void> {
  await page.goto(`/studio/sponsors/${SPONSOR}`)
  await page.locator('main input[autocomplete=username]').fill(NORA.login)
  await page.locator('main input[autocomplete=current-password]').fill(NORA.password)
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harlan Feed & Seed' })).toBeVisible()
}

test('a sponsor’s pre-roll is counted, and a link shows the report until it is revoked', async ({
  page,
  browser,
  request,
}) => {
  const before = await readTotals()
  const preroll = (await listPrerolls(request)).find(({ sponsor }) => sponsor === SPONSOR)
  if (!preroll) throw new Error('the demo has no pre-roll of the sponsor')
  const game = await recordingWithPreroll(request, preroll)
  await page.goto(`/watch/${game.id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  const video = page.getByRole('region', { name: 'Advertisement' }).locator('video')
  await video.evaluate(
    (ad: HTMLVideoElement) => new Promise<number>(done => ad.requestVideoFrameCallback(done)),
  )
  await video.evaluate((ad: HTMLVideoElement) => {
    ad.currentTime = ad.duration - 0.5
  })
  await expect(video).toHaveCount(0)
  await expect.poll(readTotals, { timeout: 60_000 }).toMatchObject({
    impressions: before.impressions + 1,
    complete: before.complete + 1,
  })

  await openReport(page)
  await expect(page.getByRole('table').first()).toContainText('75%')
  await page.getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the link').fill('Bo at Harlan')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByLabel('New link').inputValue()

  const context = await browser.newContext({ baseURL: siteUrl('prairie') })
  const sponsor = await context.newPage()
  await sponsor.goto(url)
  await expect(sponsor.getByRole('heading', { level: 1, name: 'Harlan Feed & Seed' })).toBeVisible()
  await expect(sponsor.getByRole('heading', { name: 'By game' })).toBeVisible()
  await page.getByRole('button', { name: 'Revoke Bo at Harlan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByText('There is no link yet.')).toBeVisible()
  await sponsor.reload()
  await expect(sponsor.getByText('This link no longer works').first()).toBeVisible()
  await context.close()
})
