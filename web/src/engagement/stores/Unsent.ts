import { HOUR_MS } from '@/shared/constants'
import type { Watched } from '@/shared/parts'
import type { BrowserStorage } from '@/shared/storage/storage'
import { keyOf } from '../model'

/** Where watching was when nobody could be told. */
export interface Told {
  what: Watched
  position: number
  duration: number
  /** When, in milliseconds since the epoch. */
  at: number
}

interface Waiting {
  viewer: number
  told: Told[]
}

const NAME = 'positions'
/** More things than this are not watched without a line; the oldest goes first. */
export const MOST_WAITING = 20
/** After so long, other devices know better. */
const LIFETIME_MS = 7 * 24 * HOUR_MS

/** Positions that wait for a line: the newest of each thing, of one viewer, at most `MOST_WAITING`. */
export class Unsent {
  constructor(private readonly storage: BrowserStorage) {}

  all(viewer: number | null): readonly Told[] {
    const waiting = this.storage.get<Waiting>(NAME)
    return waiting?.viewer === viewer ? waiting.told : []
  }

  of(viewer: number | null, what: Watched): Told | null {
    return this.all(viewer).find(isAbout(what)) ?? null
  }

  put(viewer: number, told: Told): void {
    const others = this.all(viewer).filter(one => !isAbout(told.what)(one))
    this.keep(viewer, [...others, told].slice(-MOST_WAITING))
  }

  /** It was sent; a newer one of the same thing still waits. */
  drop(viewer: number | null, told: Told): void {
    this.leave(viewer, one => !(isAbout(told.what)(one) && one.position === told.position))
  }

  /** Nobody shall hear of it any more. */
  forget(viewer: number | null, what: Watched): void {
    this.leave(viewer, one => !isAbout(what)(one))
  }

  private leave(viewer: number | null, stays: (one: Told) => boolean): void {
    const left = this.all(viewer).filter(stays)
    if (viewer !== null && left.length > 0) this.keep(viewer, left)
    else this.clear()
  }

  clear(): void {
    this.storage.remove(NAME)
  }

  private keep(viewer: number, told: readonly Told[]): void {
    this.storage.set(NAME, { viewer, told }, LIFETIME_MS)
  }
}

const isAbout = ({ kind, id }: Watched) => {
  const key = keyOf(kind, id)
  return ({ what }: Told) => keyOf(what.kind, what.id) === key
}
