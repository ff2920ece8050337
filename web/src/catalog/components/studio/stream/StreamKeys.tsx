import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCopy } from '@/shared/hooks/useCopy'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../../context'
import type { StreamAccess } from '../../../scheduleApi'
import type { StreamStore } from '../../../stores/studio/StreamStore'
import './Stream.css'

/** Server and stream keys of both encoders, each with a QR code. */
export const StreamKeys = observer(function StreamKeys({
  access,
  store,
}: {
  access: StreamAccess
  store: StreamStore
}) {
  const { t } = useLingui()
  return (
    <section className="panel stack stack--6">
      <CopyRow label={t`Server`} text={access.server} />
      <div className="stream-keys">
        <div className="stack">
          <CopyRow label={t`Stream key`} text={access.stream_key} />
          {access.srt_url ? <CopyRow label={t`SRT address`} text={access.srt_url} /> : null}
          <QrCode svg={access.qr} label={t`QR code with server and stream key`} />
        </div>
        <div className="stack">
          <CopyRow label={t`Backup key`} text={access.backup_key} />
          {access.backup_srt_url ? (
            <CopyRow label={t`Backup SRT address`} text={access.backup_srt_url} />
          ) : null}
          <QrCode svg={access.backup_qr} label={t`QR code with server and backup key`} />
          <p className="hint">
            <Trans>For a second encoder, such as a phone. It goes on air if the first one fails.</Trans>
          </p>
        </div>
      </div>
      <p className="hint">
        <Trans>Anyone with these keys can go live on your channel. Treat them as passwords.</Trans>
      </p>
      <div className="cluster">
        <Button size="s" onClick={() => store.hideKey()}>
          <Trans>Hide keys</Trans>
        </Button>
        <Button size="s" busy={store.isBusy} onClick={() => void store.showKey(true)}>
          <Trans>Replace keys</Trans>
        </Button>
      </div>
    </section>
  )
})

function QrCode({ svg, label }: { svg: string; label: string }) {
  return <img className="stream-keys__code" src={svgDataUrl(svg)} alt={label} width="160" height="160" />
}

function CopyRow({ label, text }: { label: string; text: string }) {
  const { t } = useLingui()
  const copy = useCopy(useCatalog().shell.toasts)
  return (
    <div className="stack stack--2">
      <span className="label">{label}</span>
      <div className="stream-keys__row">
        <code>{text}</code>
        <Button size="s" aria-label={t`Copy ${label}`} onClick={() => void copy(text, t`${label} copied`)}>
          <Trans>Copy</Trans>
        </Button>
      </div>
    </div>
  )
}

/** Return an SVG as a data URL. Scripts in images never run, and the site's CSP allows `data:` images. */
const svgDataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
