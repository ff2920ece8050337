import { deviceNow } from '@/shared/clock'
import { MINUTE_MS, PREROLL_CACHE_MS } from '@/shared/constants'
import type { Prerolls } from '@/shared/player'
import type { Preroll, Shell } from '@/shared/shell'
import type { EventItem } from '../model'
import { choosePreroll } from '../prerolls'

const PLAYED = 'prerolls'
/** When one was played last, in milliseconds since the epoch, by viewer and event. */
type Played = Record<string, number>

/** Which ad stands before an event, and for whom one has just played; remembered in the browser. */
export class PrerollStore {
  constructor(
    private readonly shell: Pick<Shell, 'channel' | 'viewer' | 'storage'>,
    private readonly random: () => number = Math.random,
    private readonly now: () => number = deviceNow,
  ) {}

  /** What the player asks before it plays this event, and tells after. */
  before(event: EventItem): Prerolls {
    return { choose: () => this.choose(event), played: () => this.remember(event) }
  }

  private choose(event: EventItem): Preroll | null {
    const { channel, viewer } = this.shell
    if (viewer.capabilities.includes('no_ads') || this.nameOf(event) in this.played) return null
    return choosePreroll(channel.prerolls, event, this.random)
  }

  private remember(event: EventItem): void {
    const played = { ...this.played, [this.nameOf(event)]: this.now() }
    this.shell.storage.set(PLAYED, played, this.pause)
  }

  /** Only what still holds: what has run out leaves with the next that is remembered. */
  private get played(): Played {
    const all = Object.entries(this.shell.storage.get<Played>(PLAYED) ?? {})
    return Object.fromEntries(all.filter(([, at]) => at + this.pause > this.now()))
  }

  /** Milliseconds. */
  private get pause(): number {
    const minutes = this.shell.channel.settings.preroll_suppress_minutes
    return minutes === undefined ? PREROLL_CACHE_MS : minutes * MINUTE_MS
  }

  private nameOf({ id }: EventItem): string {
    return `${this.shell.viewer.id ?? 'anonymous'}:${id}`
  }
}

export const prerollStore = (_api: unknown, shell: Shell): PrerollStore => new PrerollStore(shell)
