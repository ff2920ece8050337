import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect as expectSoon, type Page, test } from '@playwright/test'
import {
  chooseCaptions,
  createCaptionedVideo,
  describeFile,
  readPictureCaptions,
  readTextTrack,
  seekTo,
  shownCaptions,
} from './support/captions'
import { runTouchline } from './support/commands'
import { uniqueEmailAddress } from './support/emails'
import { getStream, openStream, publishStream, stopStream } from './support/live'
import { createEvent, ownChannelSlug, siteUrl } from './support/operator'
import { registerOperator, Session } from './support/session'

/** A busy machine needs its time for each state. */
const expect = expectSoon.configure({ timeout: 120_000 })
const CHANNEL = ownChannelSlug('clip-captions')
const PASSES =
  'subscriptions:\n  - {key: fan, name: Fan pass, price: {base: 5}, offer: monthly, capabilities: [watch, clipping, download_clip]}\n'

interface Clip {
  id: number
  uuid: string
  start_offset: number
  url: string
}

interface Event {
  media: { id: number; type: number; start_ts: number | null }[]
}

test.describe.configure({ timeout: 600_000 })
const encoders: ChildProcess[] = []
test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

/** Register a viewer who may save and download clips. */
async function registerFan(request: APIRequestContext): Promise<Session> {
  const login = uniqueEmailAddress('fan')
  const fan = await Session.register(request, CHANNEL, { login, password: 'tumbling pucks at noon' })
  const pass = ['subscription:fan', '--channel', CHANNEL, '--until', '2099-12-31']
  await runTouchline('orders', 'grant', login, ...pass)
  return fan
}

/** Return the bytes of a file, as the browser downloads it. */
async function fetchBytes(page: Page, url: string): Promise<Uint8Array> {
  const numbers = await page.evaluate(async target => {
    const response = await fetch(target)
    if (!response.ok) throw new Error(`the download answered ${response.status}`)
    return [...new Uint8Array(await response.arrayBuffer())]
  }, url)
  return Uint8Array.from(numbers)
}

