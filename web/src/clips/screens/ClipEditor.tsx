import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { useHiddenLengthPlan } from '@/shared/contexts/spoilers'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { MEDIA } from '@/shared/mediaTypes'
import { Player } from '@/shared/player'
import { parseRouteId } from '@/shared/routeId'
import { SkeletonLine, SkeletonPoster } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { ClipForm } from '../components/editor/ClipForm'
import { EditorToolbar } from '../components/editor/EditorToolbar'
import { EditorUnavailable } from '../components/editor/EditorUnavailable'
import { Timeline } from '../components/editor/Timeline'
import {
  editorKeyHandler,
  useClipEditor,
  useEditorParams,
  useStoryboard,
} from '../components/editor/useClipEditor'
import { useGrabbedFrames } from '../components/editor/useGrabbedFrames'
import { OwnClipCard } from '../components/OwnClipCard'
import { useClips } from '../context'
import { type ClipEditorStore, clipEditorStore, type EditorParams } from '../stores/ClipEditorStore'
import '../components/Clips.css'

/** The clip editor (`/watch/{id}/clip`). It creates clips of an event and shows their progress. */
export default observer(function ClipEditor() {
  const { t } = useLingui()
  const clips = useClips()
  const { viewer } = clips.shell
  const store = clips.resolve(clipEditorStore)
  const id = parseRouteId(useParams())
  const params = useEditorParams()
  const { event, detail } = store
  useDocumentTitle(event ? t`Create a clip: ${event.full_name}` : null)
  useEffect(() => {
    if (id !== null && viewer.id !== null) void store.open(id, params.clip)
  }, [store, id, params.clip, viewer.id])

  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  const canCreateClips = viewer.capabilities.includes('clipping')
  const known = event?.id === id ? event : null
  const kind = known?.event_category?.name
  return (
    <div className="page section editor-page">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Create a clip</Trans>
        </h1>
        {known ? (
          <p className="lede">{kind ? t`From ${known.full_name}, ${kind}` : t`From ${known.full_name}`}</p>
        ) : null}
      </div>
      {viewer.id === null ? (
        <EditorUnavailable eventId={id} reason="visitor" />
      ) : !known && store.errorOf(id) ? (
        <ErrorState
          title={t`The game could not be loaded`}
          onRetry={() => void store.open(id, params.clip)}
          busy={detail.isBusy}
        />
      ) : !known ? (
        <EditorSkeleton />
      ) : !canCreateClips ? (
        <EditorUnavailable eventId={id} reason="pass" />
      ) : !store.source ? (
        <EditorUnavailable eventId={id} reason="nothing" />
      ) : (
        <Editor key={`${id}-${store.isLive}`} store={store} params={params} />
      )}
    </div>
  )
})

const Editor = observer(function Editor({ store, params }: { store: ClipEditorStore; params: EditorParams }) {
  const { shell } = useClips()
  const { player, setPlayer, isLooping, toggleLoop } = useClipEditor(store, params)
  const { event, source, isLive } = store
  const hiddenLengthPlan = useHiddenLengthPlan(event)
  const isScoreHidden = hiddenLengthPlan !== null
  const storyboardUrl = event?.media.find(({ type }) => type === MEDIA.thumbnails)?.url ?? null
  const storyboardFrames = useStoryboard(isLive || isScoreHidden ? null : storyboardUrl)
  const liveUrl = isLive && !isScoreHidden ? (source?.url ?? null) : null
  const grabbedFrames = useGrabbedFrames(
    player,
    isLive || (storyboardUrl === null && !isScoreHidden),
    liveUrl,
  )
  if (!event || !source) return null
  return (
    <>
      <div className="editor">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the key events are from the controls inside */}
        <div onKeyDown={editorKeyHandler(store, player)}>
          <Player
            id={`cut-${event.id}-${isLive ? 'live' : 'recording'}`}
            source={source}
            title={event.full_name}
            poster={isScoreHidden ? null : event.images.poster}
            storyboard={isScoreHidden ? null : storyboardUrl}
            hiddenLengthPlan={hiddenLengthPlan}
            startAt={store.startPosition(params)}
            storageKey={`${shell.channel.settings.storage_prefix}:player`}
            renewSource={() => store.refreshStreamUrl()}
            onReady={setPlayer}
          />
          <Timeline
            store={store}
            storyboard={storyboardFrames}
            grabbedFrames={grabbedFrames}
            isLengthHidden={isScoreHidden && !isLive}
          />
          <EditorToolbar store={store} player={player} isLooping={isLooping} onToggleLoop={toggleLoop} />
        </div>
        <ClipForm store={store} />
      </div>
      <CreatedClips store={store} />
    </>
  )
})

/** The clips that were created here, with the progress of their files. */
const CreatedClips = observer(function CreatedClips({ store }: { store: ClipEditorStore }) {
  const { visibleClips } = store
  return (
    <section className="editor__created stack" aria-live="polite">
      {visibleClips.length > 0 ? (
        <>
          <h2 className="display h2">
            <Trans>Clip progress</Trans>
          </h2>
          <ul className="own-clips">
            {visibleClips.map(clip => (
              <li key={clip.id}>
                <OwnClipCard clip={clip} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
})

function EditorSkeleton() {
  const { t } = useLingui()
  return (
    <div className="editor" aria-busy="true" role="status" aria-label={t`Loading`}>
      <div className="stack">
        <SkeletonPoster />
        <SkeletonLine height={72} />
      </div>
      <div className="panel stack stack--6">
        <SkeletonLine height={46} />
        <SkeletonLine width={60} height={28} />
        <SkeletonLine height={46} />
        <SkeletonLine height={120} />
      </div>
    </div>
  )
}
