import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { whenever } from '@/shared/stores/whenever'
import type { Fact } from '@/shared/telling'
import { DatalakeApi } from '../api'
import { sentOf } from '../datalake'
import { deviceOf } from '../device'
import { ErrorReporter } from '../ErrorReporter'
import { OuterTracking } from '../OuterTracking'
import { ReportTokens } from '../ReportTokens'
import { pageOf } from '../routeOf'
import { Sender } from '../Sender'
import { SessionHash } from '../SessionHash'
import type { AnalyticsStore } from '../store'
import { forgetTagCookies } from '../tagCookies'
import { TagService } from '../tagService'
import type { Tracker } from '../tracker'
import { type ConsentStore, consentStore } from './ConsentStore'

/** Of the calls that went well, one in so many is told; of the others all. */
const ONE_IN = 10
const TOLD_ORDERS = 'analytics_orders'
const MOST_ORDERS = 50

type LoadTag = (tag: string, debug: boolean) => Promise<Tracker>

interface Around {
  shell: Pick<Shell, 'storage' | 'channel' | 'viewer' | 'telling'>
  consent: ConsentStore
  search: string
  /** An address of the server with the api key in it. */
  address: Api['address']
  api?: DatalakeApi
  errors?: ErrorReporter
  service?: TagService
  loadTag?: LoadTag
  /** 0 to 1. */
  chance?: () => number
}

/** Hears what the page tells and counts it: in the analytics, and with the channel's own tag. */
export class CountingStore {
  private readonly session: SessionHash
  private readonly sender: Sender
  private readonly trk: OuterTracking
  private readonly errors: ErrorReporter
  private readonly service: TagService | null
  private tracker: Promise<Tracker | null> | null = null
  /** Orders that were told on this page, where the browser keeps none. */
  private readonly orders = new Set<number>()
  private begun = false
  /** The page is going away: calls that it broke off itself are nobody's fault. */
  private leaving = false
  private page = pageOf(location.pathname)

  constructor(private readonly around: Around) {
    const { shell, search, consent } = around
    const { counting } = shell.channel
    const { storage } = shell
    const keeps = () => consent.level === 'kept'
    const api = around.api ?? new DatalakeApi(counting.analytics_host ?? '')
    this.session = new SessionHash({ storage, keeps, ask: () => api.hash(), began: () => this.introduce() })
    const tokens = new ReportTokens({ api, address: () => around.address('/api/report-token') })
    this.sender = new Sender({ api, storage, keeps, session: this.session, tokens })
    this.trk = new OuterTracking(search, storage, keeps)
    this.errors = around.errors ?? new ErrorReporter({ page: () => location.pathname })
    this.service = counting.debug ? (around.service ?? new TagService()) : null
  }

