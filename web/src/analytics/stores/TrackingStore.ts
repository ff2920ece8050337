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

/** Of the calls that went well, one in so many is told; of the others all. */
const SAMPLE_RATE = 10
const REPORTED_ORDERS_KEY = 'analytics_orders'
const MAX_REPORTED_ORDERS = 50

type LoadTag = (tag: string, debug: boolean) => Promise<ExternalTracker>

interface TrackingDeps {
  shell: Pick<Shell, 'storage' | 'channel' | 'viewer' | 'telemetry'>
  consent: ConsentStore
  search: string
  /** An address of the server with the api key in it. */
  authorizedUrl: Api['authorizedUrl']
  api?: DatalakeApi
  errorReporter?: ErrorReporter
  tagService?: TagService
  loadTag?: LoadTag
  /** 0 to 1. */
  random?: () => number
}

/** Hears what the page tells and counts it: in the analytics, and with the channel's own tag. */
export class TrackingStore {
  private readonly session: SessionHash
  private readonly queue: EventQueue
  private readonly outerTracking: OuterTracking
  private readonly errorReporter: ErrorReporter
  private readonly tagService: TagService | null
  private tracker: Promise<ExternalTracker | null> | null = null
  /** Orders that were told on this page, where the browser keeps none. */
  private readonly reportedOrders = new Set<number>()
  private hasStarted = false
  /** The page is going away: calls that it broke off itself are nobody's fault. */
  private isLeaving = false
  private page = safePath(location.pathname)

  constructor(private readonly deps: TrackingDeps) {
    const { shell, search, consent } = deps
    const { analytics: counting } = shell.channel
    const { storage } = shell
    const keeps = () => consent.level === 'kept'
    const api = deps.api ?? new DatalakeApi(counting.analytics_host ?? '')
    this.session = new SessionHash({
      storage,
      canStore: keeps,
      fetchHash: () => api.createSession(),
      onStart: () => this.sendSession(),
    })
    const tokens = new ReportTokens({ api, authorizedUrl: () => deps.authorizedUrl('/api/report-token') })
    this.queue = new EventQueue({ api, storage, canStore: keeps, session: this.session, tokens })
    this.outerTracking = new OuterTracking(search, storage, keeps)
    this.errorReporter = deps.errorReporter ?? new ErrorReporter({ pagePath: () => location.pathname })
    this.tagService = counting.debug ? (deps.tagService ?? new TagService()) : null
  }

  /** Begins to hear. What the viewer chooses later holds from then on. */
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
    // What was told before is heard with its own pages.
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
    if (level === 'nothing' || !this.deps.consent.isTrackingEnabled) {
      this.clear()
      return
    }
    if (level !== 'kept') return
    this.session.store()
    this.outerTracking.store()
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
    // What an earlier page's tag left here goes as well.
    if (this.googleTag) deleteTagCookies()
  }

  private handleEvent(event: TelemetryEvent): void {
    const { consent } = this.deps
    if (this.isLeaving && event.name === 'request' && event.payload.status === 0) return
    this.errorReporter.handleEvent(event)
    if (event.name === 'page') this.page = safePath(event.payload.path)
    if (!consent.isTrackingEnabled || consent.level === 'nothing') return
    if (event.name === 'purchase' && !this.isNewOrder(event.payload.order)) return
    if (event.name === 'request' && !this.shouldReport(event.payload.status)) return
    this.track(event)
    const { page } = this
    if (consent.level === 'kept') void this.trackExternally(tracker => forwardTo(tracker, event, page))
  }

  private track(event: TelemetryEvent): void {
    const sent = this.profileKey ? toDatalakeCall(event, this.page) : null
    if (!sent) return
    this.send(sent.path, sent.body, event.at)
  }

  private send(
    path: Parameters<EventQueue['add']>[0],
    body: Parameters<EventQueue['add']>[1],
    at: number,
  ): void {
    const { consent, shell } = this.deps
    const { value: trk } = this.outerTracking
    const whole = {
      ...body,
      origin_url: location.origin + this.page,
      // An iPad gives itself out as a computer in what the server reads of it.
      device_type: deviceOf(navigator),
      at,
      ...(trk ? { trk } : {}),
      ...(consent.hasAgreed
        ? { consent: true, ...(path === 'session' ? {} : { user_id: shell.viewer.id }) }
        : {}),
    }
    this.queue.add(path, { profile: this.profileKey, ...whole })
    this.tagService?.send(String(body.event ?? path.replace('/', '_')), whole)
  }

  /** A session begins with what it is seen on. */
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
    const { random: chance = Math.random } = this.deps
    return status === 0 || status >= 400 || chance() < 1 / SAMPLE_RATE
  }

  /** Whether an order is told for the first time, on this page or, where that may be kept, in this browser. */
  private isNewOrder(order: number): boolean {
    const { shell, consent } = this.deps
    const kept = shell.storage.get<number[]>(REPORTED_ORDERS_KEY) ?? []
    if (this.reportedOrders.has(order) || kept.includes(order)) return false
    this.reportedOrders.add(order)
    if (consent.level === 'kept') {
      shell.storage.set(REPORTED_ORDERS_KEY, [...kept, order].slice(-MAX_REPORTED_ORDERS))
    }
    return true
  }

  /** With the channel's tag, once it is there; a channel without one loads nothing. */
  private async trackExternally(send: (tracker: ExternalTracker) => void): Promise<void> {
    const { shell, loadTag = loadGoogleTag } = this.deps
    const { googleTag: tag } = this
    if (!tag || !this.deps.consent.isTrackingEnabled) return
    this.tracker ??= loadTag(tag, shell.channel.analytics.debug ?? false).catch(() => null)
    const tracker = await this.tracker
    if (tracker && this.deps.consent.level === 'kept') send(tracker)
  }

  private get googleTag(): string | null | undefined {
    return this.deps.shell.channel.settings['google-analytics']?.['google-tag']
  }

  private get profileKey(): string {
    return this.deps.shell.channel.settings['yare-analytics']?.['yare-analytics-key'] ?? ''
  }
}

function forwardTo(tracker: ExternalTracker, send: TelemetryEvent, page: string): void {
  if (send.name === 'page') tracker.page(page)
  else if (send.name === 'list') tracker.list(send.payload)
  else if (send.name === 'select') tracker.select(send.payload)
  else if (send.name === 'checkout') tracker.checkout(send.payload.items)
  else if (send.name === 'purchase') tracker.purchase(send.payload)
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
