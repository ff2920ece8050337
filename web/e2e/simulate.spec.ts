import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { apiKey, freeRecording, getEvent, listFinishedEvents, server } from './support/api'
import { runTouchline } from './support/commands'
import { FRAME_RATE, readFrame } from './support/frameCounter'
import { createEvent, demoVideoPath, ownChannelSlug, siteUrl } from './support/operator'

const CHANNEL = ownChannelSlug('arena')
const site = siteUrl(CHANNEL)
let id = 0

/** Show the recording as live in `seconds`. Return its start, in milliseconds since the epoch. */
async function startSimulation(seconds: number): Promise<number> {
  const start = new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
  await runTouchline('events', 'simulate', String(id), '--at', start, '--channel', CHANNEL)
  return Date.parse(start)
}

/** Return how far playback is behind the simulated stream, in milliseconds, from the frame counter. */
async function simulationLag(page: Page, start: number): Promise<number> {
  const { frame, shownAt } = await readFrame(page)
  return shownAt - start - (frame / FRAME_RATE) * 1000
}

test.describe.configure({ timeout: 240_000 })

test.beforeAll(async ({ request }) => {
  test.setTimeout(240_000)
  const event = await createEvent(CHANNEL, 'starts: now -3h, duration: 1h')
  await runTouchline('recordings', 'add', demoVideoPath(), '--event', event, '--channel', CHANNEL)
  const [recorded] = await listFinishedEvents(request, await apiKey(request, CHANNEL))
  if (recorded === undefined) throw new Error(`the channel ${CHANNEL} has no recording`)
  id = recorded.id
})

test('a showing starts automatically, is in sync for all viewers, and becomes a recording when it ends', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const start = await startSimulation(30)
  await page.goto(`${site}/simulate?event_id=${id}`)
  await expect(page.locator('video')).toHaveCount(1, { timeout: 90_000 })
  await readFrame(page)
  const late = await browser.newPage()
  await late.goto(page.url())
  await readFrame(late)
  await expect
    .poll(async () => Math.abs((await simulationLag(page, start)) - (await simulationLag(late, start))), {
      timeout: 30_000,
    })
    .toBeLessThan(2000)

  // Viewers cannot seek ahead of the live position.
  for (const key of ['End', 'l', 'ArrowRight', '9'])
    await late.getByRole('slider', { name: 'Seek' }).press(key)
  expect(await simulationLag(late, start)).toBeGreaterThan(0)
  await late.close()

  await expect(page.getByRole('heading', { name: 'The game has ended' })).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Watch from the start' }).click()
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expect.poll(async () => (await readFrame(page)).frame).toBeGreaterThan(0)
  await expect(page.locator('.plyr--live')).toHaveCount(0)
})

test('a recording with a scheduled showing cannot be watched before it starts', async ({ page, request }) => {
  await startSimulation(3600)
  const { media } = await getEvent(request, await apiKey(request, CHANNEL), id)
  expect(media.filter(({ type, url }) => type !== 1 && url !== null)).toEqual([])
  await page.goto(`${site}/watch/${id}`)
  await expect(page.getByRole('heading', { name: 'Simulated live' })).toBeVisible()
  await page.getByRole('link', { name: 'Watch showing' }).click()
  await expect(page.getByRole('heading', { name: 'Starts automatically' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('an unknown game shows a not-found page that search engines ignore', async ({ page, request }) => {
  await page.goto('/simulate')
  await expect(page.getByRole('heading', { name: 'Game not specified' })).toBeVisible()
  const recorded = await freeRecording(request)
  await page.goto(`/simulate?event_id=${recorded.id}`)
  await expect(page.getByRole('heading', { name: 'No showing of this game' })).toBeVisible()
  const response = await request.get(`${server}/simulate?event_id=${recorded.id}&channel=prairie`)
  expect(await response.text()).toContain('<meta name="robots" content="noindex">')
})
