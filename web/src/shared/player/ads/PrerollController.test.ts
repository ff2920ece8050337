// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Preroll } from '@/shared/shell'
import { flushPromises } from '@/shared/testing/FakeClock'
import { aSponsorPreroll, createFrame, fakeVideoPlayback, showFrame, texts } from './adFakes'
import { PrerollController } from './PrerollController'

function createController(preroll: Preroll | null = aSponsorPreroll(), houseAd: Preroll | null = null) {
  const { stage, main } = createFrame()
  const report = vi.fn()
  const request = preroll && { choice: Promise.resolve({ preroll, report }), houseAd }
  const prerolls = { select: vi.fn(() => request), recordPlayed: vi.fn() }
  const go = vi.fn(() => void main.play())
  const gate = new PrerollController({ streamVideo: main, prerolls, texts, frame: () => stage, play: go })
  const ad = () => stage.querySelector<HTMLVideoElement>('.ad-break video')
  return { gate, main, ad, go, report, ...prerolls }
}
/** Return the ad after its chunk has loaded. */
async function visibleAd(ad: () => HTMLVideoElement | null): Promise<HTMLVideoElement> {
  return vi.waitFor(() => {
    const video = ad()
    if (!video) throw new Error('No ad')
    return video
  })
}

beforeEach(() => fakeVideoPlayback())
afterEach(() => document.body.replaceChildren())

test('nothing is requested or shown before the viewer plays', async () => {
  const { ad, select } = createController()
  await flushPromises()
  expect(select).not.toHaveBeenCalled()
  expect(ad()).toBeNull()
})

test('a stream without a pre-roll plays at once', async () => {
  const { main, ad, select } = createController(null)
  await main.play()
  expect(main.paused).toBe(false)
  expect(ad()).toBeNull()
  main.pause()
  await main.play()
  expect(select).toHaveBeenCalledTimes(1)
})

test('a stream waits for its pre-roll once, and plays after it', async () => {
  const { main, ad, go, recordPlayed } = createController()
  await main.play()
  expect(main.paused).toBe(true)
  const video = await visibleAd(ad)
  await flushPromises()
  expect(recordPlayed).not.toHaveBeenCalled()
  showFrame(video, 1)
  expect(recordPlayed).toHaveBeenCalledTimes(1)
  await main.play() // for example by a media key
  expect(main.paused).toBe(true)
  video.dispatchEvent(new Event('ended'))
  await flushPromises()
  expect(go).toHaveBeenCalledTimes(1)
  expect(main.paused).toBe(false)
  main.pause()
  await main.play()
  expect(main.paused).toBe(false)
  expect(ad()).toBeNull()
})

test('an ad that fails lets the stream play, and does not count as played', async () => {
  const { main, ad, go, recordPlayed } = createController()
  await main.play()
  const video = await visibleAd(ad)
  await flushPromises()
  video.dispatchEvent(new Event('error'))
  await flushPromises()
  expect(go).toHaveBeenCalledTimes(1)
  expect(main.paused).toBe(false)
  expect(recordPlayed).not.toHaveBeenCalled()
})

test('an ad is removed with its player, and does not start the stream', async () => {
  const { gate, main, ad, go } = createController()
  await main.play()
  await visibleAd(ad)
  gate.end()
  await flushPromises()
  expect(ad()).toBeNull()
  expect(go).not.toHaveBeenCalled()
})

test('a viewer who leaves before the ad has loaded sees no ad', async () => {
  const { gate, main, ad, go } = createController()
  await main.play()
  gate.end()
  await import('./AdBreak')
  await flushPromises()
  expect(ad()).toBeNull()
  expect(go).not.toHaveBeenCalled()
})

test('a lazy part of the page that fails to load does not delay the stream', async () => {
  vi.doMock('./AdBreak', () => Promise.reject(new TypeError('Failed to fetch')))
  const { main, ad, go } = createController()
  await main.play()
  await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(1))
  expect(ad()).toBeNull()
  expect(main.paused).toBe(false)
  vi.doUnmock('./AdBreak')
})

test('a VAST tag without an ad lets the channel’s own ad play, and reports nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response('<VAST version="4.2"></VAST>'))
  const tag = aSponsorPreroll({ url: null, vast_url: 'https://ads.test/tag', sponsor: 'feed' })
  const { main, ad, go, report, recordPlayed } = createController(tag, aSponsorPreroll({ id: 2 }))
  await main.play()
  await vi.waitFor(() => expect(ad()?.src).toContain('/files/test/feed.mp4'))
  const video = await visibleAd(ad)
  await flushPromises()
  showFrame(video, 1)
  expect(recordPlayed).toHaveBeenCalledWith(expect.objectContaining({ id: 2 }))
  video.dispatchEvent(new Event('ended'))
  await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(1))
  expect(report).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('a stream plays if the server chose no pre-roll', async () => {
  const { stage, main } = createFrame()
  const prerolls = {
    select: () => ({ choice: Promise.resolve(null), houseAd: null }),
    recordPlayed: vi.fn(),
  }
  const play = vi.fn()
  new PrerollController({ streamVideo: main, prerolls, texts, frame: () => stage, play })
  await main.play()
  expect(main.paused).toBe(true)
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(1))
})
