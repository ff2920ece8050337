import { serverNow } from '@/shared/clock'
import { loadScript } from '@/shared/loading/loadScript'
import type { ListEvent, PurchaseEvent, TrackedItem } from '@/shared/telemetry'
import type { ExternalTracker } from './ExternalTracker'
import { safePath } from './routePattern'
import { deleteTagCookies } from './tagCookies'

const SCRIPT = 'https://www.googletagmanager.com/gtag/js'

type Fields = Record<string, unknown>

/** Google's tag, as far as it is used here. */
export interface TagWindow {
  dataLayer?: unknown[]
  [disabled: `ga-disable-${string}`]: boolean | undefined
}

interface GoogleTagDeps {
  /** The channel's tag: `G-1A2B3C4D5E`. */
  tag: string
  /** Whether Google shows what it gets in its own debug view. */
  isDebug: boolean
  window?: TagWindow
  /** The page's origin: paths are told with it and without query. */
  origin?: string
  load?: (address: string) => void
}

/**
 * Google's tag (GA4): page views and commerce in its own shape. Its script comes with the first of them.
 *
 * Ads features stay off: what a channel wants to know is who buys, not whom to follow.
 */
export class GoogleTag implements ExternalTracker {
  private readonly window: TagWindow
  private readonly origin: string
  /** Where the viewer is. Left to itself Google reads the whole address, with its query, and where they came from. */
  private pageFields: Fields

  constructor(private readonly deps: GoogleTagDeps) {
    const { tag, isDebug: debug, load = loadSilently } = deps
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
      ...(debug ? { debug_mode: true } : {}),
    })
    load(`${SCRIPT}?id=${encodeURIComponent(tag)}`)
  }

  page(path: string): void {
    this.pageFields = this.toPageFields(path)
    // What Google tells by itself has it from here.
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

  /** Google's own switch, and its cookies away. */
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

  /** Google's script reads `arguments` objects out of its queue, and no arrays. */
  private push(..._command: unknown[]): void {
    const { window } = this
    ;(function gtag(this: unknown, ..._: unknown[]) {
      // biome-ignore lint/complexity/noArguments: that is the shape which the script asks for.
      window.dataLayer?.push(arguments)
    })(..._command)
  }
}

const CATEGORY = { event: 'Game', package: 'Package', subscription: 'Subscription' } as const

/** An item as GA4 wants it. */
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

/** Load a script. A tag that a browser blocks is no error. */
const loadSilently = (url: string) => void loadScript(url).catch(() => undefined)
