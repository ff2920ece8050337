import { reaction } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import type { TelemetryEvent } from '@/shared/telemetry'
import type { AnalyticsStore } from '../AnalyticsStore'
import { DatalakeApi } from '../api'
import { toDatalakeCall } from '../datalakeEvents'
import { deviceOf } from '../device'
import { ErrorReporter } from '../ErrorReporter'
import { EventQueue } from '../EventQueue'
import type { ExternalTracker } from '../ExternalTracker'
import { OuterTracking } from '../OuterTracking'
import { ReportTokens } from '../ReportTokens'
import { safePath } from '../routePattern'
import { SessionHash } from '../SessionHash'
import { TagService } from '../TagService'
import { deleteTagCookies } from '../tagCookies'
import { type ConsentStore, consentStore } from './ConsentStore'

/** One of this many successful requests is reported. Failed requests are always reported. */
const SAMPLE_RATE = 10
const REPORTED_ORDERS_KEY = 'analytics_orders'
const MAX_REPORTED_ORDERS = 50

type LoadTag = (tag: string, debug: boolean) => Promise<ExternalTracker>

interface TrackingDeps {
  shell: Pick<Shell, 'storage' | 'channel' | 'viewer' | 'telemetry'>
  consent: ConsentStore
  search: string
  /** Return the URL of a path with the API key. */
  authorizedUrl: Api['authorizedUrl']
  api?: DatalakeApi
  errorReporter?: ErrorReporter
  tagService?: TagService
  loadTag?: LoadTag
  /** 0 to 1. */
  random?: () => number
}

/** Sends the telemetry events of the page to the analytics API and to the channel's own tag. */
export class TrackingStore {
  private readonly session: SessionHash
  private readonly queue: EventQueue
  private readonly outerTracking: OuterTracking
  private readonly errorReporter: ErrorReporter
  private readonly tagService: TagService | null
  private tracker: Promise<ExternalTracker | null> | null = null
  /** The orders reported on this page. The browser stores them only with consent. */
  private readonly reportedOrders = new Set<number>()
  private hasStarted = false
  /** Whether the page is closing. Requests that it aborts then are not errors. */
  private isLeaving = false
  private page = safePath(location.pathname)

  constructor(private readonly deps: TrackingDeps) {
    const { shell, search, consent } = deps
    const { analytics } = shell.channel
    const { storage } = shell
    const canStore = () => consent.level === 'persistent'
    const api = deps.api ?? new DatalakeApi(analytics.analytics_host ?? '')
    this.session = new SessionHash({
      storage,
      canStore,
      fetchHash: () => api.createSession(),
      onStart: () => this.sendSession(),
    })
    const tokens = new ReportTokens({ api, authorizedUrl: () => deps.authorizedUrl('/api/report-token') })
    this.queue = new EventQueue({ api, storage, canStore, session: this.session, tokens })
    this.outerTracking = new OuterTracking(search, storage, canStore)
    this.errorReporter = deps.errorReporter ?? new ErrorReporter({ pagePath: () => location.pathname })
    this.tagService = analytics.debug ? (deps.tagService ?? new TagService()) : null
  }