  /** Begins to hear. What the viewer chooses later holds from then on. */
  begin(): void {
    const { shell, consent } = this.around
    consent.follow()
    whenever(
      () => consent.level,
      level => this.obey(level),
    )
    addEventListener('pagehide', () => {
      this.leaving = true
    })
    addEventListener('pageshow', () => {
      this.leaving = false
    })
    // What was told before is heard with its own pages.
    this.begun = true
    shell.telling.listen(fact => this.hear(fact))
    if (!consent.counts) return
    addEventListener('pagehide', () => this.sender.leave())
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.sender.leave()
      else this.sender.takeUp()
    })
    addEventListener('online', () => void this.sender.send())
  }

  private obey(level: ConsentStore['level']): void {
    if (level === 'nothing' || !this.around.consent.counts) {
      this.forget()
      return
    }
    if (level !== 'kept') return
    this.session.keep()
    this.trk.keep()
    this.sender.takeUp()
    if (this.begun) void this.track(tracker => tracker.page(this.page))
  }

  private forget(): void {
    this.sender.forget()
    this.session.forget()
    this.trk.forget()
    this.around.shell.storage.remove(TOLD_ORDERS)
    void this.tracker?.then(tracker => tracker?.stop())
    this.tracker = null
    // What an earlier page's tag left here goes as well.
    if (this.tag) forgetTagCookies()
  }

  private hear(fact: Fact): void {
    const { consent } = this.around
    if (this.leaving && fact.name === 'request' && fact.fact.status === 0) return
    this.errors.hear(fact)
    if (fact.name === 'page') this.page = pageOf(fact.fact.path)
    if (!consent.counts || consent.level === 'nothing') return
    if (fact.name === 'purchase' && !this.isNew(fact.fact.order)) return
    if (fact.name === 'request' && !this.isToldOf(fact.fact.status)) return
    this.count(fact)
    const { page } = this
    if (consent.level === 'kept') void this.track(tracker => trackedBy(tracker, fact, page))
  }

  private count(fact: Fact): void {
    const sent = this.key ? sentOf(fact, this.page) : null
    if (!sent) return
    this.send(sent.path, sent.body, fact.at)
  }

  private send(path: Parameters<Sender['add']>[0], body: Parameters<Sender['add']>[1], at: number): void {
    const { consent, shell } = this.around
    const { value: trk } = this.trk
    const whole = {
      ...body,
      origin_url: location.origin + this.page,
      // An iPad gives itself out as a computer in what the server reads of it.
      device_type: deviceOf(navigator),
      at,
      ...(trk ? { trk } : {}),
      ...(consent.agreed
        ? { consent: true, ...(path === 'session' ? {} : { user_id: shell.viewer.id }) }
        : {}),
    }
    this.sender.add(path, { profile: this.key, ...whole })
    this.service?.send(String(body.event ?? path.replace('/', '_')), whole)
  }

  /** A session begins with what it is seen on. */
  private introduce(): void {
    const { userAgent } = navigator
    const { width = 0, height = 0 } = globalThis.screen ?? {}
    const body = {
      user_agent: encodeURIComponent(userAgent.slice(0, 500)),
      resolution: `${width}x${height}`,
      platform: 'web',
    }
    this.send('session', body, serverNow())
  }

  private isToldOf(status: number): boolean {
    const { chance = Math.random } = this.around
    return status === 0 || status >= 400 || chance() < 1 / ONE_IN
  }

  /** Whether an order is told for the first time, on this page or, where that may be kept, in this browser. */
  private isNew(order: number): boolean {
    const { shell, consent } = this.around
    const kept = shell.storage.get<number[]>(TOLD_ORDERS) ?? []
    if (this.orders.has(order) || kept.includes(order)) return false
    this.orders.add(order)
    if (consent.level === 'kept') {
      shell.storage.set(TOLD_ORDERS, [...kept, order].slice(-MOST_ORDERS))
    }
    return true
  }

  /** With the channel's tag, once it is there; a channel without one loads nothing. */
  private async track(told: (tracker: Tracker) => void): Promise<void> {
    const { shell, loadTag = googleTag } = this.around
    const { tag } = this
    if (!tag || !this.around.consent.counts) return
    this.tracker ??= loadTag(tag, shell.channel.counting.debug ?? false).catch(() => null)
    const tracker = await this.tracker
    if (tracker && this.around.consent.level === 'kept') told(tracker)
  }

  private get tag(): string | null | undefined {
    return this.around.shell.channel.settings['google-analytics']?.['google-tag']
  }

  private get key(): string {
    return this.around.shell.channel.settings['yare-analytics']?.['yare-analytics-key'] ?? ''
  }
}

function trackedBy(tracker: Tracker, told: Fact, page: string): void {
  if (told.name === 'page') tracker.page(page)
  else if (told.name === 'list') tracker.list(told.fact)
  else if (told.name === 'select') tracker.select(told.fact)
  else if (told.name === 'checkout') tracker.checkout(told.fact.items)
  else if (told.name === 'purchase') tracker.purchase(told.fact)
}

const googleTag: LoadTag = async (tag, debug) => {
  const { GoogleTag } = await import('../googleTag')
  return new GoogleTag({ tag, debug })
}

export const countingStore = (api: Api, analytics: AnalyticsStore) =>
  new CountingStore({
    shell: analytics.shell,
    search: analytics.search,
    address: path => api.address(path),
    consent: analytics.bring(consentStore),
  })
