import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { useChannel } from '../../context'
import { tokensStore } from '../../stores/TokensStore'
import type { AccessToken } from '../../tokensApi'
import { SCOPE_LABELS } from './scopes'
import '@/shared/ui/Table.css'

/** The access tokens. The owner is named if the operator sees the tokens of others. */
export const TokenTable = observer(function TokenTable({ tokens }: { tokens: readonly AccessToken[] }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(tokensStore)
  const formatError = useErrorMessage()
  const table = useRef<HTMLTableElement>(null)
  const [leaving, setLeaving] = useState<AccessToken | null>(null)
  const name = leaving?.name ?? ''
  const showsOwner = tokens.some(({ account_id: id }) => id !== channel.viewer.id)

  async function revoke(token: AccessToken) {
    const error = await store.revoke(token)
    setLeaving(null)
    if (error) channel.shell.toasts.show(formatError(error), { type: 'error' })
    else channel.shell.toasts.show(t`The token ${name} is revoked`, { type: 'success' })
  }

  return (
    <>
      <table ref={table} className="table" tabIndex={-1} aria-label={t`Access tokens`}>
        <thead>
          <tr>
            <th scope="col">{t`Name`}</th>
            {showsOwner ? <th scope="col">{t`Owner`}</th> : null}
            <th scope="col">{t`Scopes`}</th>
            <th scope="col">{t`Last used`}</th>
            <th scope="col">{t`Expires`}</th>
            <th scope="col">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map(token => (
            <TokenRow
              key={token.id}
              token={token}
              showsOwner={showsOwner}
              onRevoke={() => setLeaving(token)}
            />
          ))}
        </tbody>
      </table>
      {leaving ? (
        <Dialog
          open
          onClose={() => setLeaving(null)}
          finalFocus={() => (tokens.includes(leaving) ? null : table.current)}
          title={t`Revoke the token ${name}?`}
          description={t`Programs that use it lose access with their next call. This can’t be undone.`}
          actions={
            <>
              <Button onClick={() => setLeaving(null)}>
                <Trans>Cancel</Trans>
              </Button>
              <Button kind="danger" busy={store.busyIds.has(leaving.id)} onClick={() => void revoke(leaving)}>
                <Trans>Revoke</Trans>
              </Button>
            </>
          }
        />
      ) : null}
    </>
  )
})

interface RowProps {
  token: AccessToken
  showsOwner: boolean
  onRevoke: () => void
}

function TokenRow({ token, showsOwner, onRevoke }: RowProps) {
  const { t, i18n } = useLingui()
  const { name, prefix, owner_name: owner, scopes, last_used_at: used } = token
  const formatDay = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  const isExpired = Date.parse(token.expires_at) <= serverNow()
  return (
    <tr>
      <td data-label={t`Name`}>
        <span className="tokens__name">
          <strong>{name}</strong>
          <code className="muted">{prefix}…</code>
        </span>
      </td>
      {showsOwner ? <td data-label={t`Owner`}>{owner}</td> : null}
      <td data-label={t`Scopes`}>
        {scopes.map(scope => (SCOPE_LABELS[scope] ? t(SCOPE_LABELS[scope]) : scope)).join(', ')}
      </td>
      <td data-label={t`Last used`}>{used ? formatDay(used) : t`Never`}</td>
      <td data-label={t`Expires`}>{isExpired ? t`Expired` : formatDay(token.expires_at)}</td>
      <td data-label="">
        <span className="actions tokens__actions">
          <Button kind="quiet" size="s" aria-haspopup="dialog" onClick={onRevoke}>
            <Trans>
              Revoke <span className="sr-only">{name}</span>
            </Trans>
          </Button>
        </span>
      </td>
    </tr>
  )
}
