import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { whenIdle } from '@/shared/loading/whenIdle'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import type { EventItem } from '../../model'
import { summaryStore } from '../../stores/SummaryStore'
import type { TimelineStore } from '../../stores/TimelineStore'
import { type SummaryKind, summarizedMedia, summaryKinds } from '../../summary'
import { SummaryPlayer } from './lazySummaryPlayer'

interface Props {
  event: EventItem
  timeline: TimelineStore
}

/**
 * The buttons that play a summary of the game. They are hidden from viewers who hide results, because the
 * choice of moments reveals how the game went.
 */
export const SummaryButtons = observer(function SummaryButtons({ event, timeline: { timeline } }: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(summaryStore)
  const group = useRef<HTMLDivElement>(null)
  const isHidden = useSpoilers().isHidden(event.id)
  const media = summarizedMedia(event)
  const isOpen = store.summary !== null
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The button that closed the summary is gone, and the focus with it.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      group.current?.querySelector('button')?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  const kinds = timeline && media && !isHidden ? summaryKinds(timeline, event) : []
  const isOffered = kinds.length > 0
  useEffect(() => {
    if (isOffered) whenIdle(() => void SummaryPlayer.preload())
  }, [isOffered])
  if (!media || kinds.length === 0) return null

  const play = async (kind: SummaryKind) => {
    const { toasts } = catalog.shell
    try {
      if (!(await store.play(kind, media.id))) toasts.show(t`There are no moments to show yet.`)
    } catch {
      toasts.show(t`The summary could not be loaded. Try again.`, { type: 'error' })
    }
  }
  const propsOf = (kind: SummaryKind) => ({
    'aria-pressed': store.summary?.kind === kind,
    busy: store.pendingKind === kind,
    onClick: () => void play(kind),
  })
  return (
    <div className="actions" ref={group}>
      {kinds.includes('moments') ? (
        <Button icon="fwd10" {...propsOf('moments')}>
          <Trans>Catch me up</Trans>
        </Button>
      ) : null}
      {kinds.includes('condensed') ? (
        <Button icon="clock" {...propsOf('condensed')}>
          <Trans>Condensed game</Trans>
        </Button>
      ) : null}
    </div>
  )
})
