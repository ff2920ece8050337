import { Trans, useLingui } from '@lingui/react/macro'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { FullPageState } from '@/shared/ui/FullPageState'
import { useCatalog } from '../../context'

/** The page of a private game, for everybody who is not a member of its teams. */
export function PrivateEvent({ isLoggedIn }: { isLoggedIn: boolean }) {
  const { t } = useLingui()
  const { isLinkable, viewer } = useCatalog().shell
  useDocumentTitle(t`Private game`)
  return (
    <FullPageState
      icon="lock"
      title={<Trans>This game is private</Trans>}
      actions={
        isLoggedIn || !isLinkable('/login') ? (
          <LinkButton kind="primary" to="/">
            <Trans>View other games</Trans>
          </LinkButton>
        ) : (
          <LinkButton kind="primary" size="l" to="/login">
            <Trans>Log in</Trans>
          </LinkButton>
        )
      }
    >
      {isLoggedIn ? (
        <p>
          <Trans>
            Your account {viewer.email} is not on the team’s list. Ask the team to add this address, and make
            sure that you verified it in your profile.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>Log in with the account that your team knows.</Trans>
        </p>
      )}
    </FullPageState>
  )
}
