import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { LinkButton } from '@/shared/ui/Button'
import type { User } from '../../../model'
import { DetailRow } from '../DetailRow'

/** The panel that summarizes the password and the second factor. */
export function SecuritySummary({ user }: { user: User }) {
  const { t } = useLingui()
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Security</Trans>
      </h2>
      <dl className="details details--tight">
        <DetailRow name={t`Password`}>
          {user.has_password ? <Trans>Set</Trans> : <Trans>None. You log in with another service</Trans>}
        </DetailRow>
        <DetailRow name={t`Authenticator app`}>
          <OnOffBadge on={user.two_factor} />
        </DetailRow>
      </dl>
      <div className="actions">
        <LinkButton to="/profile/security">
          <Trans>Security settings</Trans>
        </LinkButton>
      </div>
    </section>
  )
}

/** The badge that shows whether the authenticator app is on. */
export function OnOffBadge({ on }: { on: boolean }) {
  return on ? (
    <Badge tone="success" icon="check">
      <Trans context="authenticator app">On</Trans>
    </Badge>
  ) : (
    <Badge tone="plain">
      <Trans context="authenticator app">Off</Trans>
    </Badge>
  )
}
