import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { inlineIcons } from '@/shared/ui/inlineIcons'
import { ErrorState, StateBlock } from '@/shared/ui/states'
import { ClipPlayer } from '../components/ClipPlayer'
import { reportPath } from '../components/reportPath'
import { ShieldedClip } from '../components/ShieldedClip'
import { useClipLabels } from '../components/useClipLabels'
import { useSharedClip } from '../components/useSharedClip'
import { useShieldedClip } from '../components/useShieldedClip'
import '../components/Clips.css'

inlineIcons()

/**
 * The embedded player of a shared clip, for pages of other sites (`/share_embed/{id}/{uuid}`).
 *
 * Viewers report a clip on the channel's page in another tab, because nobody is logged in inside a frame.
 */
export default observer(function SharedEmbed() {
  const { t } = useLingui()
  const { store, clip, load, error, missing } = useSharedClip()
  const labels = useClipLabels()
  const { uuid = '' } = useParams()
  const { detail } = store
  const { isShielded, title } = useShieldedClip(clip)
  useDocumentTitle(title)
  if (missing) return <StateBlock icon="cut" title={t`This link no longer works`} role="status" />
  if (clip && !clip.url) return <StateBlock icon="lock" title={labels.closed(clip)} />
  if (clip && isShielded) return <ShieldedClip clip={clip} title={title} />
  if (!clip && error) {
    return <ErrorState title={t`The clip could not be loaded`} onRetry={load} busy={detail.isBusy} />
  }
  return (
    <div className="clip-embed" aria-busy={!clip || undefined}>
      <h1 className="sr-only" tabIndex={-1}>
        {title ?? <Trans>Loading</Trans>}
      </h1>
      {clip ? <ClipPlayer clip={clip} store={store} /> : null}
      {clip && !clip.is_own ? (
        <LinkButton
          kind="glass"
          size="s"
          icon="alert"
          className="clip-embed__report"
          to={reportPath(clip, uuid)}
          target="_blank"
          rel="noopener"
        >
          <Trans>Report</Trans>
        </LinkButton>
      ) : null}
    </div>
  )
})
