import { action, computed, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { AnalyticsStore } from '../AnalyticsStore'
import { isLocalHost, refusesTracking } from '../trackingRefusal'

export type ConsentChoice = 'yes' | 'no'

/**
 * The level of tracking.
 *
 * - `none`: no tracking.
 * - `anonymous`: anonymous events, with nothing stored in the browser.
 * - `persistent`: the browser stores the session, so that several pages are one visit.
 */
export type ConsentLevel = 'none' | 'anonymous' | 'persistent'

const NAME = 'analytics_consent'

interface ConsentDeps {
  storage: BrowserStorage
  /** Whether this page tracks events at all. */
  isTrackingEnabled: () => boolean
  /** Whether the channel's settings say that no consent is needed. */
  isConsentNotNeeded: () => boolean
  /** Whether the browser sends Do Not Track or Global Privacy Control. */
  isRefusedByBrowser: boolean
}

/** The viewer's consent to tracking (docs/decisions/0033-visitor-consent.md). A refusal by the browser takes priority. */
export class ConsentStore {
  choice: ConsentChoice | null
  /** Whether the viewer reopened the consent prompt. */
  isReopened = false

  constructor(private readonly deps: ConsentDeps) {
    this.choice = deps.storage.get<ConsentChoice>(NAME)
    makeObservable<ConsentStore, 'load'>(this, {
      choice: observable,
      isReopened: observable,
      level: computed,
      isPrompting: computed,
      setChoice: action,
      reopen: action,
      close: action,
      load: action,
    })
  }

  get level(): ConsentLevel {
    if (this.isRefusedByBrowser || this.choice === 'no') return 'none'
    return this.choice === 'yes' || this.deps.isConsentNotNeeded() ? 'persistent' : 'anonymous'
  }

  /** Whether the viewer gave consent. Only then events contain the user ID. */
  get hasAgreed(): boolean {
    return this.choice === 'yes' && !this.isRefusedByBrowser
  }

  get isRefusedByBrowser(): boolean {
    return this.deps.isRefusedByBrowser
  }

  /** Whether the viewer has a choice on this page, because it tracks events. */
  get isTrackingEnabled(): boolean {
    return this.deps.isTrackingEnabled()
  }

  /** Whether to show the consent prompt. */
  get isPrompting(): boolean {
    if (!this.isTrackingEnabled) return false
    return (
      this.isReopened || (this.choice === null && !this.isRefusedByBrowser && !this.deps.isConsentNotNeeded())
    )
  }

  setChoice(choice: ConsentChoice): void {
    this.choice = choice
    this.isReopened = false
    this.deps.storage.set(NAME, choice)
  }

  /** Show the consent prompt again. */
  reopen(): void {
    this.isReopened = true
  }

  /** Close the reopened consent prompt without a choice. */
  close(): void {
    this.isReopened = false
  }

  /** Follow choices in other tabs, until the returned function is called. */
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
      const { settings, analytics } = channel
      const key = settings['yare-analytics']?.['yare-analytics-key']
      const tag = settings['google-analytics']?.['google-tag']
      return Boolean(key || tag) && (analytics.analytics_on_localhost || !isLocalHost(location.hostname))
    },
    isConsentNotNeeded: () => channel.settings['yare-analytics']?.consent === 'not_needed',
    isRefusedByBrowser: refusesTracking(navigator),
  })
}
