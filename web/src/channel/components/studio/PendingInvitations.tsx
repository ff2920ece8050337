import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { serverNow } from '@/shared/clock'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../context'
import { teamStore } from '../../stores/TeamStore'
import type { Invitation } from '../../teamApi'
import { ROLE_LABELS } from './roles'

interface Props {
  invitations: readonly Invitation[]
}

/** The invitations that nobody has accepted yet. An owner can send them again or revoke them. */
export const PendingInvitations = observer(function PendingInvitations({ invitations }: Props) {
  const { t, i18n } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(teamStore)
  const formatError = useErrorMessage()
  const heading = useRef<HTMLHeadingElement>(null)

  async function report(action: Promise<ErrorMessage | null>, success: string) {
    const error = await action
    if (error) channel.shell.toasts.show(formatError(error), { type: 'error' })
    else channel.shell.toasts.show(success, { type: 'success' })
    return error === null
  }

  async function revoke(invitation: Invitation) {
    const { email } = invitation
    if (await report(store.revoke(invitation), t`The invitation of ${email} is revoked`))
      heading.current?.focus()
  }

  function expiry({ expires_at }: Invitation): string {
    const end = new Date(expires_at)
    if (end.getTime() <= serverNow()) return t`Expired`
    const day = i18n.date(end, { dateStyle: 'medium' })
    return t`Expires ${day}`
  }

  return (
    <section className="stack">
      <h2 ref={heading} className="display h3" tabIndex={-1}>
        <Trans>Invitations</Trans>
      </h2>
      {invitations.length === 0 ? (
        <p className="muted">
          <Trans>No invitation is waiting for an answer.</Trans>
        </p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Email</Trans>
              </th>
              <th scope="col">
                <Trans>Role</Trans>
              </th>
              <th scope="col">
                <Trans>Status</Trans>
              </th>
              <th scope="col">
                <span className="sr-only">
                  <Trans>Actions</Trans>
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map(invitation => {
              const { id, email, role } = invitation
              const busy = store.busy.has(`invitation-${id}`)
              return (
                <tr key={id}>
                  <td data-label={t`Email`}>
                    <strong className="team__person">{email}</strong>
                  </td>
                  <td data-label={t`Role`}>{t(ROLE_LABELS[role])}</td>
                  <td data-label={t`Status`}>{expiry(invitation)}</td>
                  <td data-label="">
                    <span className="actions team__actions">
                      <Button
                        size="s"
                        busy={busy}
                        onClick={() =>
                          void report(store.resend(invitation), t`We emailed an invitation to ${email}`)
                        }
                      >
                        <Trans>
                          Send again <span className="sr-only">to {email}</span>
                        </Trans>
                      </Button>
                      <Button kind="quiet" size="s" busy={busy} onClick={() => void revoke(invitation)}>
                        <Trans>
                          Revoke <span className="sr-only">the invitation of {email}</span>
                        </Trans>
                      </Button>
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
})