  /** Start to listen for events. A later choice of the viewer applies from then on. */
  start(): void {
    const { shell, consent } = this.deps
    consent.subscribe()
    reaction(
      () => consent.level,
      level => this.applyLevel(level),
      { fireImmediately: true },
    )
    addEventListener('pagehide', () => {
      this.isLeaving = true
    })
    addEventListener('pageshow', () => {
      this.isLeaving = false
    })
    // `listen` replays the queued events, which include their page views.
    this.hasStarted = true
    shell.telemetry.listen(event => this.handleEvent(event))
    if (!consent.isTrackingEnabled) return
    addEventListener('pagehide', () => this.queue.flushOnExit())
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.queue.flushOnExit()
      else this.queue.restore()
    })
    addEventListener('online', () => void this.queue.flush())
  }

  private applyLevel(level: ConsentStore['level']): void {
    if (level === 'none' || !this.deps.consent.isTrackingEnabled) {
      this.clear()
      return
    }
    if (level !== 'persistent') return
    this.session.save()
    this.outerTracking.save()
    this.queue.restore()
    if (this.hasStarted) void this.trackExternally(tracker => tracker.page(this.page))
  }

  private clear(): void {
    this.queue.clear()
    this.session.clear()
    this.outerTracking.clear()
    this.deps.shell.storage.remove(REPORTED_ORDERS_KEY)
    void this.tracker?.then(tracker => tracker?.stop())
    this.tracker = null
    // A tag of an earlier page may have left cookies.
    if (this.googleTag) deleteTagCookies()
  }

  private handleEvent(event: TelemetryEvent): void {
    const { consent } = this.deps
    if (this.isLeaving && event.name === 'request' && event.payload.status === 0) return
    this.errorReporter.handleEvent(event)
    if (event.name === 'page') this.page = safePath(event.payload.path)
    if (!consent.isTrackingEnabled || consent.level === 'none') return
    if (event.name === 'purchase' && !this.isNewOrder(event.payload.order)) return
    if (event.name === 'request' && !this.shouldReport(event.payload.status)) return
    this.track(event)
    const { page } = this
    if (consent.level === 'persistent') void this.trackExternally(tracker => forwardTo(tracker, event, page))
  }

  private track(event: TelemetryEvent): void {
    const call = this.profileKey ? toDatalakeCall(event, this.page) : null
    if (!call) return
    this.send(call.path, call.body, event.at)
  }

  private send(
    path: Parameters<EventQueue['add']>[0],
    body: Parameters<EventQueue['add']>[1],
    at: number,
  ): void {
    const { consent, shell } = this.deps
    const { value: trk } = this.outerTracking
    const fullBody = {
      ...body,
      origin_url: location.origin + this.page,
      // The server sees an iPad as a computer, because it reads only the user agent.
      device_type: deviceOf(navigator),
      at,
      ...(trk ? { trk } : {}),
      ...(consent.hasAgreed
        ? { consent: true, ...(path === 'session' ? {} : { user_id: shell.viewer.id }) }
        : {}),
    }
    this.queue.add(path, { profile: this.profileKey, ...fullBody })
    this.tagService?.send(String(body.event ?? path.replace('/', '_')), fullBody)
  }

  /** Send the start of a session, with the browser and its screen size. */
  private sendSession(): void {
    const { userAgent } = navigator
    const { width = 0, height = 0 } = globalThis.screen ?? {}
    const body = {
      user_agent: encodeURIComponent(userAgent.slice(0, 500)),
      resolution: `${width}x${height}`,
      platform: 'web',
    }
    this.send('session', body, serverNow())
  }

  private shouldReport(status: number): boolean {
    const { random = Math.random } = this.deps
    return status === 0 || status >= 400 || random() < 1 / SAMPLE_RATE
  }

  /** Return whether an order is new on this page, and with consent also in this browser. Remember it. */
  private isNewOrder(order: number): boolean {
    const { shell, consent } = this.deps
    const stored = shell.storage.get<number[]>(REPORTED_ORDERS_KEY) ?? []
    if (this.reportedOrders.has(order) || stored.includes(order)) return false
    this.reportedOrders.add(order)
    if (consent.level === 'persistent') {
      shell.storage.set(REPORTED_ORDERS_KEY, [...stored, order].slice(-MAX_REPORTED_ORDERS))
    }
    return true
  }

  /** Send to the channel's tag, after it has loaded. Do nothing for a channel without a tag. */
  private async trackExternally(send: (tracker: ExternalTracker) => void): Promise<void> {
    const { shell, loadTag = loadGoogleTag } = this.deps
    const { googleTag } = this
    if (!googleTag || !this.deps.consent.isTrackingEnabled) return
    this.tracker ??= loadTag(googleTag, shell.channel.analytics.debug ?? false).catch(() => null)
    const tracker = await this.tracker
    if (tracker && this.deps.consent.level === 'persistent') send(tracker)
  }

  private get googleTag(): string | null | undefined {
    return this.deps.shell.channel.settings['google-analytics']?.['google-tag']
  }

  private get profileKey(): string {
    return this.deps.shell.channel.settings['yare-analytics']?.['yare-analytics-key'] ?? ''
  }
}

function forwardTo(tracker: ExternalTracker, event: TelemetryEvent, page: string): void {
  if (event.name === 'page') tracker.page(page)
  else if (event.name === 'list') tracker.list(event.payload)
  else if (event.name === 'select') tracker.select(event.payload)
  else if (event.name === 'checkout') tracker.checkout(event.payload.items)
  else if (event.name === 'purchase') tracker.purchase(event.payload)
}

const loadGoogleTag: LoadTag = async (tag, debug) => {
  const { GoogleTag } = await import('../GoogleTag')
  return new GoogleTag({ tag, isDebug: debug })
}

export const trackingStore = (api: Api, analytics: AnalyticsStore) =>
  new TrackingStore({
    shell: analytics.shell,
    search: analytics.search,
    authorizedUrl: path => api.authorizedUrl(path),
    consent: analytics.resolve(consentStore),
  })
