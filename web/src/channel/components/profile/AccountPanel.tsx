import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useChannel } from '../../context'
import { languageName } from '../../language'
import type { User } from '../../model'
import { verificationStore } from '../../stores/VerificationStore'
import { useFields } from '../auth/useFields'
import { Fact } from './Fact'
import { nameOf } from './person'
import { phoneLabel } from './phone'

/** Who the viewer is here. */
export function AccountPanel({ user }: { user: User }) {
  const { t, i18n } = useLingui()
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Account</Trans>
      </h2>
      <dl className="facts">
        <Fact name={t`Name`}>{nameOf(user)}</Fact>
        <EmailFact user={user} />
        <Fact name={t`Phone`}>
          {user.phone ? (
            <span className="tnum">{phoneLabel(user.phone)}</span>
          ) : (
            <span className="muted">
              <Trans>Not given</Trans>
            </span>
          )}
        </Fact>
        <Fact name={t`Language of our e-mails`}>{languageName(user.language)}</Fact>
        {user.created_at ? (
          <Fact name={t`Member since`}>{i18n.date(user.created_at, { dateStyle: 'long' })}</Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The address, and the way to verify it for those who have not. */
const EmailFact = observer(function EmailFact({ user }: { user: User }) {
  const { t } = useLingui()
  const store = useChannel().bring(verificationStore)
  const { letter, justSent: sent } = store
  const { refusal } = useFields(letter)
  useEffect(() => () => letter.clear(), [letter])
  if (user.email_verified) {
    return (
      <Fact name={t`E-mail`}>
        <span className="facts__long">{user.email}</span>
        <Badge tone="ok" icon="check">
          <Trans>Verified</Trans>
        </Badge>
      </Fact>
    )
  }
  return (
    <Fact
      name={t`E-mail`}
      action={
        sent ? null : (
          <Button size="s" busy={letter.busy} onClick={() => void store.sendAgain()}>
            <Trans>Send the e-mail again</Trans>
          </Button>
        )
      }
    >
      <span className="facts__long">{user.email}</span>
      <Badge tone="wait">
        <Trans>Not verified</Trans>
      </Badge>
      <p className="hint facts__note" role="status">
        {sent ? <Trans>Sent. It should be with you in a minute.</Trans> : null}
      </p>
      <FormError sentence={refusal} />
    </Fact>
  )
})
