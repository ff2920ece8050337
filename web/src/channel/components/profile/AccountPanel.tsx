import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { languageName } from '@/shared/format/languageName'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useChannel } from '../../context'
import type { User } from '../../model'
import { verificationStore } from '../../stores/VerificationStore'
import { useFormFields } from '../auth/useFormFields'
import { DetailRow } from './DetailRow'
import { displayName } from './displayName'
import { formatPhone } from './phone'

/** The panel with the viewer's account details. */
export function AccountPanel({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Account</Trans>
      </h2>
      <dl className="details">
        <DetailRow name={t`Name`}>{displayName(user)}</DetailRow>
        <EmailDetail user={user} />
        <DetailRow name={t`Phone`}>
          {user.phone ? (
            <span className="tabular-nums">{formatPhone(user.phone)}</span>
          ) : (
            <span className="muted">
              <Trans>Not provided</Trans>
            </span>
          )}
        </DetailRow>
        <DetailRow name={t`Email language`}>{languageName(user.language)}</DetailRow>
        {user.created_at ? (
          <DetailRow name={t`Member since`}>{i18n.date(user.created_at, { dateStyle: 'long' })}</DetailRow>
        ) : null}
      </dl>
    </section>
  )
}

/** The email address, and a button that sends the verification email if it is not verified. */
const EmailDetail = observer(function EmailDetail({ user }: { user: User }) {
  const { t } = useLingui()
  const store = useChannel().resolve(verificationStore)
  const { emailForm, isRecentlySent } = store
  const { refusal } = useFormFields(emailForm)
  useEffect(() => () => emailForm.clear(), [emailForm])
  if (user.email_verified) {
    return (
      <DetailRow name={t`Email`}>
        <span className="details__long">{user.email}</span>
        <Badge tone="success" icon="check">
          <Trans>Verified</Trans>
        </Badge>
      </DetailRow>
    )
  }
  return (
    <DetailRow
      name={t`Email`}
      action={
        isRecentlySent ? null : (
          <Button size="s" busy={emailForm.isBusy} onClick={() => void store.resendEmail()}>
            <Trans>Resend verification email</Trans>
          </Button>
        )
      }
    >
      <span className="details__long">{user.email}</span>
      <Badge tone="warning">
        <Trans>Not verified</Trans>
      </Badge>
      <p className="hint details__note" role="status">
        {isRecentlySent ? <Trans>Email sent. It should arrive within a minute.</Trans> : null}
      </p>
      <FormError message={refusal} />
    </DetailRow>
  )
})
