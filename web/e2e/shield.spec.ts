import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { apiKey, getEvent, server, VOD } from './support/api'
import { wakePlayer } from './support/frameCounter'
import { expectPlaying } from './support/playing'
import { Session } from './support/session'
import {
  collectAnswers,
  eventsWithScore,
  findAnswersWithScores,
  findSpoilers,
  hideScores,
} from './support/shield'

const MAYA = { login: 'maya@example.com', password: 'harvest-moon-42' }
const LISTS = ['/', '/schedule', '/vod', '/live']
const CATEGORY = 'boys-hockey'

interface TeamRow {
  alias: string
  event_category_id: number
  group: { alias: string }
}

test.describe.configure({ timeout: 300_000 })

/** Return the finished game with a recording and the live game that the demo has, both with a score. */
async function findGames(request: APIRequestContext) {
  const key = await apiKey(request)
  const events = await eventsWithScore(request)
  const live = events.find(({ stream_status }) => stream_status === 'live')
  for (const { id, stream_status } of events) {
    if (stream_status !== 'finished') continue
    const event = await getEvent(request, key, id)
    if (event.media.some(({ type, url }) => type === VOD && url !== null)) return { finished: event, live }
  }
  throw new Error('the demo has no finished game with a score and a recording')
}

/** Open a screen and wait until its lists have loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Open the screens of a viewer who hides scores, and expect no result on any of them. */
async function expectNoResults(
  page: Page,
  request: APIRequestContext,
  more: readonly string[] = [],
): Promise<void> {
  const { finished, live } = await findGames(request)
  const paths = [...LISTS, ...(await subjectPaths(request)), ...more]
  const watched = [finished, ...(live ? [live] : [])].flatMap(({ id }) => [
    `/watch/${id}`,
    `/watch_embed/${id}`,
  ])
  for (const path of [...paths, ...watched]) {
    await open(page, path)
    expect(await findSpoilers(page), `on ${path}`).toEqual([])
  }
  await open(page, '/')
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill(finished.name)
  await expect(page.locator(`.search-row[href="/watch/${finished.id}"]`)).toBeVisible()
  expect(await findSpoilers(page), 'in the search').toEqual([])
}

/** Return the paths of the pages of a team, a school, a category and its standings. */
async function subjectPaths(request: APIRequestContext): Promise<string[]> {
  const response = await request.get(`${server}/api/participants?api_key=${await apiKey(request)}`)
  const { data } = (await response.json()) as { data: TeamRow[] }
  const team = data.find(({ group, alias }) => group && alias.endsWith(CATEGORY))
  if (!team) throw new Error('the demo has no hockey team')
  return [
    `/?team=${team.alias}`,
    `/?school=${team.group.alias}`,
    `/?category_id=${team.event_category_id}`,
    `/standings/${CATEGORY}`,
  ]
}

/** Play the recording on the page, after its ad. */
async function playRecording(page: Page): Promise<void> {
  await wakePlayer(page)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await page
    .getByRole('button', { name: 'Skip ad' })
    .click({ timeout: 15_000 })
    .catch(() => undefined) // this game has no ad
  await expectPlaying(page)
}

const seekBar = (page: Page) => page.locator('[data-plyr="seek"]')
const currentTime = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime)

test('a visitor who hides scores reads no result on any screen', async ({ page, request }) => {
  await hideScores(page)
  const answers = collectAnswers(page)
  await expectNoResults(page, request)
  expect(await findAnswersWithScores(answers)).toEqual([])
})

test('a viewer whose account hides scores reads no result on any screen', async ({ browser, request }) => {
  const maya = await Session.logIn(request, 'prairie', MAYA)
  await maya.send('POST', '/watch-settings', { hide_scores: true })
  const context = await maya.openContext(browser, { width: 390, height: 844 })
  try {
    const page = await context.newPage()
    const answers = collectAnswers(page)
    await expectNoResults(page, request, ['/profile/favorites', '/profile/clips', '/profile'])
    expect(await findAnswersWithScores(answers)).toEqual([])
  } finally {
    await maya.send('POST', '/watch-settings', { hide_scores: false })
    await context.close()
  }
})

test('without the shield, the same screens are full of results', async ({ page, request }) => {
  const { finished } = await findGames(request)
  for (const path of ['/', '/vod', `/watch/${finished.id}`, ...(await subjectPaths(request))]) {
    await open(page, path)
    await expect(async () => expect(await findSpoilers(page), `on ${path}`).not.toEqual([])).toPass()
  }
})

test('the player of a hidden game does not tell its length, wherever the viewer is', async ({
  page,
  request,
}) => {
  const { finished } = await findGames(request)
  await hideScores(page)
  await page.goto(`/watch/${finished.id}`)
  await playRecording(page)
  const video = page.locator('video').first()
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  const length = await video.evaluate((element: HTMLVideoElement) => element.duration)
  const spoilers = new RegExp(`\\b0?0:${Math.floor(length)}\\b|="${length}|="${Math.round(length)}"`)
  const bars = new Set<number>()
  for (const key of ['0', '1', '2', '3']) {
    await page.locator('.plyr').focus()
    await page.keyboard.press(key)
    await seekBar(page).hover({ position: { x: 200, y: 5 }, force: true })
    const bar = Number(await seekBar(page).getAttribute('aria-valuemax'))
    bars.add(bar)
    await expect.poll(() => currentTime(page)).toBeCloseTo((bar / 10) * Number(key), 0)
    await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /^\d\d:\d\d$/)
    expect(await page.locator('.player').evaluate(element => element.outerHTML)).not.toMatch(spoilers)
  }
  expect([...bars].every(bar => bar >= 1.5 * length && bar % 60 === 0)).toBe(true)
  expect(bars.size).toBe(1)
  await expect(page.locator('.plyr__time--duration')).toBeHidden()
  await expect(page.locator('.plyr__progress__buffer')).toBeHidden()
})

test('a viewer who shows the score sees the length of the recording', async ({ page, request }) => {
  const { finished } = await findGames(request)
  await hideScores(page)
  await page.goto(`/watch/${finished.id}`)
  await page.getByRole('button', { name: /^Show score/ }).click()
  await playRecording(page)
  await page.locator('.plyr').hover()
  await expect(page.locator('.plyr__time--duration')).toHaveText(/\d\d:\d\d/)
  const length = await page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)
  await expect(seekBar(page)).toHaveAttribute('aria-valuemax', String(length))
})
