import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { apiKey, type EventRow, getEvent, listFinishedEvents, server, VOD } from './support/api'
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

/** Return what the scoreboard in a video of the demo shows. */
function readVideoTimeline(video = HOCKEY): VideoTimeline {
  const folder = join(environment.TOUCHLINE_VAR as string, 'footage')
  const [newest] = readdirSync(folder)
    .filter(name => name.startsWith(video) && name.endsWith('.json'))
    .map(name => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  if (newest === undefined) throw new Error('the demo has no such video')
  return JSON.parse(readFileSync(newest, 'utf8')) as VideoTimeline
}

/** Return what the scoreboard in the picture shows at a position of the video: `2–3 4:31`. */
function boardAt(timeline: VideoTimeline, at: number): string {
  const points = timeline.states.findLast(state => state.seconds <= at)?.points ?? [0, 0]
  const clock = Math.max(0, timeline.clock_seconds - Math.floor(at))
  return `${points.join('–')} ${Math.floor(clock / 60)}:${String(clock % 60).padStart(2, '0')}`
}

/** Return what the page may show there. The clock goes on until the entry of the next loop. */
function boardsAt(timeline: VideoTimeline, position: number): string[] {
  const { seconds } = timeline
  const begun = boardAt(timeline, (position + seconds) % seconds)
  return position >= seconds ? [begun, boardAt(timeline, position)] : [begun]
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
  await startVideo(page)
}

/** Play the video of the page. */
async function startVideo(page: Page): Promise<void> {
  await wakePlayer(page)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expectPlaying(page)
}

/** Expect that the page shows what the scoreboard in the picture shows, or showed half a second before or after. */
async function expectBoardOfPicture(page: Page, timeline: VideoTimeline, message: string): Promise<void> {
  const position = (await readFrame(page)).frame / FRAME_RATE
  const boards = [position - TOLERANCE, position, position + TOLERANCE].flatMap(at => boardsAt(timeline, at))
  await expect(async () => {
    const shown = await shownBoard(page)
    expect(boards, `${message}: the page shows ${shown}`).toContain(shown)
  }).toPass({ timeout: 10_000 })
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
    await expectBoardOfPicture(page, timeline, `seek ${seek}`)
  }
})

/** Return a finished hockey game with a recording and a timeline. */
async function finishedGame(request: APIRequestContext): Promise<EventRow & { timeline: VideoTimeline }> {
  const key = await apiKey(request)
  for (const row of await listFinishedEvents(request, key)) {
    const event = await getEvent(request, key, row.id)
    const answer = await request.get(`${server}/timeline/${row.id}.json?channel=prairie`)
    const { data } = (await answer.json()) as { data: { sport: string; revision: number } }
    const isPlayable = event.media.some(({ type, url }) => type === VOD && url !== null)
    if (isPlayable && data.sport === 'hockey' && data.revision > 0) {
      const names = event.name.toLowerCase()
      const video = names.includes('st. brendan') ? 'hockey-stb-nfk' : 'hockey-gld-irw'
      return { ...event, timeline: readVideoTimeline(video) }
    }
  }
  throw new Error('the demo has no finished hockey game with a timeline')
}

test('a recording shows the score of the picture, and the final only before and after it', async ({
  page,
  request,
}) => {
  const game = await finishedGame(request)
  await page.goto(`/watch/${game.id}`)
  await expect(page.locator('.score-strip__clock')).toContainText('Final')
  await startVideo(page)
  const video = page.locator('video').first()
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  for (const share of [0.1, 0.9, 0.4, 0.7, 0.2]) {
    await video.evaluate((element: HTMLVideoElement, at) => {
      element.currentTime = element.duration * at
    }, share)
    await expectBoardOfPicture(page, game.timeline, `at ${share}`)
  }
})

test('a viewer who hides scores gets nothing that happened after the playhead', async ({ page, request }) => {
  const game = await finishedGame(request)
  const answers: { untilMs: number; latestMs: number }[] = []
  page.on('response', async response => {
    const { pathname, searchParams } = new URL(response.url())
    if (!pathname.startsWith('/timeline/')) return
    const { data } = (await response.json()) as { data: { snapshots: { at_ms: number }[] } }
    const latestMs = Math.max(0, ...data.snapshots.map(({ at_ms }) => at_ms))
    answers.push({ untilMs: Number(searchParams.get('until_ms')), latestMs })
  })
  await page.addInitScript(() => {
    const value = JSON.stringify({ value: { hides: true, by: null }, until: Date.now() + 1e9 })
    localStorage.setItem('touchline.prairie.hide_scores', value)
  })
  await page.goto(`/watch/${game.id}`)
  await expect(page.getByRole('button', { name: /Show score/ }).first()).toBeVisible()
  expect(answers.filter(({ latestMs }) => latestMs > 0)).toEqual([])
  await startVideo(page)
  await expect(page.locator('.score-strip__clock')).toContainText(':')
  await expectBoardOfPicture(page, game.timeline, 'with hidden scores')
  const startMs = game.event_utc_ts * 1000
  const played = await page
    .locator('video')
    .first()
    .evaluate(element => (element as HTMLVideoElement).currentTime)
  expect(answers.length).toBeGreaterThan(0)
  for (const { untilMs, latestMs } of answers) {
    expect(untilMs).toBeLessThan(startMs + (played + 6) * 1000)
    expect(latestMs).toBeLessThanOrEqual(untilMs)
  }
  await expect(page.getByRole('button', { name: 'Show what comes next' })).toBeHidden()
})
