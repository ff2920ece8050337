import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

export type DomainProblem =
  | 'no_address'
  | 'dns_timeout'
  | 'private_address'
  | 'no_response'
  | 'certificate_expired'
  | 'certificate_wrong_name'
  | 'certificate_untrusted'
  | 'certificate_expires_soon'

/** The result for one domain. Without a certificate and a problem, there is nothing to check. */
export interface DomainCheck {
  domain: string
  problem: DomainProblem | null
  addresses: readonly string[]
  certificate: { issuer: string; expires_at: string } | null
  detail: string
}

/** The result of a test email. `error` is the sentence of the mail server. */
export interface EmailTest {
  recipient: string
  error: string
}

/** The state of the payment provider. `error` is its own sentence. */
export interface PaymentsCheck {
  provider: 'off' | 'fake' | 'stripe'
  status: {
    is_live: boolean
    can_charge: boolean | null
    webhooks: 'enabled' | 'disabled' | 'missing' | 'unknown'
  } | null
  error: string
}

/** The client of the checks in the settings, for owners. */
export class SettingsApi {
  constructor(private readonly api: Api) {}

  checkDomains(): Promise<DomainCheck[]> {
    return this.post('/studio/domains/check')
  }

  sendTestEmail(): Promise<EmailTest> {
    return this.post('/studio/test-email')
  }

  checkPayments(): Promise<PaymentsCheck> {
    return this.post('/studio/payments/check')
  }

  private async post<Result>(path: string): Promise<Result> {
    return (await this.api.post<ItemResponse<Result>>(path, {}, withoutGlobalError())).data
  }
}
