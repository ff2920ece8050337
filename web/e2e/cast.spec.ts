import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { apiKey, listFinishedEvents } from './support/api'
import { runTouchline } from './support/commands'
import { createEvent, demoVideoPath, ownChannelSlug, siteUrl } from './support/operator'
import { expectPlaying } from './support/playing'

const CHANNEL = ownChannelSlug('cast')

/** A fake of Google's sender script, with one device: Gym TV. The real one needs a device in the network. */
const SENDER = `
const listeners = new Set()
const player = { isConnected: false, isMediaLoaded: false, isPaused: false, currentTime: 0 }
const session = {
  getCastDevice: () => ({ friendlyName: 'Gym TV' }),
  loadMedia: async ({ media, currentTime }) => {
    Object.assign(player, { isConnected: true, isMediaLoaded: true, currentTime: currentTime ?? 0 })
    window.castLoads = [...(window.castLoads ?? []), media.contentId]
  },
  endSession: () => { current = null },
}
let current = null
const context = {
  setOptions: () => undefined,
  requestSession: async () => { current = session; player.isConnected = true },
  getCurrentSession: () => current,
}
window.cast = { framework: {
  CastContext: { getInstance: () => context },
  RemotePlayer: class { constructor() { return player } },
  RemotePlayerController: class {
    addEventListener(_, listener) { listeners.add(listener) }
    removeEventListener(_, listener) { listeners.delete(listener) }
    playOrPause() { player.isPaused = !player.isPaused; for (const listener of listeners) listener() }
    seek() { for (const listener of listeners) listener() }
  },
  RemotePlayerEventType: { ANY_CHANGE: 'anyChanged' },
} }
window.chrome.cast = {
  AutoJoinPolicy: { ORIGIN_SCOPED: 'origin_scoped' },
  media: {
    DEFAULT_MEDIA_RECEIVER_APP_ID: 'CC1AD845',
    MediaInfo: class { constructor(contentId) { this.contentId = contentId } },
    LoadRequest: class { constructor(media) { this.media = media } },
    StreamType: { LIVE: 'LIVE', BUFFERED: 'BUFFERED' },
    HlsSegmentFormat: { TS: 'ts' },
    HlsVideoSegmentFormat: { MPEG2_TS: 'mpeg2_ts' },
  },
}
window.__onGCastApiAvailable(true)
`

async function createRecording(): Promise<void> {
  const settings = 'settings: {google_cast: true}\n'
  const key = await createEvent(CHANNEL, 'starts: now -24h, duration: 150s', 'game', undefined, settings)
  const options = ['--event', key, '--channel', CHANNEL, '--wait', '--json']
  await runTouchline('recordings', 'add', demoVideoPath(), ...options)
}

async function openGame(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { chrome: {} }))
  await page.route('https://www.gstatic.com/cv/js/sender/**', route =>
    route.fulfill({ contentType: 'text/javascript', body: SENDER }),
  )
  const [game] = await listFinishedEvents(page.request, await apiKey(page.request, CHANNEL))
  await page.goto(`${siteUrl(CHANNEL)}/watch/${game?.id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expectPlaying(page)
}

/** Fetch a stream down to its first segment, as the receiver does: from another origin, and without cookies. */
async function fetchAsReceiver(context: BrowserContext, url: string): Promise<number> {
  const receiver = await context.newPage()
  await receiver.goto(siteUrl('atelier'))
  return receiver.evaluate(async master => {
    const load = (address: string) => fetch(address, { mode: 'cors', credentials: 'omit' })
    const lastLine = async (address: string) => {
      const lines = (await (await load(address)).text()).split('\n')
      return new URL(lines.find(line => line && !line.startsWith('#')) ?? '', address).href
    }
    const segment = await load(await lastLine(await lastLine(master)))
    return (await segment.arrayBuffer()).byteLength
  }, url)
}

test.beforeAll(createRecording)

test('a viewer plays a recording on a Cast device, and goes on here', async ({ page, browser }) => {
  await openGame(page)
  await page.getByRole('button', { name: 'Play on another screen' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Playing on Gym TV' })).toBeVisible()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)

  const [url = ''] = await page.evaluate(() => (window as unknown as { castLoads: string[] }).castLoads)
  const context = await browser.newContext({ bypassCSP: true })
  expect(await fetchAsReceiver(context, url)).toBeGreaterThan(10_000)
  await context.close()

  await page.getByRole('button', { name: 'Pause', exact: true }).last().click()
  await expect(page.getByRole('status').filter({ hasText: 'Paused on Gym TV' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue on this device' }).click()
  await expect(page.getByText('Gym TV')).toHaveCount(0)
  await expectPlaying(page)
})

test('nothing is loaded from Google before the button is pressed', async ({ page }) => {
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).hostname))
  await openGame(page)
  expect(requested.filter(host => host.includes('gstatic'))).toEqual([])
})