/** Play the clip on a page, turn captions on by the keyboard, and expect the words at their second. */
async function expectCaptions(page: Page, clip: Clip, second: number, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expect(page.locator('.plyr')).toBeVisible()
  await expect(page.locator('.plyr [data-plyr="captions"]')).toBeAttached()
  await expect(async () => {
    if (!(await page.locator('.plyr--captions-active').isVisible())) await page.locator('.plyr').press('c')
    await expectSoon(page.locator('.plyr--captions-active')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await seekTo(page, clip.start_offset + second)
  await expect(shownCaptions(page)).toHaveText(words)
}

test('a clip of a live game keeps its captions: on its pages, after late ones, and in the downloaded file', async ({
  page,
  request,
}) => {
  const key = await createEvent(CHANNEL, 'starts: now -1m, duration: 2h', undefined, PASSES)
  const owner = await registerOperator(request, CHANNEL, 'owner')
  const fan = await registerFan(request)
  const captions = `/studio/events/${key}/stream/captions`
  await owner.send('PUT', captions, { languages: ['en', 'fr'] })
  const stream = await openStream(key, CHANNEL)
  encoders.push(await publishStream(stream, stream.key, ['-i', createCaptionedVideo()]))
  const findStream = async () => {
    const { media } = await fan.send<Event>('GET', `/events/${stream.event_id}`)
    return media.find(({ start_ts }) => start_ts !== null)
  }
  await expect.poll(async () => (await findStream())?.id ?? 0).toBeGreaterThan(0)
  const media = await findStream()
  if (!media?.start_ts) throw new Error('the stream has no start')

  const send = async (at: number, language: string, text: string) => {
    const [starts_at, ends_at] = [at, at + 2_500].map(instant => new Date(instant).toISOString())
    await owner.send('POST', captions, { language, captions: [{ text, starts_at, ends_at }] })
  }
  const spokenAt = Date.now()
  await send(spokenAt, 'en', 'The puck is dropped')
  await send(spokenAt, 'fr', 'La rondelle est en jeu')
  const body = {
    name: 'Face-off',
    tags: ['Save'],
    event_id: stream.event_id,
    event_media_id: media.id,
    start_time: spokenAt / 1000 - media.start_ts - 1,
    duration: 8,
  }
  const saved: { clip: Clip | null } = { clip: null }
  // The range is refused until the stream has all of it. Calls are limited.
  await expect
    .poll(
      async () => {
        const { status, data, error } = await fan.call<Clip>('POST', '/clip', body)
        if (status === 201) saved.clip = data
        return `${status} ${error ?? ''}`.trim()
      },
      { intervals: [5_000] },
    )
    .toBe('201')
  const { clip } = saved
  if (!clip) throw new Error('the clip was not saved')

  // Words that arrive after the cut.
  await send(spokenAt + 4_000, 'en', 'What a save')

  await page.goto(`${siteUrl(CHANNEL)}/share/${clip.id}/${clip.uuid}`)
  await expectCaptions(page, clip, 2, 'The puck is dropped')
  await page.locator('.plyr').press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await seekTo(page, clip.start_offset + 2)
  await expect(shownCaptions(page)).toHaveText('The puck is dropped')
  await page.locator('.plyr').press('f')
  await chooseCaptions(page, 'Français')
  await seekTo(page, clip.start_offset + 2)
  await expect(shownCaptions(page)).toHaveText('La rondelle est en jeu')

  // iPhones have no full screen for elements. Plyr then fills the window.
  const phone = await page.context().newPage()
  await phone.addInitScript(() => {
    for (const name of ['fullscreenEnabled', 'webkitFullscreenEnabled'])
      Object.defineProperty(Document.prototype, name, { get: () => false })
  })
  await phone.goto(`${siteUrl(CHANNEL)}/share_embed/${clip.id}/${clip.uuid}`)
  await chooseAndFill(phone, clip)
  await phone.close()

  await stopStream(stream, CHANNEL)
  await expect.poll(async () => (await getStream(stream, CHANNEL)).asset_id).not.toBeNull()
  const folder = mkdtempSync(join(tmpdir(), 'touchline-clip-'))
  const file = join(folder, 'clip.mp4')
  await expect(async () => {
    const { status, data } = await fan.call<{ url: string }>('GET', `/clip/download/${clip.id}`)
    expectSoon(status).toBe(200)
    writeFileSync(file, await fetchBytes(page, data.url))
    expectSoon(readTextTrack(file, 0)).toContain('What a save')
  }).toPass({ timeout: 240_000, intervals: [10_000] })
  const described = describeFile(file)
  expectSoon(described).toMatch(/\(eng\): Subtitle: mov_text/)
  expectSoon(described).toMatch(/\(fra\): Subtitle: mov_text/)
  expectSoon(readTextTrack(file, 0)).toMatch(/00:01\.0\d\d --> 00:03\.5\d\d\nThe puck is dropped/)
  expectSoon(readTextTrack(file, 1)).toContain('La rondelle est en jeu')
  expectSoon(readTextTrack(file, 2)).toMatch(/Caption \d+/)
  expectSoon(readPictureCaptions(file)).toMatch(/Caption \d+/)

  await page.reload()
  await expectCaptions(page, clip, 6, 'What a save')
})

/** Show captions in a player that fills the window. */
async function chooseAndFill(page: Page, clip: Clip): Promise<void> {
  await page.getByRole('button', { name: 'Play' }).first().click()
  await chooseCaptions(page, 'English')
  await page.locator('.plyr').press('f')
  await expect(page.locator('.plyr--fullscreen-fallback')).toBeVisible()
  await seekTo(page, clip.start_offset + 2)
  await expect(shownCaptions(page)).toHaveText('The puck is dropped')
}
