import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { EntriesApi } from '@/shared/studio/entries'
import { type DomainCheck, type EmailTest, type PaymentsCheck, SettingsApi } from '../settingsApi'

/** The checks of the channel's domains, emails and payments, and the client of its document. */
export class SettingsStore {
  readonly domains = new AsyncValue<readonly DomainCheck[]>()
  readonly email = new AsyncValue<EmailTest>()
  readonly payments = new AsyncValue<PaymentsCheck>()

  constructor(
    private readonly api: SettingsApi,
    readonly entries: EntriesApi,
  ) {}

  checkDomains(): Promise<void> {
    return this.domains.load(() => this.api.checkDomains())
  }

  sendTestEmail(): Promise<void> {
    return this.email.load(() => this.api.sendTestEmail())
  }

  checkPayments(): Promise<void> {
    return this.payments.load(() => this.api.checkPayments())
  }

  reset(): void {
    this.domains.clear()
    this.email.clear()
    this.payments.clear()
  }
}

export const settingsStore = (api: Api) => new SettingsStore(new SettingsApi(api), new EntriesApi(api))
