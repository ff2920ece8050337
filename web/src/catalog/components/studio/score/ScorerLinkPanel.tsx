import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import { useCopy } from '@/shared/hooks/useCopy'
import { useInterval } from '@/shared/hooks/useInterval'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { DetailList } from '@/shared/studio/DetailList'
import { Loaded } from '@/shared/studio/Loaded'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import { type NewScorerLink, type ScorerLink, ScorerLinkApi } from '../../../scorerApi'
import { ScorerLinkStore } from '../../../stores/studio/ScorerLinkStore'

const REFRESH_MS = 4000

/** The link with which somebody without an account keeps the score: create, show, revoke. */
export const ScorerLinkPanel = observer(function ScorerLinkPanel({ eventId }: { eventId: number }) {
  const { t } = useLingui()
  const { api } = useCatalog().shell
  const formatError = useErrorMessage()
  const [store] = useState(() => new ScorerLinkStore(new ScorerLinkApi(api, eventId)))
  const [confirming, setConfirming] = useState<'replace' | 'revoke' | null>(null)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, REFRESH_MS)

  async function confirm() {
    if (confirming === 'revoke') await store.revoke()
    else await store.create()
    if (!store.errorMessage) setConfirming(null)
  }

  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Scorer link</Trans>
      </h2>
      <p className="muted">
        <Trans>
          With the link and its PIN, a volunteer keeps the score of this event on a phone, without an account.
        </Trans>
      </p>
      <Loaded source={store.link} errorTitle={t`The scorer link could not be loaded`} onRetry={load}>
        {([link]) => (
          <div className="stack">
            {store.created ? <NewLink link={store.created} onHide={() => store.hide()} /> : null}
            {link ? <LinkStatus link={link} /> : null}
            <div className="cluster">
              <Button
                busy={store.isBusy}
                onClick={() => (link ? setConfirming('replace') : void store.create())}
              >
                {link ? <Trans>Replace link…</Trans> : <Trans>Create scorer link</Trans>}
              </Button>
              {link ? (
                <Button kind="danger" onClick={() => setConfirming('revoke')}>
                  <Trans>Revoke link…</Trans>
                </Button>
              ) : null}
            </div>
          </div>
        )}
      </Loaded>
      {confirming ? (
        <ConfirmDialog
          form={store}
          title={confirming === 'revoke' ? t`Revoke the scorer link?` : t`Replace the scorer link?`}
          description={t`The link stops working, and its scorers are signed out. What they have sent stays.`}
          action={confirming === 'revoke' ? <Trans>Revoke link</Trans> : <Trans>Replace link</Trans>}
          danger={confirming === 'revoke'}
          onConfirm={() => void confirm()}
          onClose={() => setConfirming(null)}
        />
      ) : store.errorMessage ? (
        <FormError message={formatError(store.errorMessage)} />
      ) : null}
    </section>
  )
})

const LinkStatus = observer(function LinkStatus({ link: { expires_at, scorers } }: { link: ScorerLink }) {
  const { t, i18n } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const expires = formatDayAndTime(Date.parse(expires_at), { language: i18n.locale, timeZone })
  return (
    <DetailList
      rows={[
        [t`Works until`, expires],
        [t`Scorers`, scorers.length > 0 ? scorers.join(', ') : t`Nobody has entered yet`],
      ]}
    />
  )
})

/** The URL, the PIN and the QR code, which are shown once. */
function NewLink({ link, onHide }: { link: NewScorerLink; onHide: () => void }) {
  const { t } = useLingui()
  const copy = useCopy(useCatalog().shell.toasts)
  const text = t`Keep the score: ${link.url} (PIN ${link.pin})`
  return (
    <div className="score-panel__link">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(link.qr)}`}
        alt={t`QR code with the scorer link`}
        width="180"
        height="180"
      />
      <div className="stack">
        <div className="stack stack--2">
          <span className="label">
            <Trans>Link</Trans>
          </span>
          <code className="score-panel__url">{link.url}</code>
        </div>
        <div className="stack stack--2">
          <span className="label">
            <Trans>PIN</Trans>
          </span>
          <code className="score-panel__pin">{link.pin}</code>
        </div>
        <p className="hint">
          <Trans>The PIN is shown only now. Send the link and the PIN to the scorer.</Trans>
        </p>
        <div className="cluster">
          <Button size="s" onClick={() => void copy(text, t`Link and PIN copied`)}>
            <Trans>Copy link and PIN</Trans>
          </Button>
          <Button size="s" onClick={onHide}>
            <Trans>Hide</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}
