import { Trans, useLingui } from '@lingui/react/macro'
import { useCopy } from '@/shared/hooks/useCopy'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../context'

interface Props {
  title: string
  secret: string
  onDone: () => void
}

/** A secret that is shown once. */
export function SecretPanel({ title, secret, onDone }: Props) {
  const { t } = useLingui()
  const copy = useCopy(useChannel().shell.toasts)
  return (
    <section className="panel panel--accent stack" role="status">
      <h2 className="display h3">{title}</h2>
      <p>
        <Trans>Copy the secret now. It won’t be shown again.</Trans>
      </p>
      <code className="webhook-code">{secret}</code>
      <div className="actions">
        <Button kind="primary" onClick={() => void copy(secret, t`Secret copied`)}>
          <Trans>Copy secret</Trans>
        </Button>
        <Button onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </section>
  )
}
