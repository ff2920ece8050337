import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { inline, linear, vast, wrapper } from '../src/shared/player/ads/vastFakes'
import { freeLibraryItem, freeRecording } from './support/api'
import { FRAME_RATE, readFrame } from './support/frameCounter'
import {
  listPrerolls,
  type Preroll,
  recordingWithPreroll,
  withAdServer,
  withAdTimeout,
  withPreroll,
} from './support/prerolls'

test.describe.configure({ timeout: 120_000 })

const ad = (page: Page, name = 'Advertisement') => page.getByRole('region', { name })
const pressPlay = (page: Page) => page.getByRole('button', { name: 'Play' }).first().click()
const skip = (page: Page) => ad(page).getByRole('button', { name: 'Skip ad' })

/** Expect the ad to play frames that are not blank. Then pause the ad, so that the test has time for its checks. */
async function expectAd(page: Page, name?: string): Promise<void> {
  const seen = await ad(page, name)
    .locator('video')
    .evaluate(async (video: HTMLVideoElement) => {
      const frame = () =>
        new Promise<number>(done => video.requestVideoFrameCallback((_, { mediaTime }) => done(mediaTime)))
      // Frames are slow on a busy machine, and the ad must not end before the second frame.
      video.defaultPlaybackRate = video.playbackRate = 0.1
      const times = [await frame(), await frame()]
      video.pause()
      video.playbackRate = 1
      const context = new OffscreenCanvas(32, 18).getContext('2d')
      context?.drawImage(video, 0, 0, 32, 18)
      const pixels = context?.getImageData(0, 0, 32, 18).data ?? []
      return { times, shades: new Set(pixels).size }
    })
  expect(seen.times[1]).toBeGreaterThan(seen.times[0] ?? 0)
  expect(seen.shades).toBeGreaterThan(8)
}

const continuePlaying = (page: Page) => ad(page).getByRole('button', { name: 'Play' }).click()

async function expectEvent(page: Page): Promise<void> {
  await expect(ad(page)).toHaveCount(0)
  const first = await readFrame(page)
  await expect.poll(async () => (await readFrame(page)).frame).toBeGreaterThan(first.frame + FRAME_RATE / 2)
}

/** Return a check of whether the page has started an ad break since it loaded. */
async function watchForAds(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const seen = () =>
      document.querySelector('.ad-break') && document.documentElement.setAttribute('data-ad', '')
    new MutationObserver(seen).observe(document, { childList: true, subtree: true })
  })
  return () => page.locator('html').evaluate(html => html.hasAttribute('data-ad'))
}

/** Return the channel's own pre-roll video, which viewers can skip. */
async function sponsorVideo(request: Parameters<typeof listPrerolls>[0]): Promise<Preroll & { url: string }> {
  const found = (await listPrerolls(request)).find(
    ({ url, skip_after }) => url !== null && skip_after !== null,
  )
  if (found?.url == null) throw new Error('the demo has no skippable pre-roll video')
  return { ...found, url: found.url }
}

test('the sponsor’s video plays before the game, can be skipped after a delay, and does not return for an hour', async ({
  page,
  request,
}) => {
  const preroll = await sponsorVideo(request)
  const game = await recordingWithPreroll(request, preroll)
  const hadAd = await watchForAds(page)
  await withAdTimeout(page)
  await page.goto(`/watch/${game.id}`)
  await pressPlay(page)
  await expectAd(page)
  await expect(ad(page).getByText(/^Ad · 0:\d\d$/)).toBeVisible()
  await expect(ad(page).getByText(/^Skip in [1-9] s$/)).toBeVisible()
  await expect(skip(page)).toBeHidden()
  const sponsor = ad(page).getByRole('link', { name: `Visit ${preroll.name}` })
  await expect(sponsor).toHaveAttribute('href', preroll.click_url ?? '')
  await expect(sponsor).toHaveAttribute('target', '_blank')
  await continuePlaying(page)
  await skip(page).click()
  await expectEvent(page)
  await page.reload()
  await pressPlay(page)
  await expectEvent(page)
  expect(await hadAd()).toBe(false)
})

test('the game starts when the pre-roll ends', async ({ page, request }) => {
  const { url } = await sponsorVideo(request)
  await withPreroll(page, { url })
  await withAdTimeout(page)
  await page.goto(`/watch_embed/${(await freeRecording(request)).id}`)
  await pressPlay(page)
  await expectAd(page)
  await ad(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.5
    })
  await continuePlaying(page)
  await expectEvent(page)
})

