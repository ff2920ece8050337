import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { useInterval } from '@/shared/hooks/useInterval'
import { useCatalog } from '../../context'
import { type EventItem, isOnAir } from '../../model'
import { eventStore } from '../../stores/EventStore'
import { type ShownScore, type TimelineStore, timelineStore } from '../../stores/TimelineStore'

/** How often to request the timeline of a live event, and of a recording whose result is hidden. */
const POLL_MS = 2000
/** How often to request the timeline of a live event that has none yet. */
const EMPTY_POLL_MS = 15_000
const TICK_MS = 1000

/** Return the timeline of the event on the page, and keep it current. Use it in an observer. */
export function useTimeline(event: EventItem | null): TimelineStore {
  const catalog = useCatalog()
  const store = catalog.resolve(timelineStore)
  useTimelineUpdates(store, event, () => void catalog.resolve(eventStore).refresh())
  return store
}

/** Keep a timeline current. `refreshEvent` loads the event again, for a new token. Use it in an observer. */
export function useTimelineUpdates(
  store: TimelineStore,
  event: EventItem | null,
  refreshEvent: () => void,
): void {
  const { i18n } = useLingui()
  const spoilers = useSpoilers()
  const id = event?.id ?? null
  const isLive = event !== null && isOnAir(event)
  const isShielded = id !== null && spoilers.isHidden(id)
  const isPlaying = store.playheadMs !== null
  const hasEntries = (store.timeline?.revision ?? 0) > 0
  const token = event?.timeline_token ?? null
  const refusedToken = useRef<string | null>(null)
  const load = () =>
    void store.load(isShielded, token).then(isAccepted => {
      // A recording that plays for long outlives the token of a private event. The event has a new one.
      if (isAccepted || refusedToken.current === token) return
      refusedToken.current = token
      refreshEvent()
    })
  useEffect(() => {
    if (id === null || event?.stream_status === 'upcoming') return
    store.open(id, i18n.locale)
    load()
  }, [store, id, i18n.locale, isShielded, isPlaying, token, event?.stream_status])
  const interval = isShielded ? (isPlaying ? POLL_MS : null) : isLive ? POLL_MS : null
  useInterval(load, interval && !hasEntries && !isShielded ? EMPTY_POLL_MS : interval)
}

/**
 * Return the score at the viewer's playhead. While nothing plays: the current one of a live event, or null if its score
 * is hidden. Null without a timeline. Use it in an observer.
 */
export function useShownScore(event: EventItem, store: TimelineStore): ShownScore | null {
  const isHidden = useSpoilers().isHidden(event.id)
  const [, tick] = useState(0)
  const followsWorld = store.playheadMs === null && isOnAir(event) && !isHidden
  useInterval(() => tick(count => count + 1), followsWorld ? TICK_MS : null)
  if (store.playheadMs !== null) return store.scoreAt(store.playheadMs)
  return followsWorld ? store.scoreAt(serverNow()) : null
}
