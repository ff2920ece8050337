import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCopy } from '@/shared/hooks/useCopy'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../../context'
import type { RestreamTarget, TargetSecrets } from '../../../restreamApi'
import { restreamTargetsStore } from '../../../stores/studio/RestreamTargetsStore'
import { useRestreamTexts } from './useRestreamTexts'

/** A restream target with its actions. The key is shown only on request. */
export const TargetCard = observer(function TargetCard({ target }: { target: RestreamTarget }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(restreamTargetsStore)
  const { serviceName } = useRestreamTexts()
  const { id, name, service, server_url: url, is_always: isAlways } = target
  const { revealed, action } = store
  const isRevealed = revealed?.id === id
  return (
    <li className="panel stack">
      <div className="restream__head">
        <h2 className="restream__name">{name}</h2>
        <Badge tone={isAlways ? 'success' : 'plain'}>
          {isAlways ? <Trans>Every event</Trans> : <Trans>Chosen events</Trans>}
        </Badge>
      </div>
      <p className="hint restream__name">{service === 'other' ? url : `${serviceName(service)} · ${url}`}</p>
      {isRevealed ? <Secrets secrets={revealed} /> : null}
      <div className="actions">
        {isRevealed ? (
          <Button size="s" onClick={() => store.hideKey()}>
            <Trans>Hide key</Trans>
          </Button>
        ) : (
          <Button
            size="s"
            aria-label={t`Show the key of ${name}`}
            disabled={action.isBusy}
            onClick={() => void store.reveal(target)}
          >
            <Trans>Show key</Trans>
          </Button>
        )}
        <Button size="s" aria-label={t`Edit ${name}`} onClick={() => store.openForm(target)}>
          <Trans>Edit</Trans>
        </Button>
        <Button
          size="s"
          kind="quiet"
          aria-label={t`Delete ${name}`}
          aria-haspopup="dialog"
          onClick={() => store.askToDelete(target)}
        >
          <Trans>Delete</Trans>
        </Button>
      </div>
    </li>
  )
})

function Secrets({ secrets: { key, passphrase } }: { secrets: TargetSecrets }) {
  const { t } = useLingui()
  const copy = useCopy(useCatalog().shell.toasts)
  return (
    <>
      {key ? <code className="restream__secret">{key}</code> : null}
      {passphrase ? <code className="restream__secret">{passphrase}</code> : null}
      <p className="hint">
        {passphrase ? (
          <Trans>Stream ID and passphrase. The activity log records that you have seen them.</Trans>
        ) : (
          <Trans>Treat it as a password. The activity log records that you have seen it.</Trans>
        )}
      </p>
      <div className="actions">
        {key ? (
          <Button size="s" onClick={() => void copy(key, t`Stream key copied`)}>
            <Trans>Copy key</Trans>
          </Button>
        ) : null}
        {passphrase ? (
          <Button size="s" onClick={() => void copy(passphrase, t`Passphrase copied`)}>
            <Trans>Copy passphrase</Trans>
          </Button>
        ) : null}
      </div>
    </>
  )
}
