// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Preroll } from '@/shared/shell'
import { aFilm, aStage, playingVideos, showPicture, texts } from './adFakes'
import { PrerollGate } from './PrerollGate'

function aGate(preroll: Preroll | null = aFilm()) {
  const { stage, main } = aStage()
  const prerolls = { choose: vi.fn(() => preroll), played: vi.fn() }
  const go = vi.fn(() => void main.play())
  const gate = new PrerollGate({ main, prerolls, texts, stage: () => stage, go })
  const ad = () => stage.querySelector<HTMLVideoElement>('.break video')
  return { gate, main, ad, go, ...prerolls }
}
const settled = () => new Promise(done => setTimeout(done))
/** The ad, once its part of the page has come. */
async function shown(ad: () => HTMLVideoElement | null): Promise<HTMLVideoElement> {
  return vi.waitFor(() => {
    const video = ad()
    if (!video) throw new Error('No ad')
    return video
  })
}

beforeEach(() => playingVideos())
afterEach(() => document.body.replaceChildren())

test('nothing is asked or shown before the viewer plays', async () => {
  const { ad, choose } = aGate()
  await settled()
  expect(choose).not.toHaveBeenCalled()
  expect(ad()).toBeNull()
})

test('a stream without an ad before it just plays', async () => {
  const { main, ad, choose } = aGate(null)
  await main.play()
  expect(main.paused).toBe(false)
  expect(ad()).toBeNull()
  main.pause()
  await main.play()
  expect(choose).toHaveBeenCalledTimes(1)
})

test('a stream waits for its ad once, and plays after it', async () => {
  const { main, ad, go, played } = aGate()
  await main.play()
  expect(main.paused).toBe(true)
  const video = await shown(ad)
  await settled()
  expect(played).not.toHaveBeenCalled()
  showPicture(video, 1)
  expect(played).toHaveBeenCalledTimes(1)
  await main.play() // a media key, say
  expect(main.paused).toBe(true)
  video.dispatchEvent(new Event('ended'))
  await settled()
  expect(go).toHaveBeenCalledTimes(1)
  expect(main.paused).toBe(false)
  main.pause()
  await main.play()
  expect(main.paused).toBe(false)
  expect(ad()).toBeNull()
})

test('an ad that fails lets the stream go, and counts as not played', async () => {
  const { main, ad, go, played } = aGate()
  await main.play()
  const video = await shown(ad)
  await settled()
  video.dispatchEvent(new Event('error'))
  await settled()
  expect(go).toHaveBeenCalledTimes(1)
  expect(main.paused).toBe(false)
  expect(played).not.toHaveBeenCalled()
})

test('an ad leaves with its player, and starts nothing', async () => {
  const { gate, main, ad, go } = aGate()
  await main.play()
  await shown(ad)
  gate.end()
  await settled()
  expect(ad()).toBeNull()
  expect(go).not.toHaveBeenCalled()
})

test('a viewer who leaves before the ad has come sees none', async () => {
  const { gate, main, ad, go } = aGate()
  await main.play()
  gate.end()
  await import('./AdBreak')
  await settled()
  expect(ad()).toBeNull()
  expect(go).not.toHaveBeenCalled()
})

test('a part of the page that does not come is no reason to wait', async () => {
  vi.doMock('./AdBreak', () => Promise.reject(new TypeError('Failed to fetch')))
  const { main, ad, go } = aGate()
  await main.play()
  await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(1))
  expect(ad()).toBeNull()
  expect(main.paused).toBe(false)
  vi.doUnmock('./AdBreak')
})
