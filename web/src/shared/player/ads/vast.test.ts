// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AD_ERROR } from './ad'
import { requestAd } from './vast'
import { inline, linear, vast, wrapper } from './vastFakes'

const TAG = 'https://ads.test/tag'
const frameSize = { width: 1280, height: 720 }
const requests: string[] = []
const pings: string[] = []

/** Serve these documents. Every other URL returns 404. */
function serveDocuments(documents: Record<string, string>) {
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    requests.push(url)
    const body = documents[url.split('?')[0] ?? '']
    return body === undefined ? new Response('', { status: 404 }) : new Response(body)
  })
}

const requestFromTag = (tag = TAG) => requestAd(tag, frameSize, new AbortController().signal)

beforeEach(() => {
  requests.length = 0
  pings.length = 0
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        pings.push(url)
      }
    },
  )
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
})

describe('a tag with an ad', () => {
  test('returns the video, the advertiser, the skip delay and the link', async () => {
    serveDocuments({
      [TAG]: vast(inline(linear({ skipoffset: '00:00:05', visit: 'https://feed.test/?n=[IFA]' }))),
    })
    expect(await requestFromTag()).toMatchObject({
      url: 'https://ads.test/720.mp4',
      name: 'Feed & Seed',
      skipAfter: 5,
      clickUrl: 'https://feed.test/?n=-1',
    })
  })

  test('can have no skip delay and no valid link', async () => {
    serveDocuments({ [TAG]: vast(inline(linear({ visit: 'javascript:alert(1)' }))) })
    expect(await requestFromTag()).toMatchObject({ skipAfter: null, clickUrl: null })
  })

  test('is requested with its macros replaced', async () => {
    serveDocuments({ [TAG]: vast(inline(linear())) })
    await requestFromTag(`${TAG}?size=[PLAYERSIZE]&cb=[CACHEBUSTING]&ifa=[IFA]`)
    expect(requests[0]).toMatch(/\?size=1280%2C720&cb=\d{8}&ifa=-1$/)
  })

  test('can have a video and trackers relative to its own URL', async () => {
    serveDocuments({
      [TAG]: vast(inline(linear({ file: '/films/720.mp4', track: { start: '/start' } }), '')),
    })
    const ad = await requestFromTag()
    expect(ad.url).toBe('https://ads.test/films/720.mp4')
    ad.tracker?.started(8, false)
    ad.tracker?.progress(1)
    expect(pings).toEqual(['https://ads.test/seen', 'https://ads.test/start'])
  })

  test('is found through wrappers, whose trackers receive its events, too', async () => {
    serveDocuments({
      [TAG]: vast(wrapper('https://other.test/tag')),
      'https://other.test/tag': vast(inline(linear(), 'https://other.test')),
    })
    ;(await requestFromTag()).tracker?.started(8, false)
    expect(pings.toSorted()).toEqual(['https://ads.test/wrapped', 'https://other.test/seen'])
  })
})

test('every event of an ad is sent once to its trackers', async () => {
  const names = [
    'start',
    'firstQuartile',
    'midpoint',
    'thirdQuartile',
    'complete',
    'pause',
    'resume',
    'mute',
    'unmute',
    'skip',
  ]
  const track = Object.fromEntries(names.map(name => [name, `https://ads.test/${name}`]))
  serveDocuments({ [TAG]: vast(inline(linear({ track, visit: 'https://feed.test', clicked: '/clicked' }))) })
  const { tracker } = await requestFromTag()
  const countEvents = (act: () => void) => {
    pings.length = 0
    act()
    return pings.map(url => url.replace('https://ads.test/', ''))
  }
  expect(countEvents(() => tracker?.started(8, false))).toEqual(['seen'])
  expect(countEvents(() => tracker?.progress(1))).toEqual(['start'])
  expect(countEvents(() => tracker?.progress(1.2))).toEqual([])
  expect(countEvents(() => tracker?.progress(2))).toEqual(['firstQuartile'])
  expect(countEvents(() => tracker?.paused(true))).toEqual(['pause'])
  expect(countEvents(() => tracker?.paused(false))).toEqual(['resume'])
  expect(countEvents(() => tracker?.muted(true))).toEqual(['mute'])
  expect(countEvents(() => tracker?.muted(false))).toEqual(['unmute'])
  expect(countEvents(() => tracker?.clicked())).toEqual(['clicked'])
  expect(countEvents(() => tracker?.progress(7))).toEqual(['midpoint', 'thirdQuartile'])
  expect(countEvents(() => tracker?.completed())).toEqual(['complete'])
  expect(countEvents(() => tracker?.skipped())).toEqual(['skip'])
  expect(countEvents(() => tracker?.failed(AD_ERROR.broken))).toEqual(['error?code=405'])
})

describe('a tag without a playable ad fails', () => {
  const none = [
    ['that is empty', vast(''), 'no ad for us'],
    ['that is not XML', 'Service unavailable', 'Invalid VAST'],
    ['that is truncated', '<VAST version="4.2"><Ad><InLine>', 'Invalid VAST'],
    ['that is not VAST', '<html><body>Hello</body></html>', 'Invalid VAST'],
  ] as const
  test.each(none)('%s', async (_, document, why) => {
    serveDocuments({ [TAG]: document })
    await expect(requestFromTag()).rejects.toThrow(why)
  })

  test('that is missing', async () => {
    serveDocuments({})
    await expect(requestFromTag()).rejects.toThrow('404')
  })

  test('that an ad blocker blocks', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(requestFromTag()).rejects.toThrow('Failed to fetch')
  })

  test('if its wrapper’s URL is unreachable', async () => {
    serveDocuments({ [TAG]: vast(wrapper('https://gone.test/tag')) })
    await expect(requestFromTag()).rejects.toThrow('no ad for us')
    expect(pings).toEqual(['https://ads.test/error?code=301'])
  })

  test('if its wrappers form a circle', async () => {
    serveDocuments({ [TAG]: vast(wrapper(TAG)) })
    await expect(requestFromTag()).rejects.toThrow('no ad for us')
    expect(requests.length).toBeLessThanOrEqual(5)
    expect(pings.at(-1)).toBe('https://ads.test/error?code=302')
  })

  test('if this browser plays none of its files, which is reported', async () => {
    serveDocuments({ [TAG]: vast(inline(linear({ type: 'video/x-flv' }))) })
    await expect(requestFromTag()).rejects.toThrow('no ad for us')
    expect(pings).toEqual(['https://ads.test/error?code=403'])
  })

  test('that takes longer than the time limit', async () => {
    const patience = new AbortController()
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
    )
    const pending = requestAd(TAG, frameSize, patience.signal)
    patience.abort()
    await expect(pending).rejects.toThrow('abort')
  })
})

test('nothing is stored in the browser', async () => {
  serveDocuments({ [TAG]: vast(inline(linear())) })
  await requestFromTag()
  expect(localStorage.length + sessionStorage.length).toBe(0)
})
