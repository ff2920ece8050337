import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCopy } from '@/shared/hooks/useCopy'
import { saveBlob } from '@/shared/saveBlob'
import { Button } from '@/shared/ui/Button'
import { useChannel } from '../../../context'
import { secondFactorStore } from '../../../stores/SecondFactorStore'
import { useFocusOnShow } from '../useFocusOnShow'

/** The recovery codes, shown once. The viewer can copy, download or print them. */
export const RecoveryCodes = observer(function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui()
  const channel = useChannel()
  const store = channel.resolve(secondFactorStore)
  const copy = useCopy(channel.shell.toasts)
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const { name, slug } = channel.settings
  const title = t`Recovery codes, ${name}`
  const text = codes.join('\n')
  const createFile = () => new Blob([`${title}\n\n${text}\n`], { type: 'text/plain' })
  return (
    <div className="stack">
      <h3 ref={heading} className="security__title" tabIndex={-1}>
        <Trans>Authenticator app is on. Save your recovery codes.</Trans>
      </h3>
      <p className="muted">
        <Trans>
          Use a recovery code if you lose your phone. Each code works once. You won’t see these codes again.
        </Trans>
      </p>
      <div className="recovery">
        <p className="recovery__title">{title}</p>
        <ol className="recovery__codes">
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="actions">
        <Button onClick={() => void copy(text, t`Recovery codes copied`)}>
          <Trans>Copy</Trans>
        </Button>
        <Button icon="download" onClick={() => saveBlob(createFile(), `${slug}-recovery-codes.txt`)}>
          <Trans>Download</Trans>
        </Button>
        <Button onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <Button kind="primary" onClick={() => store.reset()}>
          <Trans>I saved my codes</Trans>
        </Button>
      </div>
    </div>
  )
})
