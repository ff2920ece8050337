import type { ChildProcess } from 'node:child_process'
import { expect as expectSoon, test } from '@playwright/test'
import { chooseCaptions, createCaptionedVideo, seekTo, shownCaptions as shown } from './support/captions'
import { getStream, openStream, publishStream, stopStream } from './support/live'
import { createEvent, ownChannelSlug, siteUrl } from './support/operator'
import { registerOperator } from './support/session'

/** A busy machine needs its time for each state. */
const expect = expectSoon.configure({ timeout: 90_000 })
const CHANNEL = ownChannelSlug('captions')

test.describe.configure({ timeout: 400_000 })
const encoders: ChildProcess[] = []
test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

test('viewers read captions that are sent live, after rewinding, in full screen and in the recording', async ({
  page,
  request,
}) => {
  const key = await createEvent(CHANNEL, 'starts: now -1m, duration: 2h')
  const owner = await registerOperator(request, CHANNEL, 'owner')
  const captions = `/studio/events/${key}/stream/captions`
  await owner.send('PUT', captions, { languages: ['en', 'fr'] })
  const stream = await openStream(key, CHANNEL)
  encoders.push(await publishStream(stream, stream.key, ['-i', createCaptionedVideo()]))
  await page.goto(`${siteUrl(CHANNEL)}/watch/${stream.event_id}`)
  await expect(page.locator('video')).toHaveCount(1)
  const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(position).toBeGreaterThan(1)

  // Each caption says when its words were spoken.
  const send = async (language: string, text: string) => {
    const [starts_at, ends_at] = [0, 3].map(seconds => new Date(Date.now() + seconds * 1000).toISOString())
    await owner.send('POST', captions, { language, captions: [{ text, starts_at, ends_at }] })
  }
  await chooseCaptions(page, 'English')
  await send('en', 'The puck is dropped')
  await send('fr', 'La rondelle est en jeu')
  await expect(shown(page)).toHaveText('The puck is dropped')
  const at = await position()
  await expect(shown(page)).toHaveText('')

  const rewind = (seconds: number) => seekTo(page, seconds)
  await rewind(at - 1)
  await expect(shown(page)).toHaveText('The puck is dropped')
  await chooseCaptions(page, 'Français')
  await rewind(at)
  await expect(shown(page)).toHaveText('La rondelle est en jeu')
  await page.locator('.plyr').press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await rewind(at)
  await expect(shown(page)).toHaveText('La rondelle est en jeu')
  await page.keyboard.press('Escape')
  await chooseCaptions(page, 'Captions')
  await expect(shown(page)).toHaveText(/^Caption \d+$/)

  await stopStream(stream, CHANNEL)
  await expect.poll(async () => (await getStream(stream, CHANNEL)).asset_id).not.toBeNull()
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.player').getByRole('button', { name: 'Play' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go to live' })).toHaveCount(0, { timeout: 5_000 })
  }).toPass()
  await page.locator('.player').getByRole('button', { name: 'Play' }).first().click()
  await chooseCaptions(page, 'English')
  await rewind(at - 1)
  await expect(shown(page)).toHaveText('The puck is dropped')
})
