import { action, computed, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { BrowserStorage } from '@/shared/storage/storage'
import { isLocal, refusesTracking } from '../place'
import type { AnalyticsStore } from '../store'

export type Choice = 'yes' | 'no'

/**
 * How much may be counted: `nothing`; `counted` as a number, with nothing kept in the browser and nobody known;
 * `kept`, so that a visit of several pages is one.
 */
export type Level = 'nothing' | 'counted' | 'kept'

const NAME = 'analytics_consent'

interface Around {
  storage: BrowserStorage
  /** Whether anything would be counted on this page at all. */
  counts: () => boolean
  /** The channel says that its viewers need not be asked. */
  needsNone: () => boolean
  /** Do-not-track or Global Privacy Control. */
  refused: boolean
}

/** What the viewer wants counted (docs/decisions/0033-consent.md). The browser's own refusal stands above all. */
export class ConsentStore {
  choice: Choice | null
  /** The viewer asked for the question themselves. */
  opened = false

  constructor(private readonly around: Around) {
    this.choice = around.storage.get<Choice>(NAME)
    makeObservable<ConsentStore, 'read'>(this, {
      choice: observable,
      opened: observable,
      level: computed,
      asks: computed,
      choose: action,
      open: action,
      read: action,
    })
  }

  get level(): Level {
    if (this.refused || this.choice === 'no') return 'nothing'
    return this.choice === 'yes' || this.around.needsNone() ? 'kept' : 'counted'
  }

  /** Whether the viewer themselves said yes: only then is it told who they are. */
  get agreed(): boolean {
    return this.choice === 'yes' && !this.refused
  }

  get refused(): boolean {
    return this.around.refused
  }

  /** Whether there is anything to choose on this page. */
  get counts(): boolean {
    return this.around.counts()
  }

  /** Whether the question stands on the page. */
  get asks(): boolean {
    if (!this.counts) return false
    return this.opened || (this.choice === null && !this.refused && !this.around.needsNone())
  }

  choose(choice: Choice): void {
    this.choice = choice
    this.opened = false
    this.around.storage.set(NAME, choice)
  }

  /** Shows the question again, or closes it unanswered. */
  open(is = true): void {
    this.opened = is
  }

  /** Takes in what is chosen in other tabs, until the returned function is called. */
  follow(): () => void {
    return this.around.storage.onChangeElsewhere(NAME, () => this.read())
  }

  private read(): void {
    this.choice = this.around.storage.get<Choice>(NAME)
  }
}

export function consentStore(_api: Api, { shell }: AnalyticsStore): ConsentStore {
  const { channel, storage } = shell
  return new ConsentStore({
    storage,
    counts: () => {
      const { settings, counting } = channel
      const key = settings['yare-analytics']?.['yare-analytics-key']
      const tag = settings['google-analytics']?.['google-tag']
      return Boolean(key || tag) && (counting.analytics_on_localhost || !isLocal(location.hostname))
    },
    needsNone: () => channel.settings['yare-analytics']?.consent === 'not_needed',
    refused: refusesTracking(navigator),
  })
}
