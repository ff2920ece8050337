import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { openStream, publishStream, stopStream } from './support/live'
import { siteUrl } from './support/operator'
import { expectPlaying } from './support/playing'
import { registerOperator } from './support/session'
import { addGoals, createGame } from './support/summaries'

/** The highlight exists this long after its moment. */
const MAX_DELAY_MS = 10_000
/** The page asks for highlights this often (`HighlightsStore`). */
const REFRESH_MS = 4_000

interface Highlights {
  highlights: { id: number; name: string; at_ms: number; created_at: string }[]
  reel: { id: number; duration: number; share_url: string } | null
}

test.describe.configure({ timeout: 300_000 })

test('a goal becomes a highlight within 10 s, the final a reel, and a dropped highlight leaves it', async ({
  page,
  browser,
  request,
}) => {
  const channel = `highlights-${Date.now()}`
  const game = await createGame(channel, 'starts: now -1m, duration: 2h')
  const scorer = await registerOperator(request, channel, 'owner')
  const stream = await openStream(game, channel)
  const list = () => scorer.send<Highlights>('GET', `/clips/event/${stream.event_id}/highlights`)
  let encoder: ChildProcess | undefined
  try {
    encoder = await publishStream(stream)
    await page.goto(`${siteUrl(channel)}/watch/${stream.event_id}`)
    await expect(page.locator('video')).toHaveCount(1, { timeout: 90_000 })
    await expectPlaying(page)
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), {
        timeout: 60_000,
      })
      .toBeGreaterThan(10)

    const pressedAt = Date.now()
    await addGoals(scorer, stream.event_id, [pressedAt])
    const rail = page.getByRole('region', { name: 'Highlights' })
    const card = rail.getByRole('link', { name: /^Goal – FOX 1–0/ })
    await expect(card).toBeVisible({ timeout: MAX_DELAY_MS + REFRESH_MS })
    const [first] = (await list()).highlights
    expect(Date.parse(first?.created_at ?? '') - pressedAt).toBeLessThan(MAX_DELAY_MS)
    await card.click()
    await expect(page.getByRole('heading', { level: 1, name: /^Goal – FOX 1–0/ })).toBeVisible()
    await page.getByRole('button', { name: 'Play' }).first().click()
    await expectPlaying(page)

    await addGoals(scorer, stream.event_id, [Date.now()])
    await expect.poll(async () => (await list()).highlights.length, { timeout: 30_000 }).toBe(2)
    await scorer.send('POST', `/studio/events/${stream.event_id}/timeline`, {
      entries: [{ id: randomUUID(), kind: 'game_ended', at_ms: Date.now() }],
    })
    await expect.poll(async () => (await list()).reel?.duration ?? 0, { timeout: 30_000 }).toBeGreaterThan(15)
    const { reel } = await list()
    if (!reel) throw new Error('there is no reel')

    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(new URL(reel.share_url, siteUrl(channel)).href)
    await expect(visitor.getByRole('heading', { level: 1, name: /Highlights/ })).toBeVisible()
    await visitor.getByRole('button', { name: 'Play' }).first().click()
    await expectPlaying(visitor)
    const length = () => visitor.locator('video').evaluate((video: HTMLVideoElement) => video.duration)
    expect(Math.abs((await length()) - reel.duration)).toBeLessThan(1)

    const studio = await scorer.openContext(browser, { width: 1440, language: 'en' })
    const panel = await studio.newPage()
    await panel.goto(`${siteUrl(channel)}/studio/schedule/${game}/score`)
    const drop = panel.getByRole('button', { name: /^Drop Goal – FOX 1–0/ })
    await expect(drop).toBeVisible()
    expect(await violationsOn(panel)).toEqual([])
    await panel.getByRole('button', { name: /^Move Goal – FOX 2–0.* up$/ }).click()
    await expect
      .poll(async () => (await list()).highlights.map(({ name }) => name.slice(0, 14)))
      .toEqual(['Goal – FOX 2–0', 'Goal – FOX 1–0'])
    await drop.click()
    await expect(panel.getByRole('button', { name: /^Restore Goal – FOX 1–0/ })).toBeVisible()
    await expect
      .poll(async () => (await list()).reel?.duration ?? 0, { timeout: 30_000 })
      .toBeLessThan(reel.duration)
    expect((await list()).reel?.id).toBe(reel.id)
  } finally {
    encoder?.kill()
    await stopStream(stream, channel)
  }
})
