import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { SlotProps } from '@/shared/contexts/slots'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { OrderList } from '@/shared/studio/OrderList'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { Badge } from '@/shared/ui/Badge'
import { ErrorState } from '@/shared/ui/states'
import { useClips } from '../../context'
import type { HighlightAction, StudioClip, StudioHighlight } from '../../highlightsApi'
import { studioHighlightsStore } from '../../stores/StudioHighlightsStore'
import { formatSeconds } from '../../timeline'
import { HighlightButtons } from './HighlightButtons'
import { ReelState } from './ReelState'
import '@/shared/ui/Panel.css'
import './EventHighlights.css'

/** The ID that is busy while the reel changes. Highlights have positive ones. */
const REEL = -1

/** The highlights of an event and its reel, on the event's page in the studio. */
export default function EventHighlights({ eventId }: SlotProps['eventHighlights']) {
  return useOpenRooms().has('clips') ? <HighlightsPanel eventId={eventId} /> : null
}

const HighlightsPanel = observer(function HighlightsPanel({ eventId }: { eventId: number }) {
  const { t } = useLingui()
  const clips = useClips()
  const store = clips.resolve(studioHighlightsStore)
  const { toasts } = clips.shell
  const getMessage = useErrorMessage()
  useEffect(() => {
    void store.open(eventId)
    return () => store.close()
  }, [store, eventId])
  const { list, highlights } = store
  const done: Record<HighlightAction, string> = {
    hide: t`The highlight is dropped`,
    unhide: t`The highlight is back`,
    feature: t`The clip is featured on the home page`,
    unfeature: t`The clip is no longer featured`,
    retry: t`The clip is queued`,
  }

  async function act(id: number, clip: StudioClip, action: HighlightAction) {
    const error = await store.act(id, clip, action)
    if (error) toasts.show(getMessage(error), { type: 'error' })
    else toasts.show(done[action], { type: 'success' })
  }

  async function move(from: number, to: number) {
    const error = await store.move(from, to)
    if (error) toasts.show(getMessage(error), { type: 'error' })
  }

  const find = (id: string) => highlights.find(item => String(item.id) === id)
  const describe = ({ clip }: StudioHighlight) =>
    clip ? formatSeconds(Math.round(clip.duration)) : t`Waiting for the video`
  return (
    <section className="panel stack" aria-busy={list.isBusy && !list.value ? true : undefined}>
      <h2 className="display h3">
        <Trans>Highlights</Trans>
      </h2>
      <p className="hint">
        <Trans>
          Each big moment becomes a clip within 10 seconds. After the final, the reel joins them in this
          order.
        </Trans>
      </p>
      {list.error && !list.value ? (
        <ErrorState title={t`The highlights could not be loaded`} onRetry={() => void store.load()} />
      ) : null}
      {list.value?.reel ? (
        <ReelState
          reel={list.value.reel}
          isBusy={store.busyId === REEL}
          onAct={(clip, action) => void act(REEL, clip, action)}
        />
      ) : null}
      {list.value && highlights.length === 0 ? (
        <p className="muted">
          <Trans>No highlights yet. They appear when somebody keeps the score.</Trans>
        </p>
      ) : null}
      {highlights.length ? (
        <OrderList
          label={t`Highlights`}
          items={highlights.map(item => ({
            id: String(item.id),
            label: item.name,
            detail: describe(item),
          }))}
          onMove={(from, to) => void move(from, to)}
          renderMedia={id => <HighlightImage clip={find(id)?.clip ?? null} />}
          renderActions={id => {
            const item = find(id)
            return item?.clip ? (
              <HighlightButtons
                name={item.name}
                clip={item.clip}
                isBusy={store.busyId === item.id}
                onAct={action => item.clip && void act(item.id, item.clip, action)}
              />
            ) : null
          }}
        />
      ) : null}
    </section>
  )
})

/** The image of a highlight, and what viewers cannot see of it. */
function HighlightImage({ clip }: { clip: StudioClip | null }) {
  return (
    <>
      {clip?.poster ? (
        <img className="highlight-image" src={clip.poster} alt="" />
      ) : (
        <span className="highlight-image" aria-hidden="true" />
      )}
      {clip?.hidden ? (
        <Badge tone="warning">
          <Trans>Dropped</Trans>
        </Badge>
      ) : null}
      {clip?.featured ? (
        <Badge tone="success">
          <Trans>Featured</Trans>
        </Badge>
      ) : null}
      {clip?.state === 'failed' ? (
        <Badge tone="danger">
          <Trans>Failed</Trans>
        </Badge>
      ) : null}
    </>
  )
}
