import { expect, type Page, test } from '@playwright/test'
import { apiKey, server } from './support/api'
import { violationsOn } from './support/axe'
import {
  Connection,
  createGames,
  type GameVideo,
  readPictures,
  startGames,
  sumOfSmallest,
  watchPictures,
} from './support/multiView'
import { siteUrl } from './support/operator'

const MINUTE_SECONDS = 60
/** How much longer than a minute a minute of the pictures may take to be seen, in milliseconds, on a busy machine. */
const TOLERANCE_MS = 8_000

test.describe.configure({ timeout: 300_000 })

let channel = ''
let games: string[] = []

async function prepare(name: string, video: GameVideo): Promise<void> {
  test.setTimeout(600_000)
  channel = `${name}-${Date.now()}`
  games = await createGames(channel, video)
}

/** Open the multi-view of all games of the channel by the picker, and wait until each picture plays. */
async function openAll(page: Page): Promise<void> {
  await page.goto(`${siteUrl(channel)}/multiview`)
  for (const name of [/^Owls at Foxes/, /^Bears at Hawks/, /^Wolves at Crows/, /^Moose at Elks/]) {
    await page.getByRole('button', { name }).click()
  }
  await page.getByRole('button', { name: 'Watch 4 games' }).click()
  await expectPlaying(page)
}

/** Wait until each of the four pictures has played for a second. */
async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(async () => (await readPictures(page)).length).toBe(4)
  const before = await readPictures(page)
  await expect
    .poll(
      async () => {
        const now = await readPictures(page)
        return Math.min(...now.map(({ time }, index) => time - (before[index]?.time ?? 0)))
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(1)
}

/** Expect each picture to play for a minute without a stall. */
async function expectMinuteWithoutStall(page: Page): Promise<void> {
  await watchPictures(page)
  const before = await readPictures(page)
  const startedAt = Date.now()
  await expect
    .poll(
      async () => {
        const now = await readPictures(page)
        return Math.min(...now.map(({ time }, index) => time - (before[index]?.time ?? 0)))
      },
      { timeout: 90_000, intervals: [500] },
    )
    .toBeGreaterThan(MINUTE_SECONDS)
  const took = Date.now() - startedAt
  expect((await readPictures(page)).map(({ stalls }) => stalls)).toEqual([0, 0, 0, 0])
  expect(took).toBeLessThan(MINUTE_SECONDS * 1000 + TOLERANCE_MS)
}

const sounds = async (page: Page) =>
  (await readPictures(page)).map(({ isMuted }) => (isMuted ? '-' : 'sound'))

test.describe('four games', () => {
  test.beforeAll(() => prepare('views', 'small'))

  test('play for a minute without a stall', { tag: '@nightly' }, async ({ page }) => {
    await startGames(channel, games)
    await openAll(page)
    await expectMinuteWithoutStall(page)
  })

  test('play at once, and one of them has sound', async ({ page }) => {
    await startGames(channel, games)
    await openAll(page)
    expect(new URL(page.url()).search).toMatch(/^\?events=\d+,\d+,\d+,\d+$/)
    expect(await sounds(page)).toEqual(['sound', '-', '-', '-'])
    await expect(page.locator('.multi-view__sound')).toHaveText('Sound: Owls at Foxes')
  })

  test('are used by keyboard, and survive a reload and the back button', async ({ page }) => {
    await startGames(channel, games)
    await openAll(page)
    await page.getByRole('button', { name: 'Owls at Foxes, with sound' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Bears at Hawks, with sound' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    expect(await sounds(page)).toEqual(['-', '-', '-', 'sound'])
    await page.keyboard.press('Enter')
    await expect(page.locator('.tile[data-full]')).toHaveAccessibleName('Moose at Elks')
    await page.keyboard.press('2')
    await expect(page.locator('.tile[data-full]')).toHaveAccessibleName('Bears at Hawks')
    await page.keyboard.press('Escape')
    await expect(page.locator('.tile[data-full]')).toHaveCount(0)
    expect(await sounds(page)).toEqual(['-', 'sound', '-', '-'])

    // A press on the picture with sound makes it large, and the others go on beside it.
    await page.getByRole('button', { name: 'Bears at Hawks, with sound' }).click()
    await expect(page.locator('.tile[data-large]')).toHaveAccessibleName('Bears at Hawks')
    await page.getByRole('button', { name: 'Hear Wolves at Crows' }).click()
    await page.getByRole('button', { name: 'Wolves at Crows, with sound' }).click()
    await expect(page.locator('.tile[data-large]')).toHaveAccessibleName('Wolves at Crows')
    await expectPlaying(page)
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'Remove: Moose at Elks' }).click()
    await expect(page.locator('.tile')).toHaveCount(3)
    await page.reload()
    await expect(page.locator('.tile')).toHaveCount(3)
    // Without a press on the new page, nothing has sound.
    await expect(page.locator('.multi-view__sound')).toHaveText('Press a picture to hear it.')
    await page.goBack()
    await expect(page.locator('.tile')).toHaveCount(4)
  })

  test('fit into a window of 1440 by 900 without scrolling', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await startGames(channel, games)
    await openAll(page)
    for (const layout of ['One large', 'Equal']) {
      await page.getByRole('button', { name: layout }).click()
      for (const tile of await page.locator('.tile').all()) {
        const box = await tile.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
      }
    }
  })

  test('are found from the page of a running game', async ({ page, request }) => {
    await startGames(channel, games)
    const key = await apiKey(request, channel)
    const running = await request.get(`${server}/api/events/running?api_key=${key}`)
    const [first] = ((await running.json()) as { data: { id: number }[] }).data
    await page.goto(`${siteUrl(channel)}/simulate?event_id=${first?.id}`)
    await page.getByRole('link', { name: 'Watch several games' }).click()
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(1)
    expect(await violationsOn(page)).toEqual([])
  })
})

test.describe('on a slow connection', () => {
  test.beforeAll(() => prepare('slow', 'large'))

  test('four games share it: the smallest renditions, and no stall', { tag: '@nightly' }, async ({
    page,
    request,
  }) => {
    await startGames(channel, games)
    const allowed = 1.2 * (await sumOfSmallest(request, channel))
    await page.setViewportSize({ width: 1920, height: 1080 })
    const connection = await Connection.of(page)
    await connection.limit(allowed)
    await openAll(page)
    const before = connection.received
    await expectMinuteWithoutStall(page)
    expect((connection.received - before) * 8).toBeLessThan(allowed * MINUTE_SECONDS)
    expect((await readPictures(page)).map(({ height }) => height)).toEqual([360, 360, 360, 360])
  })
})
