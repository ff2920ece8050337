import type { ChildProcess } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { apiKey, game, VOD } from './support/api'
import {
  CHANNEL,
  ended,
  type LiveStream,
  openGame,
  publish,
  reopen,
  site,
  stop,
  streamOf,
} from './support/live'
import { FRAMES_A_SECOND, look } from './support/picture'

const encoders: ChildProcess[] = []

async function begin(stream: LiveStream, key = stream.key): Promise<ChildProcess> {
  const encoder = await publish(stream, key)
  encoders.push(encoder)
  return encoder
}

/** The picture goes on for a second more, as seen in what the browser shows. */
async function moves(page: Page): Promise<void> {
  const first = await look(page)
  await expect
    .poll(async () => Math.abs((await look(page)).frame - first.frame), { timeout: 30_000 })
    .toBeGreaterThan(FRAMES_A_SECOND)
    .catch(async (error: Error) => {
      throw new Error(`${error.message}\n\n${await playerState(page)}`)
    })
}

/** Return what the player shows and where it is, for the message of a failed test. */
async function playerState(page: Page): Promise<string> {
  const videos = await page.locator('video').evaluateAll(found =>
    (found as HTMLVideoElement[]).map(({ paused, ended, currentTime, readyState, buffered }) => {
      const ranges = Array.from({ length: buffered.length }, (_, i) => [buffered.start(i), buffered.end(i)])
      return { paused, ended, currentTime, readyState, ranges }
    }),
  )
  return `videos: ${JSON.stringify(videos)}\npage: ${await page.getByRole('main').innerText()}`
}

test.describe.configure({ timeout: 360_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

test('a game is watched while an encoder sends it, rewound, caught up with, and watched again when it is over', async ({
  page,
  request,
}) => {
  const stream = openGame()
  await page.goto(`${site}/watch/${stream.event_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Skating test')
  await expect(page.locator('video')).toHaveCount(0)

  let encoder = await begin(stream)
  // Nobody reloads the page or presses play: the game comes by itself.
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await moves(page)
  const live = page.getByRole('button', { name: 'Go to live' })
  await expect(live).toHaveAttribute('aria-disabled', 'true')

  // There must be something to go back to.
  await expect.poll(async () => (await look(page)).frame, { timeout: 60_000 }).toBeGreaterThan(400)
  await page.getByRole('slider', { name: 'Seek' }).press('Home')
  await expect.poll(async () => (await look(page)).frame).toBeLessThan(150)
  await expect(live).toHaveAttribute('aria-disabled', 'false')
  await moves(page)
  await live.press('Enter')
  await expect(live).toHaveAttribute('aria-disabled', 'true')
  await moves(page)

  encoder.kill('SIGKILL')
  await expect.poll(() => streamOf(stream).state).toBe('interrupted')
  encoder = await begin(stream)
  await expect.poll(() => streamOf(stream).state).toBe('live')
  await moves(page)

  encoder.kill()
  stop(stream)
  await expect.poll(() => streamOf(stream).state).toBe('finished')
  const key = await apiKey(request, CHANNEL)
  await expect
    .poll(async () => (await game(request, key, stream.event_id)).media.map(media => media.type), {
      timeout: 180_000,
    })
    .toContain(VOD)
  await page.goto(`${site}/watch/${stream.event_id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  expect((await look(page)).frame).toBeLessThan(100)
  await moves(page)
})

test('a game with two outages goes on, and so it does for who saw its end when it is reopened', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const stream = openGame()
  await page.goto(`${site}/watch/${stream.event_id}`)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  let encoder = await begin(stream)
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await moves(page)

  const notice = page.getByText('The stream from the venue has stopped')
  for (const outage of ['first', 'second']) {
    await test.step(`the ${outage} outage`, async () => {
      encoder.kill('SIGKILL')
      await expect(notice).toBeVisible({ timeout: 90_000 })
      encoder = await begin(stream)
      await expect(notice).toBeHidden({ timeout: 60_000 })
      await moves(page)
    })
  }

  encoder.kill()
  stop(stream)
  await expect(page.getByRole('heading', { name: 'That was the game' })).toBeVisible({ timeout: 90_000 })
  await begin(reopen(stream))
  // Whoever saw the end presses nothing: the game goes on by itself.
  await expect(page.locator('video')).toHaveCount(1, { timeout: 60_000 })
  await moves(page)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a wrong stream key is refused, the operator is told, and viewers see nothing of it', async ({
  page,
}) => {
  const stream = openGame()
  expect(await ended(await begin(stream, `${stream.key}x`))).not.toBe(0)
  await expect
    .poll(() => streamOf(stream).fault)
    .toBe('An encoder came with a wrong stream key and was refused.')
  expect(streamOf(stream).state).toBe('waiting')
  await page.goto(`${site}/watch/${stream.event_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Skating test')
  await expect(page.locator('video')).toHaveCount(0)
  stop(stream)
})
