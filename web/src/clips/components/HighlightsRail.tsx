import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PlayerControl } from '@/shared/contexts/slots'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Rail } from '@/shared/ui/Rail'
import { useClips } from '../context'
import { highlightsStore } from '../stores/HighlightsStore'
import { ClipCard } from './ClipCard'

interface Props {
  eventId: number
  isLive: boolean
  player: () => PlayerControl | null
}

const RAIL_ID = 'highlights'
/** Pixels from the start of the row within which a new first card is scrolled into view. */
const NEAR_START = 500
/** Milliseconds between two looks at what the player shows. */
const LOOK_MS = 1000

/**
 * The highlights of an event, the newest first while it is live. After the final, a link plays all of them.
 *
 * The spoiler shield hides them, and no request is sent. Who watches a live event with a delay sees each moment first.
 */
export const HighlightsRail = observer(function HighlightsRail({ eventId, ...props }: Props) {
  return useSpoilers().isHidden(eventId) ? null : <Highlights eventId={eventId} {...props} />
})

const Highlights = observer(function Highlights({ eventId, isLive, player }: Props) {
  const { t } = useLingui()
  const store = useClips().resolve(highlightsStore)
  useEffect(() => {
    void store.open(eventId, isLive)
    return () => store.close()
  }, [store, eventId, isLive])
  const shownUntil = useShownInstant(isLive, player)
  const { highlights = [], reel = null } = store.list.value ?? {}
  const shown = highlights.filter(({ event_id, at_ms }) => event_id === eventId && at_ms <= shownUntil)
  const ordered = isLive ? shown.toSorted((one, other) => other.at_ms - one.at_ms) : shown
  const newest = ordered[0]?.id
  useEffect(() => {
    if (newest !== undefined) showStart()
  }, [newest])
  const more =
    reel?.url && shown.length === highlights.length
      ? { label: t`Play all`, to: `/watch_library/${reel.id}` }
      : null
  if (shown.length === 0) return null
  return (
    <Rail title={t`Highlights`} id={RAIL_ID} more={more}>
      {ordered.map(clip => (
        <ClipCard key={clip.id} clip={clip} />
      ))}
    </Rail>
  )
})

/** Scroll to a new first card, unless the viewer has scrolled away. The browser would keep the old card in place. */
function showStart(): void {
  const track = document.getElementById(RAIL_ID)?.querySelector('ul')
  if (track && track.scrollLeft < NEAR_START) track.scrollTo({ left: 0 })
}

/** Return when the frame that the player shows was live, in milliseconds since the epoch. */
function useShownInstant(isLive: boolean, player: () => PlayerControl | null): number {
  const [instant, setInstant] = useState(Number.POSITIVE_INFINITY)
  const look = useEffectEvent(() => setInstant(player()?.instant() ?? Number.POSITIVE_INFINITY))
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isLive])
  return isLive ? instant : Number.POSITIVE_INFINITY
}
