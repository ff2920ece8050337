import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { Player } from '@/shared/player'
import { idFrom } from '@/shared/routeId'
import { useSpoilers } from '@/shared/spoilers'
import { SkeletonLine, SkeletonPoster } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { ClipState } from '../components/ClipState'
import { Closed } from '../components/editor/Closed'
import { Film } from '../components/editor/Film'
import { Tools } from '../components/editor/Tools'
import { keysOf, useBoard, useEditor, useWish } from '../components/editor/useEditor'
import { useGrabbed } from '../components/editor/useGrabbed'
import { WordsForm } from '../components/editor/WordsForm'
import { useClips } from '../context'
import { MEDIA } from '../model'
import { type ClipEditorStore, clipEditorStore, type Wish } from '../stores/ClipEditorStore'
import '../components/Clips.css'

/** `/watch/{id}/clip`: cuts a clip out of a game, and shows what becomes of it. */
export default observer(function ClipEditor() {
  const { t } = useLingui()
  const clips = useClips()
  const { viewer } = clips.shell
  const store = clips.bring(clipEditorStore)
  const id = idFrom(useParams())
  const wish = useWish()
  const { event, detail } = store
  useTitle(event ? t`Cut a clip: ${event.full_name}` : null)
  useEffect(() => {
    if (id !== null && viewer.id !== null) void store.open(id, wish.clip)
  }, [store, id, wish.clip, viewer.id])

  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  const mayCut = viewer.capabilities.includes('clipping')
  const known = event?.id === id ? event : null
  const kind = known?.event_category?.name
  return (
    <div className="page section page--editor">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Cut a clip</Trans>
        </h1>
        {known ? (
          <p className="lede">{kind ? t`From ${known.full_name}, ${kind}` : t`From ${known.full_name}`}</p>
        ) : null}
      </div>
      {viewer.id === null ? (
        <Closed eventId={id} why="visitor" />
      ) : !known && store.errorOf(id) ? (
        <ErrorState
          title={t`The game did not load`}
          onRetry={() => void store.open(id, wish.clip)}
          busy={detail.busy}
        />
      ) : !known ? (
        <EditorSkeleton />
      ) : !mayCut ? (
        <Closed eventId={id} why="pass" />
      ) : !store.source ? (
        <Closed eventId={id} why="nothing" />
      ) : (
        <Editor key={`${id}-${store.isLive}`} store={store} wish={wish} />
      )}
    </div>
  )
})

const Editor = observer(function Editor({ store, wish }: { store: ClipEditorStore; wish: Wish }) {
  const { shell } = useClips()
  const { player, setPlayer, loops, toggleLoop } = useEditor(store, wish)
  const { event, source, isLive } = store
  const hidden = useSpoilers().hidden(event?.id ?? 0)
  const storyboard = event?.media.find(({ type }) => type === MEDIA.thumbnails)?.url ?? null
  const board = useBoard(isLive || hidden ? null : storyboard)
  const live = isLive && !hidden ? (source?.url ?? null) : null
  const grabbing = useGrabbed(player, isLive || (storyboard === null && !hidden), live)
  if (!event || !source) return null
  return (
    <>
      <div className="editor">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of what stands in it */}
        <div onKeyDown={keysOf(store, player)}>
          <Player
            id={`cut-${event.id}-${isLive ? 'live' : 'recording'}`}
            source={source}
            title={event.full_name}
            poster={event.images.poster}
            storyboard={hidden ? null : storyboard}
            startAt={store.beginsAt(wish)}
            storageKey={`${shell.channel.settings.storage_prefix}:player`}
            renew={() => store.freshStream()}
            onReady={setPlayer}
          />
          <Film store={store} board={board} grabbing={grabbing} />
          <Tools store={store} player={player} loops={loops} onLoop={toggleLoop} />
        </div>
        <WordsForm store={store} />
      </div>
      <Made store={store} />
    </>
  )
})

/** The clips that were cut here, and how far their files are. */
const Made = observer(function Made({ store }: { store: ClipEditorStore }) {
  const { shown } = store
  return (
    <section className="editor__made stack" aria-live="polite">
      {shown.length > 0 ? (
        <>
          <h2 className="display h2">
            <Trans>What happens next</Trans>
          </h2>
          <ul className="clip-states">
            {shown.map(clip => (
              <li key={clip.id}>
                <ClipState clip={clip} />
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
