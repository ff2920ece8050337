import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Badge } from '@/shared/ui/Badge'
import { useChannel } from '../../context'
import type { DomainCheck, EmailTest, PaymentsCheck } from '../../settingsApi'
import { settingsStore } from '../../stores/SettingsStore'
import { useInstantFormat } from '../webhooks/WebhookLog'
import { Check } from './Check'
import { type State, useCheckTexts } from './useCheckTexts'

/** The checks that an owner runs after a change of DNS, mail or payments. */
export const SettingsChecks = observer(function SettingsChecks() {
  const { t } = useLingui()
  const store = useChannel().resolve(settingsStore)
  return (
    <>
      <Check
        source={store.domains}
        title={t`Check domains`}
        description={<Trans>Looks up each saved domain in DNS and reads its certificate.</Trans>}
        action={t`Check domains`}
        onRun={() => void store.checkDomains()}
      >
        {checks => (
          <ul className="settings-results">
            {checks.map(check => (
              <DomainResult key={check.domain} check={check} />
            ))}
          </ul>
        )}
      </Check>
      <Check
        source={store.email}
        title={t`Test emails`}
        description={<Trans>Sends one email to your own address, as viewers get them.</Trans>}
        action={t`Send test email`}
        onRun={() => void store.sendTestEmail()}
      >
        {result => <EmailResult result={result} />}
      </Check>
      <Check
        source={store.payments}
        title={t`Test payments`}
        description={
          <Trans>Asks the payment provider about the keys, the account and webhook events. No charge.</Trans>
        }
        action={t`Test payments`}
        onRun={() => void store.checkPayments()}
      >
        {result => <PaymentsResult result={result} />}
      </Check>
    </>
  )
})

function DomainResult({ check }: { check: DomainCheck }) {
  const formatInstant = useInstantFormat()
  const { domainState, domainText } = useCheckTexts()
  const { domain, addresses, certificate } = check
  const issuer = certificate?.issuer
  const expiry = certificate ? formatInstant(certificate.expires_at) : ''
  return (
    <Result title={domain} state={domainState(check)}>
      {domainText(check)}{' '}
      {certificate ? (
        <Trans>
          Certificate by {issuer}, valid until {expiry}.
        </Trans>
      ) : null}{' '}
      {addresses.length ? addresses.join(', ') : null}
    </Result>
  )
}

function EmailResult({ result }: { result: EmailTest }) {
  const { t } = useLingui()
  const { emailState } = useCheckTexts()
  const { recipient, error } = result
  return (
    <ul className="settings-results">
      <Result title={recipient} state={emailState(result)}>
        {error || t`The mail server accepted the email. Look for it in your inbox and in the spam folder.`}
      </Result>
    </ul>
  )
}

function PaymentsResult({ result }: { result: PaymentsCheck }) {
  const { paymentRows } = useCheckTexts()
  return (
    <ul className="settings-results">
      {paymentRows(result).map(({ title, state, text }) => (
        <Result key={title} title={title} state={state}>
          {text}
        </Result>
      ))}
    </ul>
  )
}

function Result({ title, state, children }: { title: string; state: State; children: React.ReactNode }) {
  return (
    <li className="settings-results__row">
      <strong className="settings-results__title">{title}</strong>
      <Badge tone={state.tone}>{state.name}</Badge>
      <span className="muted settings-results__text">{children}</span>
    </li>
  )
}
