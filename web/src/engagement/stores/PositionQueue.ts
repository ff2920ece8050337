import { HOUR_MS } from '@/shared/constants'
import type { ContentRef } from '@/shared/contexts/slots'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { contentKey } from '../model'

/** A watch position that is not sent. Position and duration are in seconds. */
export interface PositionUpdate {
  what: ContentRef
  position: number
  duration: number
  /** The time of the update, in milliseconds since the epoch. */
  at: number
}

interface StoredQueue {
  viewer: number
  sent: PositionUpdate[]
}

const STORAGE_KEY = 'positions'
/** The maximum number of queued positions. The oldest is dropped first. */
export const MAX_QUEUED = 20
/** The lifetime of the queue. After that, other devices have newer positions. */
const LIFETIME_MS = 7 * 24 * HOUR_MS

/** The positions of one viewer that wait for a connection: the newest of each video, at most `MAX_QUEUED`. */
export class PositionQueue {
  constructor(private readonly storage: BrowserStorage) {}

  all(viewer: number | null): readonly PositionUpdate[] {
    const stored = this.storage.get<StoredQueue>(STORAGE_KEY)
    return stored?.viewer === viewer ? stored.sent : []
  }

  get(viewer: number | null, content: ContentRef): PositionUpdate | null {
    return this.all(viewer).find(isFor(content)) ?? null
  }

  add(viewer: number, update: PositionUpdate): void {
    const others = this.all(viewer).filter(other => !isFor(update.what)(other))
    this.save(viewer, [...others, update].slice(-MAX_QUEUED))
  }

  /** Remove a sent position. A newer position of the same video stays in the queue. */
  remove(viewer: number | null, sent: PositionUpdate): void {
    this.filter(viewer, update => !(isFor(sent.what)(update) && update.position === sent.position))
  }

  /** Remove all positions of a video. */
  removeContent(viewer: number | null, content: ContentRef): void {
    this.filter(viewer, update => !isFor(content)(update))
  }

  private filter(viewer: number | null, predicate: (update: PositionUpdate) => boolean): void {
    const remaining = this.all(viewer).filter(predicate)
    if (viewer !== null && remaining.length > 0) this.save(viewer, remaining)
    else this.clear()
  }

  clear(): void {
    this.storage.remove(STORAGE_KEY)
  }

  private save(viewer: number, updates: readonly PositionUpdate[]): void {
    this.storage.set(STORAGE_KEY, { viewer, sent: updates }, LIFETIME_MS)
  }
}

const isFor = ({ kind, id }: ContentRef) => {
  const key = contentKey(kind, id)
  return ({ what }: PositionUpdate) => contentKey(what.kind, what.id) === key
}
