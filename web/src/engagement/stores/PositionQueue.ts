import { HOUR_MS } from '@/shared/constants'
import type { ContentRef } from '@/shared/contexts/slots'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { contentKey } from '../model'

/** Where watching was when nobody could be told. */
export interface PositionUpdate {
  what: ContentRef
  position: number
  duration: number
  /** When, in milliseconds since the epoch. */
  at: number
}

interface StoredQueue {
  viewer: number
  sent: PositionUpdate[]
}

const STORAGE_KEY = 'positions'
/** More things than this are not watched without a line; the oldest goes first. */
export const MAX_QUEUED = 20
/** After so long, other devices know better. */
const LIFETIME_MS = 7 * 24 * HOUR_MS

/** Positions that wait for a line: the newest of each thing, of one viewer, at most `MAX_QUEUED`. */
export class PositionQueue {
  constructor(private readonly storage: BrowserStorage) {}

  all(viewer: number | null): readonly PositionUpdate[] {
    const waiting = this.storage.get<StoredQueue>(STORAGE_KEY)
    return waiting?.viewer === viewer ? waiting.sent : []
  }

  get(viewer: number | null, what: ContentRef): PositionUpdate | null {
    return this.all(viewer).find(isFor(what)) ?? null
  }

  add(viewer: number, sent: PositionUpdate): void {
    const others = this.all(viewer).filter(one => !isFor(sent.what)(one))
    this.store(viewer, [...others, sent].slice(-MAX_QUEUED))
  }

  /** It was sent; a newer one of the same thing still waits. */
  remove(viewer: number | null, sent: PositionUpdate): void {
    this.filter(viewer, one => !(isFor(sent.what)(one) && one.position === sent.position))
  }

  /** Nobody shall hear of it any more. */
  removeContent(viewer: number | null, what: ContentRef): void {
    this.filter(viewer, one => !isFor(what)(one))
  }

  private filter(viewer: number | null, stays: (one: PositionUpdate) => boolean): void {
    const left = this.all(viewer).filter(stays)
    if (viewer !== null && left.length > 0) this.store(viewer, left)
    else this.clear()
  }

  clear(): void {
    this.storage.remove(STORAGE_KEY)
  }

  private store(viewer: number, sent: readonly PositionUpdate[]): void {
    this.storage.set(STORAGE_KEY, { viewer, sent }, LIFETIME_MS)
  }
}

const isFor = ({ kind, id }: ContentRef) => {
  const key = contentKey(kind, id)
  return ({ what }: PositionUpdate) => contentKey(what.kind, what.id) === key
}
