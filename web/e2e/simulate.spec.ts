import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { apiKey, freeRecording, game, server } from './support/api'
import { touchline } from './support/live'
import { FRAMES_A_SECOND, look } from './support/picture'

let shown: number | null = null

/** What an operator does to show a recording as live, so many seconds from now; answers the first instant. */
function showFrom(id: number, seconds: number): number {
  const start = new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  touchline('live', 'simulate', String(id), '--at', start, '--channel', 'prairie')
  shown = id
  return Date.parse(start)
}

/** How long after its instant a viewer sees a picture, in milliseconds, by the counter that it carries. */
async function lag(page: Page, start: number): Promise<number> {
  const { frame, shownAt } = await look(page)
  return shownAt - start - (frame / FRAMES_A_SECOND) * 1000
}

test.describe.configure({ timeout: 240_000 })

test.afterEach(() => {
  if (shown !== null) touchline('live', 'simulate', String(shown), '--off', '--channel', 'prairie')
  shown = null
})

test('a showing begins by itself, is at the same moment for everybody, and is a recording when it is over', async ({
  page,
  browser,
  request,
}) => {
  const { id } = await freeRecording(request)
  const start = showFrom(id, 30)
  await page.goto(`/simulate?event_id=${id}`)
  await expect(page.locator('video')).toHaveCount(1, { timeout: 90_000 })
  await look(page)
  const late = await browser.newPage()
  await late.goto(page.url())
  await look(late)
  await expect
    .poll(async () => Math.abs((await lag(page, start)) - (await lag(late, start))), { timeout: 30_000 })
    .toBeLessThan(2000)

  // Nobody gets ahead of the clock: not by the end of the bar, and not by steps.
  for (const key of ['End', 'l', 'ArrowRight', '9'])
    await late.getByRole('slider', { name: 'Seek' }).press(key)
  expect(await lag(late, start)).toBeGreaterThan(0)
  await late.close()

  await expect(page.getByRole('heading', { name: 'That was the game' })).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Watch from the start' }).click()
  await page.getByRole('button', { name: 'Play' }).first().click()
  expect((await look(page)).frame).toBeGreaterThan(0)
  await expect(page.locator('.plyr--live')).toHaveCount(0)
})

test('a recording that is to be shown as live is not seen before', async ({ page, request }) => {
  const { id } = await freeRecording(request)
  showFrom(id, 3600)
  const { media } = await game(request, await apiKey(request), id)
  expect(media.filter(({ type, url }) => type !== 1 && url !== null)).toEqual([])
  await page.goto(`/watch/${id}`)
  await expect(page.getByRole('heading', { name: 'Shown as live' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the showing' }).click()
  await expect(page.getByRole('heading', { name: 'It starts by itself' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('an address that names no game says so, and search engines leave it alone', async ({
  page,
  request,
}) => {
  await page.goto('/simulate')
  await expect(page.getByRole('heading', { name: 'Which game?' })).toBeVisible()
  const { id } = await freeRecording(request)
  await page.goto(`/simulate?event_id=${id}`)
  await expect(page.getByRole('heading', { name: 'This game is not shown as live' })).toBeVisible()
  const answer = await request.get(`${server}/simulate?event_id=${id}&channel=prairie`)
  expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
})
