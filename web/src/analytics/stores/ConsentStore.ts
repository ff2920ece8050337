import { action, computed, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { AnalyticsStore } from '../AnalyticsStore'
import { isLocalHost, refusesTracking } from '../trackingRefusal'

export type ConsentChoice = 'yes' | 'no'

/**
 * How much may be counted: `nothing`; `counted` as a number, with nothing kept in the browser and nobody known;
 * `kept`, so that a visit of several pages is one.
 */
export type ConsentLevel = 'nothing' | 'counted' | 'kept'

const NAME = 'analytics_consent'

interface ConsentDeps {
  storage: BrowserStorage
  /** Whether anything would be counted on this page at all. */
  isTrackingEnabled: () => boolean
  /** The channel says that its viewers need not be asked. */
  isConsentNotNeeded: () => boolean
  /** Do-not-track or Global Privacy Control. */
  isRefusedByBrowser: boolean
}

/** What the viewer wants counted (docs/decisions/0033-consent.md). The browser's own refusal stands above all. */
export class ConsentStore {
  choice: ConsentChoice | null
  /** The viewer asked for the question themselves. */
  isReopened = false

  constructor(private readonly deps: ConsentDeps) {
    this.choice = deps.storage.get<ConsentChoice>(NAME)
    makeObservable<ConsentStore, 'load'>(this, {
      choice: observable,
      isReopened: observable,
      level: computed,
      isPrompting: computed,
      choose: action,
      open: action,
      load: action,
    })
  }

  get level(): ConsentLevel {
    if (this.isRefusedByBrowser || this.choice === 'no') return 'nothing'
    return this.choice === 'yes' || this.deps.isConsentNotNeeded() ? 'kept' : 'counted'
  }

  /** Whether the viewer themselves said yes: only then is it told who they are. */
  get hasAgreed(): boolean {
    return this.choice === 'yes' && !this.isRefusedByBrowser
  }

  get isRefusedByBrowser(): boolean {
    return this.deps.isRefusedByBrowser
  }

  /** Whether there is anything to choose on this page. */
  get isTrackingEnabled(): boolean {
    return this.deps.isTrackingEnabled()
  }

  /** Whether the question stands on the page. */
  get isPrompting(): boolean {
    if (!this.isTrackingEnabled) return false
    return (
      this.isReopened || (this.choice === null && !this.isRefusedByBrowser && !this.deps.isConsentNotNeeded())
    )
  }

  choose(choice: ConsentChoice): void {
    this.choice = choice
    this.isReopened = false
    this.deps.storage.set(NAME, choice)
  }

  /** Shows the question again, or closes it unanswered. */
  open(is = true): void {
    this.isReopened = is
  }

  /** Takes in what is chosen in other tabs, until the returned function is called. */
  subscribe(): () => void {
    return this.deps.storage.onExternalChange(NAME, () => this.load())
  }

  private load(): void {
    this.choice = this.deps.storage.get<ConsentChoice>(NAME)
  }
}

export function consentStore(_api: Api, { shell }: AnalyticsStore): ConsentStore {
  const { channel, storage } = shell
  return new ConsentStore({
    storage,
    isTrackingEnabled: () => {
      const { settings, analytics: counting } = channel
      const key = settings['yare-analytics']?.['yare-analytics-key']
      const tag = settings['google-analytics']?.['google-tag']
      return Boolean(key || tag) && (counting.analytics_on_localhost || !isLocalHost(location.hostname))
    },
    isConsentNotNeeded: () => channel.settings['yare-analytics']?.consent === 'not_needed',
    isRefusedByBrowser: refusesTracking(navigator),
  })
}
