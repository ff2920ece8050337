import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { parseRouteId } from '@/shared/routeId'
import { Button, LinkButton } from '@/shared/ui/Button'
import { ShareButton } from '@/shared/ui/ShareButton'
import { SkeletonLine, SkeletonPoster } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { ClipDetail } from '../components/ClipDetail'
import { ClipsRail } from '../components/ClipsRail'
import { embedPath } from '../components/embedPath'
import { OwnerActions } from '../components/OwnerActions'
import { ReportButton } from '../components/ReportButton'
import { ShieldedClip } from '../components/ShieldedClip'
import { useClipActions } from '../components/useClipActions'
import { useShieldedClip } from '../components/useShieldedClip'
import { useClips } from '../context'
import { type Clip, clipTitle } from '../model'
import { clipStore } from '../stores/ClipDetailStore'
import '../components/ClipDetail.css'

/** The page of a clip (`/watch_library/{id}`), with the actions of its owner and more clips of the event. */
export default observer(function WatchClip() {
  const { t } = useLingui()
  const clips = useClips()
  const store = clips.resolve(clipStore)
  const id = parseRouteId(useParams())
  const { clip, detail } = store
  const { isShielded, title } = useShieldedClip(clip)
  useDocumentTitle(title)
  const load = useCallback(() => {
    if (id !== null) void store.open({ id, uuid: null })
  }, [store, id])
  useEffect(load, [load])

  // The viewer just deleted the clip on this page. Their other clips are in the profile.
  if (id !== null && store.isDeleted(id)) return <Navigate to="/profile/clips" replace />
  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  if (!clip && store.errorOf(id)) {
    return (
      <div className="page section">
        <ErrorState title={t`The clip could not be loaded`} onRetry={load} busy={detail.isBusy} />
      </div>
    )
  }
  if (!clip || clip.id !== id) return <ClipSkeleton />
  if (clip.hidden) return <HiddenClip clip={clip} />
  if (isShielded) {
    return (
      <div className="page section clip-page">
        <ShieldedClip clip={clip} title={title} />
      </div>
    )
  }
  return (
    <div className="page section clip-page">
      <ClipDetail key={id} clip={clip} store={store} actions={<ClipActions clip={clip} />} />
      <ClipsRail eventId={clip.event_id} excludedId={clip.id} title={t`More from this game`} />
    </div>
  )
})

const ClipActions = observer(function ClipActions({ clip }: { clip: Clip }) {
  const { shell } = useClips()
  const actions = useClipActions()
  const hasOwnRight = clip.is_own || clip.event?.has_access
  const canDownload = clip.url !== null && hasOwnRight && shell.viewer.capabilities.includes('download_clip')
  return (
    <>
      {clip.share_url ? (
        <ShareButton
          kind="primary"
          title={clipTitle(clip)}
          url={clip.share_url}
          embed={embedPath(clip)}
          toasts={shell.toasts}
        />
      ) : null}
      {canDownload && clip.state === 'ready' ? (
        <Button
          icon="download"
          busy={actions.busy(clip) === 'download'}
          onClick={() => void actions.download(clip)}
        >
          <Trans>Download</Trans>
        </Button>
      ) : null}
      {clip.is_own ? <OwnerActions clip={clip} /> : <ReportButton clip={clip} />}
      <LinkButton icon="play" to={`/watch/${clip.event_id}`}>
        <Trans>Full game</Trans>
      </LinkButton>
    </>
  )
})

/** The page of a clip that the channel has hidden. Only its owner sees it. */
function HiddenClip({ clip }: { clip: Clip }) {
  const { t } = useLingui()
  return (
    <div className="page section">
      <h1>{clip.name}</h1>
      <EmptyState icon="eye" title={t`Hidden by the channel`} actions={<OwnerActions clip={clip} />}>
        <Trans>The channel has hidden this clip, so it can’t be played, shared or downloaded.</Trans>
      </EmptyState>
    </div>
  )
}

/** The placeholder of a clip that is loading. */
export function ClipSkeleton() {
  const { t } = useLingui()
  return (
    <div className="page section clip-page stack" aria-busy="true" role="status" aria-label={t`Loading`}>
      <SkeletonPoster />
      <SkeletonLine width={46} height={36} />
      <SkeletonLine width={30} />
    </div>
  )
}
