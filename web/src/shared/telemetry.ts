import { serverNow } from '@/shared/clock'

/** The page emits events without knowing which services record them. */

/** A response of the server, or a missing response (`status` 0). */
export interface RequestEvent {
  method: string
  /** The requested path. The recorder removes private parts. */
  path: string
  status: number
  ms: number
  /** The id of the request in the server's log, if known. */
  requestId: string | null
}

/** An item for sale, as lists and orders name it. Money is a decimal string in major units. */
export interface TrackedItem {
  type: 'event' | 'package' | 'subscription'
  id: number
  name: string
  price: string
  currency: string
}

export interface ListEvent {
  /** The name of the list: `passes`, `ways_in`, `select_package`. */
  list: string
  items: readonly TrackedItem[]
}

export interface PurchaseEvent {
  /** The server's order number. Repeated events with one number count as one purchase. */
  order: number
  value: string
  currency: string
  coupon: string | null
  items: readonly TrackedItem[]
}

/** The played content, as reports name it. A live stream uses the id of its event. */
export interface PlayedContent {
  type: 'live' | 'event' | 'vod' | 'clip'
  id: number
  attributes?: Readonly<
    Partial<Record<'category' | 'sport' | 'gender' | 'school' | 'league', string | null | undefined>>
  >
}

/** The cause of a playback problem. */
export type FaultSource = 'viewer' | 'delivery' | 'source' | 'unknown'

interface PlaybackEventBase {
  /** Id of the view: the same for all events of one playback. */
  view: string
  content: PlayedContent
  /** Seconds on the stream's timeline. */
  position: number
}

/** An event of a playback. Times are milliseconds, bit rates kbit/s, `watched` seconds. */
export type PlaybackEvent = PlaybackEventBase &
  (
    | { event: 'first_frame'; startup: number; bitrate: number | null }
    | { event: 'play' | 'pause' | 'seek' | 'end' }
    | { event: 'stall'; stalled: number; side: FaultSource }
    | { event: 'quality'; bitrate: number }
    | { event: 'error'; side: FaultSource; fault: string }
    | { event: 'viewing'; watched: number; bitrate: number | null }
  )

/** What happened in an ad break of a sponsor. */
export type AdEvent = 'start' | 'first_quartile' | 'midpoint' | 'third_quartile' | 'complete' | 'click'

/** An event of an ad break. The server's token says whose it is. */
export interface AdBreakEvent {
  event: AdEvent
  token: string
}

/** An uncaught error. The thrown value is usually an `Error`, but can be anything. */
export interface UncaughtErrorEvent {
  kind: 'error' | 'rejection' | 'render'
  thrown: unknown
}

/** All telemetry events by name. */
export interface TelemetryPayloads {
  /** The path of the visited page. */
  page: { path: string }
  login: object
  request: RequestEvent
  list: ListEvent
  select: ListEvent
  checkout: { items: readonly TrackedItem[] }
  purchase: PurchaseEvent
  play: PlaybackEvent
  ad: AdBreakEvent
  fault: UncaughtErrorEvent
}

type TelemetryEvent = {
  [Name in keyof TelemetryPayloads]: { name: Name; payload: TelemetryPayloads[Name]; at: number }
}[keyof TelemetryPayloads]

/** A telemetry event and its time. */
export type { TelemetryEvent }

/** Number of events to buffer before a listener is added. Later events are dropped. */
const MAX_BUFFERED = 100

/** Passes the page's events to one listener. Events from before the listener was added are buffered. */
export class Telemetry {
  private buffer: TelemetryEvent[] = []
  private listener: ((event: TelemetryEvent) => void) | null = null

  constructor(private readonly now: () => number = serverNow) {}

  emit<Name extends keyof TelemetryPayloads>(name: Name, payload: TelemetryPayloads[Name]): void {
    const event = { name, payload, at: this.now() } as TelemetryEvent
    if (this.listener) this.listener(event)
    else if (this.buffer.length < MAX_BUFFERED) this.buffer.push(event)
  }

  /** Pass all buffered events to a listener, and every later one. */
  listen(listener: (event: TelemetryEvent) => void): void {
    this.listener = listener
    for (const event of this.buffer.splice(0)) listener(event)
  }
}
