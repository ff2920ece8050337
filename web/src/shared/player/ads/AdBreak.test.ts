// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AdBreak } from './AdBreak'
import { aSponsorPreroll, createFrame, fakeVideoPlayback, showFrame, texts } from './adFakes'
import { AD_TIMEOUT_S } from './adTimeout'
import { inline, linear, vast } from './vastFakes'

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

async function startAd(changes: Parameters<typeof aSponsorPreroll>[0] = {}) {
  const { stage, main, control } = createFrame()
  const onStart = vi.fn()
  const over = vi.fn()
  const report = vi.fn()
  const adBreak = new AdBreak({
    frame: stage,
    streamVideo: main,
    preroll: aSponsorPreroll(changes),
    texts,
    onStart,
    report,
  })
  const video = stage.querySelector<HTMLVideoElement>('.ad-break video')
  if (!video) throw new Error('No ad')
  void adBreak.run().then(over)
  await seconds(0)
  const label = (name: string) => stage.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  const skip = () => stage.querySelector<HTMLButtonElement>('.ad-break__skip:not([hidden])')
  const text = (part: string) => stage.querySelector(`.ad-break__${part}`)?.textContent
  const said = () => stage.querySelector('p[role="status"]')?.textContent
  return { adBreak, stage, main, control, video, onStart, report, over, label, skip, text, said }
}

