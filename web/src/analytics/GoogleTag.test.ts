// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GoogleTag, type TagWindow } from './GoogleTag'
import { TagService } from './TagService'
import { createTrackedPage } from './testing/trackedPage'

const EVENT_ITEM = { type: 'event', id: 12, name: 'Timber @ Tide', price: '9.99', currency: 'USD' } as const
const PASS = { type: 'package', id: 3, name: 'Hockey season', price: '41.49', currency: 'USD' } as const
const ORDER = { order: 77, value: '10.74', currency: 'USD', coupon: null, items: [EVENT_ITEM] } as const

/** Entries that Google's script reads from the page's queue. */
const dataLayerEntries = (window: TagWindow) =>
  (window.dataLayer ?? []).map(entry => Array.from(entry as ArrayLike<unknown>))

function createTag({ debug = false } = {}) {
  const window: TagWindow = {}
  const load = vi.fn()
  const tag = new GoogleTag({
    tag: 'G-TEST',
    isDebug: debug,
    window,
    origin: 'https://watch.example.org',
    load,
  })
  return { window, load, tag, events: () => dataLayerEntries(window).filter(([name]) => name === 'event') }
}

describe('Google’s tag', () => {
  it('loads under the channel’s own tag ID, without ads or automatic page views', () => {
    const { load, window } = createTag()
    expect(load.mock.calls).toEqual([['https://www.googletagmanager.com/gtag/js?id=G-TEST']])
    const commands = dataLayerEntries(window)
    expect(commands.map(([name]) => name)).toEqual(['js', 'consent', 'config'])
    expect(commands[1]?.[2]).toMatchObject({ ad_storage: 'denied', analytics_storage: 'granted' })
    expect(commands[2]).toEqual([
      'config',
      'G-TEST',
      {
        ...{ page_location: 'https://watch.example.org/', page_referrer: '' },
        ...{ send_page_view: false, allow_google_signals: false, allow_ad_personalization_signals: false },
      },
    ])
  })

  it('queues `arguments` objects, not arrays', () => {
    expect(Object.prototype.toString.call(createTag().window.dataLayer?.[0])).toBe('[object Arguments]')
  })

  it('receives page views and purchases in GA4’s format', () => {
    const { tag, events } = createTag()
    tag.page('/packages')
    tag.list({ list: 'passes', items: [PASS] })
    tag.select({ list: 'passes', items: [PASS] })
    tag.checkout([EVENT_ITEM])
    tag.purchase({ ...ORDER, coupon: 'TIPOFF20' })
    const pass = {
      item_id: 'package-3',
      item_name: 'Hockey season',
      item_category: 'Package',
      price: 41.49,
      quantity: 1,
    }
    const game = {
      item_id: 'event-12',
      item_name: 'Timber @ Tide',
      item_category: 'Game',
      price: 9.99,
      quantity: 1,
    }
    const common = {
      ...{ send_to: 'G-TEST', page_location: 'https://watch.example.org/packages', page_referrer: '' },
    }
    const order = { transaction_id: '77', value: 10.74, currency: 'USD', coupon: 'TIPOFF20' }
    expect(events().map(([, ...event]) => event)).toEqual([
      ['page_view', common],
      ['view_item_list', { ...common, item_list_id: 'passes', items: [pass] }],
      ['select_item', { ...common, item_list_id: 'passes', items: [pass] }],
      ['begin_checkout', { ...common, value: 9.99, currency: 'USD', items: [game] }],
      ['purchase', { ...common, ...order, items: [game] }],
    ])
  })

  it('receives every event with the viewer’s page, and never a query or the referrer', () => {
    history.replaceState(null, '', '/share/3/0d9f8f5a-58cb-4bd6-97a7-b3a2d7d3a4c9?api_key=s3cret#top')
    const { tag, window } = createTag()
    tag.list({ list: 'passes', items: [PASS] })
    tag.page('/packages')
    tag.purchase(ORDER)
    history.replaceState(null, '', '/')
    const entries = dataLayerEntries(window).filter(([name]) => name !== 'js' && name !== 'consent')
    const places = entries.map(entry => entry.at(-1) as Record<string, unknown>)
    const host = 'https://watch.example.org'
    expect(entries.map(([name]) => name)).toEqual(['config', 'event', 'set', 'event', 'event'])
    expect(places.map(one => [one.page_location, one.page_referrer])).toEqual([
      [`${host}/share/3/:key`, ''],
      [`${host}/share/3/:key`, ''],
      [`${host}/packages`, ''],
      [`${host}/packages`, ''],
      [`${host}/packages`, ''],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/s3cret|0d9f8f5a/)
  })

  it('is disabled, and its cookies are deleted, when the viewer withdraws consent', () => {
    const { tag, window } = createTag()
    // biome-ignore lint/suspicious/noDocumentCookie: as Google sets it.
    document.cookie = '_ga=GA1.1.1; Path=/'
    tag.stop()
    expect(window['ga-disable-G-TEST']).toBe(true)
    expect(document.cookie).not.toContain('_ga')
  })

  it('uses Google’s debug view in debug mode', () => {
    expect(dataLayerEntries(createTag({ debug: true }).window)[2]?.[2]).toMatchObject({ debug_mode: true })
  })
})

const TAG = { 'google-analytics': { 'google-tag': 'G-TEST' } } as const
const loadedScripts = () => vi.advanceTimersByTimeAsync(0)

describe('a channel’s Google tag', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('loads after consent, then receives pages and commerce events', async () => {
    const page = createTrackedPage({ settings: TAG })
    page.startTracking()
    page.telemetry.emit('page', { path: '/packages' })
    await loadedScripts()
    expect(page.loadTag).not.toHaveBeenCalled()
    page.consent.setChoice('yes')
    page.telemetry.emit('list', { list: 'passes', items: [PASS] })
    page.telemetry.emit('select', { list: 'passes', items: [PASS] })
    page.telemetry.emit('checkout', { items: [PASS] })
    await loadedScripts()
    const { tracker } = page
    expect(page.loadTag.mock.calls).toEqual([['G-TEST', false]])
    expect(tracker.page.mock.calls).toEqual([['/packages']])
    expect(tracker.list.mock.calls).toEqual([[{ list: 'passes', items: [PASS] }]])
    expect(tracker.select.mock.calls).toEqual([[{ list: 'passes', items: [PASS] }]])
    expect(tracker.checkout.mock.calls).toEqual([[[PASS]]])
  })

  it('receives the first page of a viewer who consented before, once', async () => {
    const page = createTrackedPage({ settings: TAG })
    page.consent.setChoice('yes')
    page.telemetry.emit('page', { path: '/watch/12' })
    page.startTracking()
    await loadedScripts()
    expect(page.tracker.page.mock.calls).toEqual([['/watch/12']])
  })

  it('receives an order once, even after a reload', async () => {
    const first = createTrackedPage({ settings: TAG })
    first.consent.setChoice('yes')
    first.startTracking()
    first.telemetry.emit('purchase', ORDER)
    first.telemetry.emit('purchase', ORDER)
    await loadedScripts()
    expect(first.tracker.purchase.mock.calls).toEqual([[ORDER]])
    const again = createTrackedPage({ settings: TAG, storage: first.shell.storage })
    again.startTracking()
    again.telemetry.emit('purchase', ORDER)
    again.telemetry.emit('purchase', { ...ORDER, order: 78 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(again.tracker.purchase.mock.calls).toEqual([[{ ...ORDER, order: 78 }]])
    expect(again.sent('event').map(({ event, value }) => [event, value])).toEqual([['purchase', 10.74]])
  })

  it('stops when the viewer declines', async () => {
    const page = createTrackedPage({ settings: TAG })
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await loadedScripts()
    page.consent.setChoice('no')
    page.telemetry.emit('page', { path: '/faq' })
    await loadedScripts()
    expect(page.tracker.stop).toHaveBeenCalledTimes(1)
    expect(page.tracker.page.mock.calls).toEqual([['/']])
  })

  it('deletes its cookies when the viewer declines, even if this page never loaded it', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as Google sets it.
    document.cookie = '_ga_TEST=GS1.1.1; Path=/'
    const other = createTrackedPage()
    other.startTracking()
    other.consent.setChoice('no')
    expect(document.cookie).toContain('_ga_TEST')
    const page = createTrackedPage({ settings: TAG })
    page.startTracking()
    page.consent.setChoice('no')
    expect(page.loadTag).not.toHaveBeenCalled()
    expect(document.cookie).not.toContain('_ga')
  })

  it('is not loaded if the channel has none', async () => {
    const page = createTrackedPage()
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    page.telemetry.emit('purchase', ORDER)
    await loadedScripts()
    expect(page.loadTag).not.toHaveBeenCalled()
  })

  it('that fails to load does not affect other tracking', async () => {
    const page = createTrackedPage({ settings: TAG })
    page.loadTag.mockRejectedValue(new TypeError('blocked'))
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.sent('event')).toMatchObject([{ event: 'visit_page' }])
  })
})

