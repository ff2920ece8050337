import { serverNow } from '@/shared/clock'
import { loadScript } from '@/shared/loading/loadScript'
import type { ListEvent, PurchaseEvent, TrackedItem } from '@/shared/telemetry'
import type { ExternalTracker } from './ExternalTracker'
import { safePath } from './routePattern'
import { deleteTagCookies } from './tagCookies'

const SCRIPT = 'https://www.googletagmanager.com/gtag/js'

type Fields = Record<string, unknown>

/** The globals of Google's tag that this module uses. */
export interface TagWindow {
  dataLayer?: unknown[]
  [disabled: `ga-disable-${string}`]: boolean | undefined
}

interface GoogleTagDeps {
  /** The ID of the channel's tag, such as `G-1A2B3C4D5E`. */
  tag: string
  /** Whether Google shows the events in its debug view. */
  isDebug: boolean
  window?: TagWindow
  /** The origin of the page. It is sent with each path, without the query. */
  origin?: string
  load?: (url: string) => void
}

/**
 * Google's tag (GA4). It sends page views and commerce events in GA4's format.
 *
 * Ads features are off: a channel measures purchases and does not track people.
 */
export class GoogleTag implements ExternalTracker {
  private readonly window: TagWindow
  private readonly origin: string
  /**
   * The current page of the viewer. It is set explicitly, because Google's script would otherwise send the complete
   * URL with its query, and the referrer.
   */
  private pageFields: Fields

  constructor(private readonly deps: GoogleTagDeps) {
    const { tag, isDebug, load = loadSilently } = deps
    this.window = deps.window ?? (window as unknown as TagWindow)
    this.origin = deps.origin ?? location.origin
    this.pageFields = this.toPageFields(safePath(location.pathname))
    this.window.dataLayer ??= []
    this.window[`ga-disable-${tag}`] = false
    this.push('js', new Date(serverNow()))
    const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
    this.push('consent', 'default', { ...denied, analytics_storage: 'granted' })
    this.push('config', tag, {
      ...this.pageFields,
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      ...(isDebug ? { debug_mode: true } : {}),
    })
    load(`${SCRIPT}?id=${encodeURIComponent(tag)}`)
  }

  page(path: string): void {
    this.pageFields = this.toPageFields(path)
    // Events that Google's script sends automatically use these fields.
    this.push('set', this.pageFields)
    this.event('page_view', {})
  }

  list({ list, items }: ListEvent): void {
    this.event('view_item_list', { item_list_id: list, items: items.map(toGa4Item) })
  }

  select({ list, items }: ListEvent): void {
    this.event('select_item', { item_list_id: list, items: items.map(toGa4Item) })
  }

  checkout(items: readonly TrackedItem[]): void {
    this.event('begin_checkout', { ...toTotals(items), items: items.map(toGa4Item) })
  }

  purchase({ order, value, currency, coupon, items }: PurchaseEvent): void {
    this.event('purchase', {
      transaction_id: String(order),
      value: Number(value),
      currency,
      ...(coupon ? { coupon } : {}),
      items: items.map(toGa4Item),
    })
  }

  /** Disable Google's tag with its own switch, and delete its cookies. */
  stop(): void {
    this.window[`ga-disable-${this.deps.tag}`] = true
    deleteTagCookies()
  }

  private event(name: string, fields: Fields): void {
    this.push('event', name, { send_to: this.deps.tag, ...this.pageFields, ...fields })
  }

  private toPageFields(path: string): Fields {
    return { page_location: this.origin + path, page_referrer: '' }
  }

  /** Add a command to the queue. Google's script reads `arguments` objects, not arrays. */
  private push(..._command: unknown[]): void {
    const { window } = this
    ;(function gtag(this: unknown, ..._: unknown[]) {
      // biome-ignore lint/complexity/noArguments: Google's script requires an arguments object.
      window.dataLayer?.push(arguments)
    })(..._command)
  }
}

const CATEGORY = { event: 'Game', package: 'Package', subscription: 'Subscription' } as const

/** Convert an item to GA4's format. */
function toGa4Item({ type, id, name, price }: TrackedItem): Fields {
  return {
    item_id: `${type}-${id}`,
    item_name: name,
    item_category: CATEGORY[type],
    price: Number(price),
    quantity: 1,
  }
}

function toTotals(items: readonly TrackedItem[]): Fields {
  const [first] = items
  if (!first) return {}
  return { value: items.reduce((sum, { price }) => sum + Number(price), 0), currency: first.currency }
}

/** Load a script. It is not an error if the browser blocks it. */
const loadSilently = (url: string) => void loadScript(url).catch(() => undefined)
