import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { Icon, type IconName } from '@/shared/ui/Icon'
import { AuthForm } from '../../components/auth/AuthForm'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { useFormFields } from '../../components/auth/useFormFields'
import { useChannel } from '../../context'
import { parseSignedLink, type SignedLink } from '../../signedLinks'
import { deletionStore } from '../../stores/DeletionStore'

/** `/confirm-account-deletion?email&expires&signature`: confirms and then deletes the account (§2, §7). */
export default observer(function ConfirmDeletion() {
  const { search } = useLocation()
  const store = useChannel().resolve(deletionStore)
  const link = useMemo(() => parseSignedLink(search), [search])
  if (!link || store.isLinkInvalid) return <InvalidLink />
  return store.hasDeletedAccount(link) ? <AccountDeleted /> : <DeletionConfirmation link={link} />
})

const DeletionConfirmation = observer(function DeletionConfirmation({ link }: { link: SignedLink }) {
  const { t } = useLingui()
  const store = useChannel().resolve(deletionStore)
  const fields = useFormFields(store.form)
  const losses: [IconName, string][] = [
    ['user', t`Your name, email address and phone number`],
    ['laptop', t`Your access, on every device`],
    ['ticket', t`Everything else in your account, without a refund`],
  ]
  return (
    <AuthPage
      icon={<AuthIcon icon="alert" kind="error" />}
      title={t`Delete your account?`}
      intro={
        <Trans>
          The account <span className="auth__address">{link.email}</span> will be permanently deleted. You’ll
          lose:
        </Trans>
      }
    >
      <ul className="auth__consequences">
        {losses.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
      <p className="hint">
        <Trans>The law requires us to keep payment records. We keep them without your name.</Trans>
      </p>
      <div className="stack">
        <AuthForm
          danger
          onSubmit={() => store.confirm(link)}
          busy={store.form.isBusy}
          errorMessage={fields.refusal}
          action={<Trans>Delete my account</Trans>}
        />
        <LinkButton size="l" block to="/">
          <Trans>Keep my account</Trans>
        </LinkButton>
      </div>
    </AuthPage>
  )
})

const AccountDeleted = observer(function AccountDeleted() {
  const { t } = useLingui()
  const { name } = useChannel().settings
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="check" kind="success" />}
      title={t`Account deleted`}
      intro={<Trans>Thank you for watching {name}. You’re welcome back anytime.</Trans>}
    >
      <LinkButton kind="primary" size="l" block to="/">
        <Trans>Back to home</Trans>
      </LinkButton>
    </AuthPage>
  )
})

function InvalidLink() {
  const { t } = useLingui()
  return (
    <AuthPage
      isStep
      icon={<AuthIcon icon="alert" kind="error" />}
      title={t`This link doesn’t work`}
      intro={
        <Trans>
          The link may have expired, been used already or been cut off. Get a new one from your account.
        </Trans>
      }
    >
      <LinkButton kind="primary" size="l" block to="/profile">
        <Trans>Go to your account</Trans>
      </LinkButton>
    </AuthPage>
  )
}
