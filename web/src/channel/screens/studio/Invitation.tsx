import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Button, LinkButton } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { AuthIcon } from '../../components/auth/AuthIcon'
import { AuthPage } from '../../components/auth/AuthPage'
import { useFormFields } from '../../components/auth/useFormFields'
import { ROLE_LABELS } from '../../components/studio/roles'
import { useChannel } from '../../context'
import { invitationStore } from '../../stores/InvitationStore'
import type { Role } from '../../teamApi'

/** `/studio/invitation?token=`: joins the team after the viewer confirms. Its route requires a login. */
export default observer(function Invitation() {
  const { t } = useLingui()
  const { viewer, settings, ...channel } = useInvitation()
  const token = useSearchParams()[0].get('token') ?? ''
  const { refusal } = useFormFields(channel.store.form)
  const { name } = settings
  if (channel.store.role) return <Joined role={channel.store.role} />
  const code = channel.store.form.errorMessage?.code
  return (
    <AuthPage
      slide={1}
      icon={<AuthIcon icon="mail" />}
      title={t`Join the team of ${name}`}
      intro={
        <Trans>You’re logged in as {viewer.email ?? ''}. You’ll run the channel with this account.</Trans>
      }
    >
      <div className="stack">
        <Button
          kind="primary"
          size="l"
          block
          busy={channel.store.form.isBusy}
          onClick={() => void channel.store.accept(token)}
        >
          <Trans>Accept invitation</Trans>
        </Button>
        <FormError message={refusal} />
        {code === 'errors.invitation_unverified' ? (
          <LinkButton block to="/verify-notice">
            <Trans>Verify email address</Trans>
          </LinkButton>
        ) : null}
        {code === 'errors.invitation_other_address' ? (
          <Button block onClick={() => void viewer.logOut()}>
            <Trans>Log out</Trans>
          </Button>
        ) : null}
      </div>
    </AuthPage>
  )
})

function useInvitation() {
  const channel = useChannel()
  const store = channel.resolve(invitationStore)
  useEffect(() => () => store.reset(), [store])
  return { store, viewer: channel.viewer, settings: channel.settings }
}

const Joined = observer(function Joined({ role }: { role: Role }) {
  const { t } = useLingui()
  const { viewer } = useChannel()
  const label = t(ROLE_LABELS[role])
  useEffect(() => void viewer.refresh(), [viewer])
  return (
    <AuthPage
      isStep
      slide={1}
      icon={<AuthIcon icon="check" kind="success" />}
      title={t`You’re on the team`}
      intro={<Trans>Your role is “{label}”.</Trans>}
    >
      <LinkButton kind="primary" size="l" block to="/studio">
        <Trans>Open the studio</Trans>
      </LinkButton>
    </AuthPage>
  )
})