describe('in debug mode', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const debugAnalytics = { debug: true }

  it('every tracked event is also sent to a tag service, without user data', async () => {
    const page = createTrackedPage({
      channel: { analytics: debugAnalytics },
      settings: TAG,
      viewer: { id: 5 },
    })
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/watch/12' })
    page.telemetry.emit('purchase', ORDER)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.tagWindow.dataLayer).toMatchObject([
      { event: 'touchline.visit_page', name: 'visit_page', page: '/watch/12' },
      { event: 'touchline.purchase', value: 10.74 },
      { event: 'touchline.session', platform: 'web' },
    ])
    expect(JSON.stringify(page.tagWindow.dataLayer)).not.toMatch(/user_id|profile-key/)
    expect(page.loadTag.mock.calls).toEqual([['G-TEST', true]])
  })

  it('nothing is sent to the tag service if tracking is refused', async () => {
    const page = createTrackedPage({ channel: { analytics: debugAnalytics }, isRefusedByBrowser: true })
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.tagWindow.dataLayer).toBeUndefined()
  })

  it('a tag service receives events only if the mode is on', async () => {
    const page = createTrackedPage()
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.tagWindow.dataLayer).toBeUndefined()
  })
})

it('a tag service reads the page’s data layer', () => {
  const layer: { dataLayer?: unknown[] } = {}
  new TagService(layer).send('visit_page', { page: '/', user_id: 5 })
  expect(layer.dataLayer).toEqual([{ event: 'touchline.visit_page', name: 'visit_page', page: '/' }])
})
