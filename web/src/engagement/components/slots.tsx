import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ContentRef, EventSummary, Followable, SlotProps } from '@/shared/contexts/slots'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { IconButton } from '@/shared/ui/IconButton'
import { Progress } from '@/shared/ui/Progress'
import { useEngagement } from '../context'
import { positionsStore } from '../stores/PositionsStore'
import { EventFavoriteButton, FollowMenu } from './EventFavoriteButton'
import { useReminder } from './useReminder'
import { useFavorites } from './useToggles'
import './Follow.css'

export { DrawerSpoilerSwitch, ListSpoilerSwitch } from './SpoilerSwitch'
export { ViewerRails } from './ViewerRails'

/** The heart of a game's card. */
export function CardFavoriteButton({ event }: SlotProps['cardAction']) {
  const { t } = useLingui()
  const name = event.full_name
  return (
    <EventFavoriteButton
      event={event}
      button={({ followed, open }) => (
        <IconButton
          className={cx('card__favorite', followed && 'is-followed')}
          icon="heart"
          label={followed ? t`Following: ${name}` : t`Follow: ${name}`}
          aria-haspopup="menu"
          onPointerEnter={FollowMenu.preload}
          onClick={open}
        />
      )}
    />
  )
}

/** On the edge of a card: how much of it was watched. */
export const CardProgress = observer(function CardProgress({ kind, id }: ContentRef) {
  const { t } = useLingui()
  const store = useEngagement().resolve(positionsStore)
  useEffect(() => void store.load(), [store])
  const here = store.get({ kind, id })
  if (!here) return null
  return <Progress label={t`Watched`} value={(100 * here.position) / here.duration} />
})

/** Beside the title of a game: its heart with words, and the bell before it begins. */
export function EventActions({ event }: SlotProps['eventActions']) {
  return (
    <>
      {event.stream_status === 'upcoming' ? <EventReminderButton event={event} /> : null}
      <EventFavoriteButton
        event={event}
        button={({ followed, open }) => (
          <Button
            className={cx(followed && 'is-followed')}
            icon="heart"
            aria-haspopup="menu"
            onPointerEnter={FollowMenu.preload}
            onClick={open}
          >
            {followed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
          </Button>
        )}
      />
    </>
  )
}

/** The bell of a game that has not begun. */
const EventReminderButton = observer(function EventReminderButton({
  event,
  size,
}: {
  event: EventSummary
  size?: 's'
}) {
  const { rings, press, question } = useReminder({ type: 'event', id: event.id, name: event.full_name })
  return (
    <>
      <Button
        icon="bell"
        size={size}
        className={cx(rings && 'is-followed')}
        aria-pressed={rings}
        onClick={press}
      >
        {size ? <Trans>Remind</Trans> : <Trans>Remind me</Trans>}
        {size ? <span className="sr-only">: {event.full_name}</span> : null}
      </Button>
      {question}
    </>
  )
})

/** At the end of an upcoming game's row. */
export function RowAction({ event }: SlotProps['rowAction']) {
  return <EventReminderButton event={event} size="s" />
}

/** Beside the name of a team, a school or a sport. */
export function FollowActions({ things }: SlotProps['followActions']) {
  return things.map(thing => <FollowButton key={`${thing.type}-${thing.id}`} thing={thing} />)
}

const FollowButton = observer(function FollowButton({ thing }: { thing: Followable }) {
  const { t } = useLingui()
  const favorites = useFavorites()
  const { rings, press, question } = useReminder(thing)
  const { name } = thing
  const followed = favorites.has(thing)
  return (
    <>
      <Button size="s" icon="heart" aria-pressed={followed} onClick={() => void favorites.toggle(thing)}>
        {followed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
        <span className="sr-only"> {name}</span>
      </Button>
      <IconButton
        icon="bell"
        small
        line
        pressed={rings}
        label={t`Notify me when ${name} goes live`}
        onClick={press}
      />
      {question}
    </>
  )
})
