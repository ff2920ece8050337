import { expect, type Page, test } from '@playwright/test'
import { freeRecording, listEvents } from './support/api'
import { FRAME_RATE, readFrame } from './support/frameCounter'

const HOUR = 3_600_000
const WATCHED_SECONDS = 8

/** Shift the device clock by some hours for every page that opens from now on. */
const shiftClock = (page: Page, hours: number) =>
  page.addInitScript(ahead => {
    const RealDate = Date
    class ShiftedDate extends RealDate {
      constructor(...parts: []) {
        super(...((parts.length > 0 ? parts : [RealDate.now() + ahead]) as []))
      }
      static override now = () => RealDate.now() + ahead
    }
    window.Date = ShiftedDate as DateConstructor
  }, hours * HOUR)

for (const wrongBy of [-9, 9]) {
  const wrong = `a device clock that is ${Math.abs(wrongBy)} hours ${wrongBy < 0 ? 'slow' : 'fast'}`

  test(`${wrong} does not renew the stream URL of a playing game`, {
    tag: '@nightly',
  }, async ({ page, request }) => {
    const game = await freeRecording(request)
    await shiftClock(page, wrongBy)
    const requested: string[] = []
    page.on('request', sentRequest => {
      if (new URL(sentRequest.url()).pathname === `/api/events/${game.id}`) requested.push(sentRequest.url())
    })
    await page.goto(`/watch/${game.id}`)
    await page.getByRole('button', { name: 'Play' }).first().click()
    const first = await readFrame(page)
    await expect
      .poll(async () => (await readFrame(page)).frame)
      .toBeGreaterThan(first.frame + WATCHED_SECONDS * FRAME_RATE)
    expect(requested).toHaveLength(1)
  })

  test(`${wrong} does not change the countdown to a game`, async ({ page, request }) => {
    const [next] = await listEvents(request, 'upcoming')
    if (next === undefined) throw new Error('the demo has no upcoming game')
    await shiftClock(page, wrongBy)
    await page.goto(`/watch/${next.id}`)
    const timer = page.getByRole('timer').locator('b')
    await expect(timer).toHaveCount(4)
    const [days, hours, minutes, seconds] = (await timer.allTextContents()).map(Number)
    const shown = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)
    const left = next.event_utc_ts - Date.now() / 1000
    expect(Math.abs(shown - left)).toBeLessThan(5)
  })
}