beforeEach(() => {
  vi.useFakeTimers()
  fakeVideoPlayback()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('an ad', () => {
  test('counts down, and ends with its video', async () => {
    const { video, onStart, over, text } = await startAd()
    expect(onStart).not.toHaveBeenCalled()
    showFrame(video, 0)
    expect(onStart).toHaveBeenCalledTimes(1)
    expect(text('countdown')).toBe('Ad · 0:08')
    showFrame(video, 6.4)
    expect(text('countdown')).toBe('Ad · 0:02')
    video.dispatchEvent(new Event('ended'))
    await seconds(0)
    expect(over).toHaveBeenCalled()
    expect(onStart).toHaveBeenCalledTimes(1)
  })

  test('can be skipped after the channel’s delay, which is displayed', async () => {
    const { video, over, skip, text, said } = await startAd()
    showFrame(video, 3.2)
    expect(skip()).toBeNull()
    expect(text('skip-notice')).toBe('Skip in 2 s')
    expect(said()).toBe('An ad of 8 s ')
    showFrame(video, 5)
    expect(text('skip-notice')).toBe('')
    expect(said()).toBe('An ad of 8 s You can skip the ad now. ')
    skip()?.click()
    await seconds(0)
    expect(over).toHaveBeenCalled()
  })

  test('can be skipped at once with a delay of 0, and never without a delay', async () => {
    const at = await startAd({ skip_after: 0 })
    showFrame(at.video, 0)
    expect(at.skip()).not.toBeNull()
    document.body.replaceChildren()
    const never = await startAd({ skip_after: null })
    showFrame(never.video, 7.9)
    expect(never.skip()).toBeNull()
    expect(never.text('skip-notice')).toBe('')
  })

  test('opens the sponsor’s site in a new tab and pauses', async () => {
    const { stage, video } = await startAd()
    showFrame(video, 1)
    const link = stage.querySelector<HTMLAnchorElement>('.ad-break__visit')
    expect(link).toMatchObject({ href: 'https://feed.test/', target: '_blank', rel: 'noopener sponsored' })
    expect(link?.textContent).toBe('Visit Feed & Seed, opens in a new tab')
    link?.click()
    expect(video.paused).toBe(true)
  })

  test('has no link if its URL is not a web address', async () => {
    const { stage } = await startAd({ click_url: 'javascript:alert(1)' })
    expect(stage.querySelector('.ad-break__visit')).toBeNull()
  })

  test('uses the player’s volume and keeps changes of it', async () => {
    const { stage, main } = createFrame()
    Object.assign(main, { muted: true, volume: 0.4 })
    void new AdBreak({
      frame: stage,
      streamVideo: main,
      preroll: aSponsorPreroll(),
      texts,
      onStart: () => undefined,
      report: null,
    }).run()
    await seconds(0)
    const video = stage.querySelector<HTMLVideoElement>('.ad-break video')
    expect(video).toMatchObject({ muted: true, volume: 0.4 })
    stage.querySelector<HTMLButtonElement>('[aria-label="Unmute"]')?.click()
    expect(video?.muted).toBe(false)
    expect(main.muted).toBe(false)
  })

  test('that cannot start with sound starts muted', async () => {
    fakeVideoPlayback(async video => {
      if (!video.muted) throw new DOMException('', 'NotAllowedError')
    })
    const { video, main, over } = await startAd()
    showFrame(video, 0)
    expect(video).toMatchObject({ muted: true, paused: false })
    expect(main.muted).toBe(false)
    expect(over).not.toHaveBeenCalled()
  })
})

describe('the reports to the channel', () => {
  const events = (report: ReturnType<typeof vi.fn>) => report.mock.calls.map(([event]) => event)

  test('are the start, each quartile once, and the end', async () => {
    const { video, report } = await startAd()
    for (const at of [0, 1, 2, 3, 2, 4, 5, 6.5, 7.9]) showFrame(video, at)
    expect(events(report)).toEqual(['start', 'first_quartile', 'midpoint', 'third_quartile'])
    video.dispatchEvent(new Event('ended'))
    expect(events(report).at(-1)).toBe('complete')
    expect(report).toHaveBeenCalledTimes(5)
  })

  test('include a click, and nothing after a skip', async () => {
    const { stage, video, report, skip } = await startAd({ skip_after: 0 })
    showFrame(video, 1)
    stage.querySelector<HTMLElement>('.ad-break__visit')?.click()
    skip()?.click()
    showFrame(video, 8)
    expect(events(report)).toEqual(['start', 'click'])
  })

  test('are empty for an ad that never shows', async () => {
    const { video, report } = await startAd()
    video.dispatchEvent(new Event('error'))
    expect(report).not.toHaveBeenCalled()
  })
})

describe('the keyboard', () => {
  const press = (target: Element | null, key: string) =>
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

  test('controls the ad with the player’s keys, and does not reach the player below', async () => {
    const { stage, main, video, label } = await startAd()
    const below = vi.fn()
    stage.addEventListener('keydown', below)
    showFrame(video, 1)
    const ad = label('Advertisement')
    press(ad, 'k')
    expect(video.paused).toBe(true)
    press(ad, ' ')
    expect(video.paused).toBe(false)
    press(ad, 'm')
    expect([video.muted, main.muted]).toEqual([true, true])
    press(ad, 'ArrowRight')
    press(ad, 'ArrowDown')
    expect(main.volume).toBeCloseTo(0.9)
    expect(below).not.toHaveBeenCalled()
  })

  test('focuses the ad in place of the player, and the player after the ad', async () => {
    const { stage, main, control } = createFrame()
    control.focus()
    const adBreak = new AdBreak({
      frame: stage,
      streamVideo: main,
      preroll: aSponsorPreroll(),
      texts,
      onStart: () => undefined,
      report: null,
    })
    const over = adBreak.run()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Advertisement')
    expect([main.inert, control.inert]).toEqual([true, true])
    adBreak.end()
    await over
    expect(document.activeElement).toBe(stage)
    expect([main.inert, control.inert]).toEqual([false, false])
    expect(stage.querySelector('.ad-break')).toBeNull()
  })

  test('keeps its focus if that is elsewhere on the page', async () => {
    const elsewhere = document.createElement('button')
    document.body.append(elsewhere)
    elsewhere.focus()
    const { adBreak } = await startAd()
    adBreak.end()
    await seconds(0)
    expect(document.activeElement).toBe(elsewhere)
  })
})

describe('trackers', () => {
  const TAG = 'https://ads.test/tag'

  /** Return the tracker calls since the last check. */
  function recordCalls() {
    const events: string[] = []
    class Ping {
      set src(url: string) {
        events.push(url.replace('https://ads.test/', ''))
      }
    }
    vi.stubGlobal('Image', Ping)
    return () => events.splice(0)
  }

  test('receive a viewer’s actions on an ad', async () => {
    const events = recordCalls()
    const names = ['start', 'pause', 'resume', 'mute', 'complete']
    const track = Object.fromEntries(names.map(name => [name, `https://ads.test/${name}`]))
    const creative = linear({ track, visit: 'https://feed.test', clicked: '/clicked' })
    vi.stubGlobal('fetch', async () => new Response(vast(inline(creative))))
    const { video, label, stage } = await startAd({ url: null, vast_url: TAG })
    await vi.waitFor(() => expect(video.src).toBe('https://ads.test/720.mp4'))
    showFrame(video, 1)
    expect(events()).toEqual(['seen', 'start'])
    label('Pause')?.click()
    expect(events()).toEqual(['pause'])
    label('Play')?.click()
    await seconds(0)
    expect(events()).toEqual(['resume'])
    label('Mute')?.click()
    expect(events()).toEqual(['mute'])
    stage.querySelector<HTMLAnchorElement>('.ad-break__visit')?.click()
    expect(events()).toEqual(['clicked', 'pause'])
    video.dispatchEvent(new Event('ended'))
    expect(events()).toEqual(['complete'])
  })

  test('receive an error if the video could not be shown', async () => {
    const events = recordCalls()
    vi.stubGlobal('fetch', async () => new Response(vast(inline(linear()))))
    const { video, over } = await startAd({ url: null, vast_url: TAG })
    await vi.waitFor(() => expect(video.src).toBeTruthy())
    video.dispatchEvent(new Event('error'))
    await vi.waitFor(() => expect(over).toHaveBeenCalled())
    expect(events()).toEqual(['error?code=405'])
  })
})

describe('an ad that does not play', () => {
  test('ends if its video is missing or is not a video', async () => {
    const { video, over, onStart } = await startAd()
    video.dispatchEvent(new Event('error'))
    await seconds(0)
    expect(over).toHaveBeenCalled()
    expect(onStart).not.toHaveBeenCalled()
  })

  test('ends if its duration is infinite', async () => {
    const { video, over, onStart } = await startAd()
    showFrame(video, 0, Number.POSITIVE_INFINITY)
    await seconds(0)
    expect(over).toHaveBeenCalled()
    expect(onStart).not.toHaveBeenCalled()
  })

  test('ends if the browser does not start it', async () => {
    fakeVideoPlayback(() => Promise.reject(new DOMException('', 'NotSupportedError')))
    expect((await startAd()).over).toHaveBeenCalled()
  })

  test('ends if playback does not advance for five seconds', async () => {
    fakeVideoPlayback(() => new Promise(() => undefined))
    const { over } = await startAd()
    await seconds(AD_TIMEOUT_S - 1)
    expect(over).not.toHaveBeenCalled()
    await seconds(1)
    expect(over).toHaveBeenCalled()
  })

  test('ends if it stalls, but not if the viewer pauses it', async () => {
    const { video, over, label } = await startAd()
    showFrame(video, 1)
    label('Pause')?.click()
    await seconds(60)
    expect(over).not.toHaveBeenCalled()
    label('Play')?.click()
    await seconds(AD_TIMEOUT_S)
    expect(over).toHaveBeenCalled()
  })

  test('ends if its tag is empty', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { over } = await startAd({ url: null, vast_url: 'https://ads.test/tag' })
    await vi.waitFor(() => expect(over).toHaveBeenCalled())
  })

  test('ends if it is hidden', async () => {
    Element.prototype.checkVisibility = () => false
    const { over } = await startAd()
    expect(over).toHaveBeenCalled()
    Reflect.deleteProperty(Element.prototype, 'checkVisibility')
  })
})
