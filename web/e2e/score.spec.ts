import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { environment } from './support/deployment'
import { FRAME_RATE, readFrame, wakePlayer } from './support/frameCounter'
import { expectPlaying } from './support/playing'

const HOCKEY = 'hockey-hrf-cdr'
/** The score and the clock may change this many seconds before or after the picture. */
const TOLERANCE = 0.5
const SEEKS = 60

interface VideoTimeline {
  seconds: number
  clock_seconds: number
  states: { seconds: number; points: [number, number] }[]
}

/** Return what the scoreboard in the demo's hockey video shows. */
function readVideoTimeline(): VideoTimeline {
  const folder = join(environment.TOUCHLINE_VAR as string, 'footage')
  const [newest] = readdirSync(folder)
    .filter(name => name.startsWith(HOCKEY) && name.endsWith('.json'))
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  if (newest === undefined) throw new Error('the demo has no hockey video')
  return JSON.parse(readFileSync(newest, 'utf8')) as VideoTimeline
}

/** Return what the scoreboard in the picture shows at a position of the video: `2–3 4:31`. */
function boardAt(timeline: VideoTimeline, position: number): string {
  const at = (position + timeline.seconds) % timeline.seconds
  const points = timeline.states.findLast(state => state.seconds <= at)?.points ?? [0, 0]
  const clock = Math.max(0, timeline.clock_seconds - Math.floor(at))
  return `${points.join('–')} ${Math.floor(clock / 60)}:${String(clock % 60).padStart(2, '0')}`
}

/** Return what the page shows below the picture, in the same form. */
async function shownBoard(page: Page): Promise<string> {
  const strip = page.locator('.score-strip')
  const scores = await strip.locator('b').allTextContents()
  const clock = (await strip.locator('.score-strip__clock').textContent()) ?? ''
  return `${scores.join('–')} ${clock.split(' ').at(-1)}`
}

/** Open the demo's live hockey game and wait until it plays. */
async function openLiveGame(page: Page): Promise<void> {
  await page.goto('/live')
  await page
    .getByRole('link', { name: /Harlan Falls @ Cedar Ridge/ })
    .first()
    .click()
  await wakePlayer(page)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expectPlaying(page)
}

test.describe.configure({ timeout: 300_000 })

test('the score and the clock are those of the picture, wherever the viewer seeks in a live game', async ({
  page,
}) => {
  const timeline = readVideoTimeline()
  await openLiveGame(page)
  await expect(page.locator('.score-strip__clock')).toContainText(':', { timeout: 60_000 })
  const video = page.locator('video').first()
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  for (let seek = 0; seek < SEEKS; seek += 1) {
    await video.evaluate((element: HTMLVideoElement, share) => {
      const { seekable } = element
      const start = seekable.start(0)
      element.currentTime = start + (seekable.end(seekable.length - 1) - start) * share
    }, Math.random() * 0.9)
    const { frame } = await readFrame(page)
    const position = frame / FRAME_RATE
    const boards = [position - TOLERANCE, position, position + TOLERANCE].map(at => boardAt(timeline, at))
    await expect
      .poll(async () => boards.includes(await shownBoard(page)), {
        message: `seek ${seek}: the picture shows ${boards.join(' or ')}, the page ${await shownBoard(page)}`,
      })
      .toBe(true)
  }
})
