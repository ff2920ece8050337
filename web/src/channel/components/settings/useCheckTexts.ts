import { useLingui } from '@lingui/react/macro'
import type { DomainCheck, DomainProblem, EmailTest, PaymentsCheck } from '../../settingsApi'

export interface State {
  tone: 'success' | 'warning' | 'danger' | 'plain'
  name: string
}

/** Problems that may be this server's, or do not stop the site yet. */
const WARNINGS: ReadonlySet<DomainProblem> = new Set([
  'dns_timeout',
  'no_response',
  'private_address',
  'certificate_expires_soon',
])

/** Return functions that say the results of the checks in words. */
export function useCheckTexts() {
  const { t } = useLingui()
  const working: State = { tone: 'success', name: t`Working` }
  const warning: State = { tone: 'warning', name: t`Check this` }
  const broken: State = { tone: 'danger', name: t`Not working` }
  const unchecked: State = { tone: 'plain', name: t`Not checked` }

  const problems: Record<DomainProblem, string> = {
    no_address: t`This domain has no address in DNS. Add an A, AAAA or CNAME record at your DNS provider.`,
    dns_timeout: t`DNS did not respond in time. Try again in a few minutes.`,
    private_address: t`This domain has a private address. Visitors from outside cannot reach it.`,
    no_response: t`The server of this domain does not respond. Check that the record leads to this site.`,
    certificate_expired: t`The certificate has expired. Renew it.`,
    certificate_wrong_name: t`The certificate is for another domain. Add this domain to it.`,
    certificate_untrusted: t`Browsers do not trust the certificate. Use one of a public authority.`,
    certificate_expires_soon: t`The certificate expires soon. Check why it was not renewed.`,
  }

  const domainState = ({ problem, addresses }: DomainCheck): State => {
    if (problem) return WARNINGS.has(problem) ? warning : broken
    return addresses.length ? working : unchecked
  }

  const domainText = ({ problem, addresses, certificate }: DomainCheck): string => {
    if (problem) return problems[problem]
    if (!addresses.length) return t`A name of the server itself. There is nothing to check.`
    return certificate ? '' : t`The domain has an address in DNS.`
  }

  const emailState = ({ error }: EmailTest): State => (error ? broken : working)

  function paymentRows({ provider, status, error }: PaymentsCheck) {
    const keys = t`Keys`
    if (provider === 'off')
      return [{ title: keys, state: unchecked, text: t`Payments are turned off on this site.` }]
    if (!status) return [{ title: keys, state: broken, text: error }]
    const webhooks = {
      enabled: { state: working, text: t`The provider sends events to this site.` },
      disabled: { state: broken, text: t`The webhook endpoint is disabled. Enable it at the provider.` },
      missing: {
        state: broken,
        text: t`There is no webhook endpoint for this site. Add it at the provider, or payments appear minutes late.`,
      },
      unknown: {
        state: unchecked,
        text: t`The key may not read webhook endpoints. Check them at the provider.`,
      },
    }[status.webhooks]
    return [
      {
        title: keys,
        state: status.is_live ? working : warning,
        text: status.is_live
          ? t`The provider accepts the keys.`
          : t`The provider accepts the keys, but they are test keys. Nobody is charged real money.`,
      },
      {
        title: t`Account`,
        state: status.can_charge === null ? unchecked : status.can_charge ? working : broken,
        text:
          status.can_charge === null
            ? t`The key may not read the account.`
            : status.can_charge
              ? t`The account can charge cards.`
              : t`The account cannot charge yet. Finish its setup at the provider.`,
      },
      { title: t`Webhook events`, ...webhooks },
    ]
  }

  return { domainState, domainText, emailState, paymentRows }
}
