import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { apiKey, finishedGames, freeRecording, game, server } from './support/api'
import { demoFilm, ownChannel, ownGame, siteOf, touchline } from './support/operator'
import { FRAMES_A_SECOND, look } from './support/picture'

const CHANNEL = ownChannel('arena')
const site = siteOf(CHANNEL)
let id = 0

/** What an operator does to show a recording as live, so many seconds from now; answers the first instant. */
function showFrom(seconds: number): number {
  const start = new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  touchline('live', 'simulate', String(id), '--at', start, '--channel', CHANNEL)
  return Date.parse(start)
}

/** How long after its instant a viewer sees a picture, in milliseconds, by the counter that it carries. */
async function lag(page: Page, start: number): Promise<number> {
  const { frame, shownAt } = await look(page)
  return shownAt - start - (frame / FRAMES_A_SECOND) * 1000
}

test.describe.configure({ timeout: 240_000 })

test.beforeAll(async ({ request }) => {
  test.setTimeout(240_000)
  const event = ownGame(CHANNEL, 'starts: now -3h, duration: 1h')
  touchline('media', 'add', demoFilm(), '--event', event, '--channel', CHANNEL)
  const [recorded] = await finishedGames(request, await apiKey(request, CHANNEL))
  if (recorded === undefined) throw new Error(`the channel ${CHANNEL} has no recording`)
  id = recorded.id
})

test('a showing begins by itself, is at the same moment for everybody, and is a recording when it is over', async ({
  page,
  browser,
}) => {
  const start = showFrom(30)
  await page.goto(`${site}/simulate?event_id=${id}`)
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
  showFrom(3600)
  const { media } = await game(request, await apiKey(request, CHANNEL), id)
  expect(media.filter(({ type, url }) => type !== 1 && url !== null)).toEqual([])
  await page.goto(`${site}/watch/${id}`)
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
  const recorded = await freeRecording(request)
  await page.goto(`/simulate?event_id=${recorded.id}`)
  await expect(page.getByRole('heading', { name: 'This game is not shown as live' })).toBeVisible()
  const answer = await request.get(`${server}/simulate?event_id=${recorded.id}&channel=prairie`)
  expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
})
