import { serverNow } from '@/shared/clock'

/** The page tells what happens on it without knowing who counts, or whether anybody does. */

/** An answer of the server, or its absence (`status` 0). */
export interface RequestTold {
  method: string
  /** As it was asked for: whoever counts takes out what must not be told. */
  path: string
  status: number
  ms: number
  /** How the server's log calls it, where it said so. */
  requestId: string | null
}

/** Something that is sold, as lists and orders name it. Money is a decimal string in major units. */
export interface ItemTold {
  type: 'event' | 'package' | 'subscription'
  id: number
  name: string
  price: string
  currency: string
}

export interface ListTold {
  /** Where it stands: `passes`, `ways_in`, `select_package`. */
  list: string
  items: readonly ItemTold[]
}

export interface PurchaseTold {
  /** The server's number of the order: one purchase, however often it is told. */
  order: number
  value: string
  currency: string
  coupon: string | null
  items: readonly ItemTold[]
}

/** What plays, as reports name it. A live stream is its event's. */
export interface PlayedThing {
  type: 'live' | 'event' | 'vod' | 'clip'
  id: number
  about?: Readonly<
    Partial<Record<'category' | 'sport' | 'gender' | 'school' | 'league', string | null | undefined>>
  >
}

/** On whose side it lies that a picture does not come. */
export type Side = 'viewer' | 'delivery' | 'source' | 'unknown'

interface AnyPlay {
  /** The same for all that is told of one play. */
  view: string
  thing: PlayedThing
  /** Seconds of the stream's own clock. */
  position: number
}

/** What happened to a play. Times are milliseconds, bit rates kbit/s, `watched` seconds. */
export type PlayTold = AnyPlay &
  (
    | { event: 'first_frame'; startup: number; bitrate: number | null }
    | { event: 'play' | 'pause' | 'seek' | 'end' }
    | { event: 'stall'; stalled: number; side: Side }
    | { event: 'quality'; bitrate: number }
    | { event: 'error'; side: Side; fault: string }
    | { event: 'viewing'; watched: number; bitrate: number | null }
  )

/** Something that was thrown and nobody caught: an error as a rule, but it may be anything. */
export interface FaultTold {
  kind: 'error' | 'rejection' | 'render'
  thrown: unknown
}

/** All that is told, by name. */
export interface Told {
  /** The path of a page, as it stands in the address. */
  page: { path: string }
  login: object
  request: RequestTold
  list: ListTold
  select: ListTold
  checkout: { items: readonly ItemTold[] }
  purchase: PurchaseTold
  play: PlayTold
  fault: FaultTold
}

type Fact = { [Name in keyof Told]: { name: Name; fact: Told[Name]; at: number } }[keyof Told]

/** One thing that was told, and when. */
export type { Fact }

/** Told before anybody listens, so much is kept; what comes later then is not. */
const MOST_KEPT = 100

/** Where what happens is told, and heard by whoever counts: once they are here, they hear what was told before. */
export class Telling {
  private kept: Fact[] = []
  private heard: ((fact: Fact) => void) | null = null

  constructor(private readonly now: () => number = serverNow) {}

  tell<Name extends keyof Told>(name: Name, fact: Told[Name]): void {
    const told = { name, fact, at: this.now() } as Fact
    if (this.heard) this.heard(told)
    else if (this.kept.length < MOST_KEPT) this.kept.push(told)
  }

  /** Hears what was told so far, and everything from now on. */
  listen(heard: (fact: Fact) => void): void {
    this.heard = heard
    for (const fact of this.kept.splice(0)) heard(fact)
  }
}
