import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Button } from '@/shared/ui/Button'
import { LoadMore } from '@/shared/ui/LoadMore'
import { Rail } from '@/shared/ui/Rail'
import { useClips } from '../context'
import { eventClipsStore } from '../stores/EventClipsStore'
import { ClipCard } from './ClipCard'
import { ReportButton } from './ReportButton'

interface Props {
  eventId: number
  title: string
  /** The ID of a clip that the page already shows. */
  excludedId?: number
}

/** The clips of an event. The spoiler shield hides them, because their names and images may reveal the result. */
export const ClipsRail = observer(function ClipsRail({ eventId, title, excludedId }: Props) {
  const store = useClips().resolve(eventClipsStore)
  const spoilers = useSpoilers()
  useEffect(() => void store.open(eventId), [store, eventId])
  const clips = store.clips.filter(({ id, event_id }) => id !== excludedId && event_id === eventId)
  const { pages } = store
  if (pages.error && !pages.isLoaded) {
    return (
      <p className="muted">
        <Trans>Clips from this game could not be loaded.</Trans>
      </p>
    )
  }
  if (clips.length === 0) return null
  if (spoilers.isHidden(eventId)) {
    return (
      <section className="section">
        <div className="section-head">
          <h2 className="display h3">{title}</h2>
        </div>
        <div className="spread">
          <p className="muted">
            <Trans>Clips are hidden because they may reveal the score.</Trans>
          </p>
          <Button size="s" icon="eye" onClick={() => spoilers.reveal(eventId)}>
            <Trans>Show clips</Trans>
          </Button>
        </div>
      </section>
    )
  }
  return (
    <>
      <Rail title={title}>
        {clips.map(clip => (
          <ClipCard key={clip.id} clip={clip} action={<ReportButton clip={clip} onCard />} />
        ))}
      </Rail>
      <LoadMore
        shown={pages.items.length}
        total={pages.total}
        busy={pages.nextPage.isBusy}
        onLoadMore={() => void store.loadMore()}
      />
    </>
  )
})
