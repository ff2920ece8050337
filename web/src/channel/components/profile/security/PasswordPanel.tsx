import { Trans } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import type { User } from '../../../model'

/** The panel that links to the form for a new password. */
export function PasswordPanel({ user }: { user: User }) {
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Password</Trans>
      </h2>
      <p className="muted">
        {user.has_password ? (
          <Trans>Use a long password that you don’t use anywhere else.</Trans>
        ) : (
          <Trans>You log in with another service. Set a password to also log in with your email.</Trans>
        )}
      </p>
      <div className="actions">
        <LinkButton icon="lock" to="/profile/edit">
          {user.has_password ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
        </LinkButton>
      </div>
    </section>
  )
}