test('a pre-roll takes the focus, can be skipped by keyboard, and returns the focus to the player', async ({
  page,
  request,
}) => {
  const { url } = await sponsorVideo(request)
  await withPreroll(page, { url, skip_after: 0 })
  await withAdTimeout(page)
  await page.goto(`/watch/${(await freeRecording(request)).id}`)
  await page.getByRole('button', { name: 'Play' }).first().press('Enter')
  await expectAd(page)
  await expect(ad(page)).toBeFocused()
  await expect(ad(page).getByRole('status')).toContainText('You can skip the ad now.')
  await page.keyboard.press('m')
  for (const name of ['Play', 'Unmute', 'Full screen', 'Skip ad']) {
    await page.keyboard.press('Tab')
    await expect(ad(page).getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expectEvent(page)
  await expect(page.locator('.plyr')).toBeFocused()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
})

for (const width of [390, 1440]) {
  test(`a pre-roll in French at ${width} px has no axe violations`, {
    tag: '@nightly',
  }, async ({ browser, request, baseURL }) => {
    const { url } = await sponsorVideo(request)
    const context = await browser.newContext({ locale: 'fr-CA', baseURL, viewport: { width, height: 844 } })
    const page = await context.newPage()
    await withPreroll(page, { url, skip_after: 0, click_url: 'https://example.org' })
    await withAdTimeout(page)
    await page.goto(`/watch/${(await freeRecording(request)).id}`)
    await page.getByRole('button', { name: 'Lecture' }).first().click()
    const region = ad(page, 'Publicité')
    await expectAd(page, 'Publicité')
    await expect(region.getByRole('button', { name: 'Passer la pub' })).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include('.player').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(', ')}`)).toEqual(
      [],
    )
    for (const part of await region.locator('a, button').all()) {
      const box = await part.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width, await part.innerText()).toBe(true)
    }
    await context.close()
  })
}

test('a VAST tag behind a wrapper plays, and its trackers receive the events', { tag: '@nightly' }, async ({
  page,
  request,
}) => {
  const { url } = await sponsorVideo(request)
  const tracked = ['start', 'firstQuartile', 'complete', 'skip', 'mute', 'unmute']
  const track = Object.fromEntries(tracked.map(event => [event, `/ads/${event}`]))
  const creative = linear({ file: url, skipoffset: '00:00:01', visit: 'https://example.org/feed', track })
  const adServer = await withAdServer(page, {
    '/ads/tag': vast(wrapper('inner', '/ads')),
    '/ads/inner': vast(inline(creative, '/ads')),
  })
  await withPreroll(page, { vast_url: '/ads/tag' })
  await withAdTimeout(page)
  await page.goto(`/watch/${(await freeRecording(request)).id}`)
  await pressPlay(page)
  await expectAd(page)
  await expect(ad(page).getByRole('link', { name: 'Visit Feed & Seed' })).toHaveAttribute(
    'href',
    'https://example.org/feed',
  )
  await ad(page).getByRole('button', { name: 'Mute' }).click()
  await continuePlaying(page)
  await expect.poll(() => adServer).toContain('firstQuartile')
  await skip(page).click()
  await expectEvent(page)
  await expect.poll(() => adServer).toContain('skip')
  expect(adServer.toSorted()).toEqual(['firstQuartile', 'mute', 'seen', 'skip', 'start', 'wrapped'])
})

test('the demo’s own VAST tag plays before its games', { tag: '@nightly' }, async ({ page, request }) => {
  const tag = (await listPrerolls(request)).find(({ vast_url }) => vast_url !== null)
  if (!tag) throw new Error('the demo has no VAST tag')
  await withAdTimeout(page)
  await page.goto(`/watch/${(await recordingWithPreroll(request, tag)).id}`)
  await pressPlay(page)
  await expectAd(page)
})

const FAILING_ADS: Record<string, Partial<Preroll>> = {
  'a missing video': { url: '/ads/gone.mp4' },
  'a video that never loads': { url: '/never/video.mp4' },
  'a blocked video': { url: '/blocked/video.mp4' },
  'a VAST tag without an ad': { vast_url: '/ads/empty' },
  'a VAST tag that never responds': { vast_url: '/never/tag' },
  'a VAST tag of a host that the channel does not allow': { vast_url: 'https://ads.invalid/tag' },
}

for (const [what, preroll] of Object.entries(FAILING_ADS)) {
  test(`a game plays despite ${what}`, {
    tag: 'url' in preroll && preroll.url?.startsWith('/never/') ? [] : '@nightly',
  }, async ({ page, request }) => {
    await withAdServer(page, { '/ads/empty': vast('') })
    await page.route('**/blocked/**', route => route.abort('blockedbyclient'))
    await page.route('**/never/**', () => undefined)
    await withPreroll(page, preroll)
    const tried = await watchForAds(page)
    await page.goto(`/watch/${(await freeRecording(request)).id}`)
    await pressPlay(page)
    await expectEvent(page)
    expect(await tried()).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

test('a library video plays without a pre-roll', { tag: '@nightly' }, async ({ page, request, baseURL }) => {
  const { url } = await sponsorVideo(request)
  await withPreroll(page, { url })
  const hadAd = await watchForAds(page)
  const address = new URL(`/vod_library/${(await freeLibraryItem(request)).id}`, baseURL)
  await page.goto(address.href.replace('prairie', 'atelier'))
  await pressPlay(page)
  await expectEvent(page)
  expect(await hadAd()).toBe(false)
})
