import { Trans } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import type { User } from '../../../model'

/** The password, and the way to another one. */
export function PasswordPanel({ user }: { user: User }) {
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Password</Trans>
      </h2>
      <p className="muted">
        {user.has_password ? (
          <Trans>A long one that you use nowhere else keeps others out.</Trans>
        ) : (
          <Trans>
            You log in through another account and have no password here. With one you can log in by e-mail
            too.
          </Trans>
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
