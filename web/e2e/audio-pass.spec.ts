import type { ChildProcess } from 'node:child_process'
import { expect as expectSoon, test } from '@playwright/test'
import { uniqueEmailAddress } from './support/emails'
import { openStream, publishStream } from './support/live'
import { applyPack } from './support/operator'
import { startPlaying } from './support/playing'
import { Session } from './support/session'
import { translator } from './support/translations'

/** The first picture of a stream takes some seconds, and longer on a busy machine. */
const expect = expectSoon.configure({ timeout: 90_000 })

const encoders: ChildProcess[] = []

test.describe.configure({ timeout: 240_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

test('a viewer whose pass includes the audio only listens to a live game, and gets no picture of it', async ({
  browser,
  request,
}) => {
  const channel = `radio-${Date.now()}`
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events: '- {key: final, name: Final, category: hockey, starts: now -1m, duration: 2h, pass: paid}\n',
    packages:
      'packages:\n' +
      '  - {key: radio, name: Radio, type: season, price: {base: 5}, capabilities: [watch],\n' +
      '     availability: {audio_only: true}}\n' +
      '  - {key: season, name: Season, type: season, price: {base: 12}, capabilities: [watch]}\n',
  })
  const stream = await openStream('final', channel)
  encoders.push(await publishStream(stream))
  const listener = await Session.register(request, channel, {
    login: uniqueEmailAddress('listener'),
    password: 'Plum orchard, last frost',
  })
  const packages = await listener.send<{ id: number; name: string }[]>('GET', '/packages')
  const radio = packages.find(({ name }) => name === 'Radio')
  await listener.send('POST', '/stripe/buy', {
    type: 'package',
    id: radio?.id,
    payment_method: 'pm_card_visa',
  })

  const say = translator('fr')
  const context = await listener.openContext(browser, { width: 390, height: 844, language: 'fr' })
  const page = await context.newPage()
  const requested: string[] = []
  page.on('request', sent => requested.push(new URL(sent.url()).pathname))
  await page.goto(`/watch/${stream.event_id}`)
  await expect(page.getByText(say('Your pass includes the audio, but not the video.'))).toBeVisible()
  await expect(page.getByRole('link', { name: say('View passes with video') })).toBeVisible()
  await startPlaying(page, say)
  const size = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)
  expect(await size()).toBe(0)

  // The address of the audio opens no segment of the video.
  const audioPath = requested.findLast(path => /\/audio\/[^/]+\.ts$/.test(path)) as string
  const statuses = await page.evaluate(
    paths => Promise.all(paths.map(async path => (await fetch(path)).status)),
    [audioPath, audioPath.replace('/audio/', '/source/'), audioPath.replace('/audio/', '/small/')],
  )
  expect(statuses).toEqual([200, 403, 403])
  await context.close()
})
