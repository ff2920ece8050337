import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { ShareButton } from '@/shared/ui/ShareButton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { ClipDetail } from '../components/ClipDetail'
import { embedPath } from '../components/embedPath'
import { FullEventLink } from '../components/FullEventLink'
import { ReportButton } from '../components/ReportButton'
import { REPORT_PARAM } from '../components/reportPath'
import { ShieldedClip } from '../components/ShieldedClip'
import { useSharedClip } from '../components/useSharedClip'
import { useShieldedClip } from '../components/useShieldedClip'
import { useClips } from '../context'
import { clipTitle } from '../model'
import { ClipSkeleton } from './WatchClip'

/** A shared clip (`/share/{id}/{uuid}`). It plays without an account and shows how to watch the complete event. */
export default observer(function SharedClip() {
  const { t } = useLingui()
  const { shell } = useClips()
  const { store, clip: loadedClip, load, error, missing } = useSharedClip()
  const { detail } = store
  // The deferred value lets React render the clip in small steps.
  const clip = useDeferredValue(loadedClip)
  const [search, setSearch] = useSearchParams()
  const removeReportParam = () => {
    if (!search.has(REPORT_PARAM)) return
    setSearch(
      params => {
        params.delete(REPORT_PARAM)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const { isShielded, title } = useShieldedClip(clip)
  useDocumentTitle(title ?? (missing ? t`Shared clip` : null))
  if (missing) return <ClipNotFound />
  if (!clip && error) {
    return (
      <div className="page section">
        <ErrorState title={t`The clip could not be loaded`} onRetry={load} busy={detail.isBusy} />
      </div>
    )
  }
  if (!clip) return <ClipSkeleton />
  if (isShielded) {
    return (
      <div className="page section clip-page">
        <ShieldedClip clip={clip} title={title} />
      </div>
    )
  }
  const actions = (
    <>
      {clip.share_url ? (
        <ShareButton
          title={clipTitle(clip)}
          url={clip.share_url}
          embed={embedPath(clip)}
          toasts={shell.toasts}
        />
      ) : null}
      <ReportButton clip={clip} isOpen={search.has(REPORT_PARAM)} onClose={removeReportParam} />
    </>
  )
  return (
    <div className="page section clip-page">
      <ClipDetail key={clip.id} clip={clip} store={store} actions={actions} />
      {clip.event ? <FullEventLink event={clip.event} /> : null}
    </div>
  )
})

/** The page for a share link that was replaced or never existed. */
function ClipNotFound() {
  const { t } = useLingui()
  return (
    <div className="page section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>Shared clip</Trans>
      </h1>
      <EmptyState
        icon="cut"
        title={t`This link no longer works`}
        actions={
          <LinkButton kind="primary" to="/">
            <Trans>Home</Trans>
          </LinkButton>
        }
      >
        <Trans>The clip was deleted or its owner changed the link.</Trans>
      </EmptyState>
    </div>
  )
}
