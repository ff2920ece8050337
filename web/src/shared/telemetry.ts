import { serverNow } from '@/shared/clock'

/** The page tells what happens on it without knowing who counts, or whether anybody does. */

/** An answer of the server, or its absence (`status` 0). */
export interface RequestEvent {
  method: string
  /** As it was asked for: whoever counts takes out what must not be told. */
  path: string
  status: number
  ms: number
  /** How the server's log calls it, where it said so. */
  requestId: string | null
}

/** Something that is sold, as lists and orders name it. Money is a decimal string in major units. */
export interface TrackedItem {
  type: 'event' | 'package' | 'subscription'
  id: number
  name: string
  price: string
  currency: string
}

export interface ListEvent {
  /** Where it stands: `passes`, `ways_in`, `select_package`. */
  list: string
  items: readonly TrackedItem[]
}

export interface PurchaseEvent {
  /** The server's number of the order: one purchase, however often it is told. */
  order: number
  value: string
  currency: string
  coupon: string | null
  items: readonly TrackedItem[]
}

/** What plays, as reports name it. A live stream is its event's. */
export interface PlayedContent {
  type: 'live' | 'event' | 'vod' | 'clip'
  id: number
  attributes?: Readonly<
    Partial<Record<'category' | 'sport' | 'gender' | 'school' | 'league', string | null | undefined>>
  >
}

/** On whose side it lies that a picture does not come. */
export type FaultSource = 'viewer' | 'delivery' | 'source' | 'unknown'

interface PlaybackEventBase {
  /** The same for all that is told of one play. */
  view: string
  content: PlayedContent
  /** Seconds of the stream's own clock. */
  position: number
}

/** What happened to a play. Times are milliseconds, bit rates kbit/s, `watched` seconds. */
export type PlaybackEvent = PlaybackEventBase &
  (
    | { event: 'first_frame'; startup: number; bitrate: number | null }
    | { event: 'play' | 'pause' | 'seek' | 'end' }
    | { event: 'stall'; stalled: number; side: FaultSource }
    | { event: 'quality'; bitrate: number }
    | { event: 'error'; side: FaultSource; fault: string }
    | { event: 'viewing'; watched: number; bitrate: number | null }
  )

/** Something that was thrown and nobody caught: an error as a rule, but it may be anything. */
export interface UncaughtErrorEvent {
  kind: 'error' | 'rejection' | 'render'
  thrown: unknown
}

/** All that is told, by name. */
export interface TelemetryPayloads {
  /** The path of a page, as it stands in the address. */
  page: { path: string }
  login: object
  request: RequestEvent
  list: ListEvent
  select: ListEvent
  checkout: { items: readonly TrackedItem[] }
  purchase: PurchaseEvent
  play: PlaybackEvent
  fault: UncaughtErrorEvent
}

type TelemetryEvent = {
  [Name in keyof TelemetryPayloads]: { name: Name; payload: TelemetryPayloads[Name]; at: number }
}[keyof TelemetryPayloads]

/** One thing that was told, and when. */
export type { TelemetryEvent }

/** Told before anybody listens, so much is kept; what comes later then is not. */
const MAX_BUFFERED = 100

/** Where what happens is told, and heard by whoever counts: once they are here, they hear what was told before. */
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
