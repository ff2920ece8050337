import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { ContentRef, EventSummary, Followable, SlotProps } from '@/shared/contexts/slots'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { IconButton } from '@/shared/ui/IconButton'
import { lazyMenu } from '@/shared/ui/LazyMenu'
import { Progress } from '@/shared/ui/Progress'
import { useEngagement } from '../context'
import { canHaveScoreAlerts } from '../model'
import { positionsStore } from '../stores/PositionsStore'
import { EventFavoriteButton, FollowMenu } from './EventFavoriteButton'
import { useReminder } from './useReminder'
import { useFavorites } from './useToggles'
import './Follow.css'

export const ReminderMenu = lazyMenu(() => import('./ReminderMenu'))

export { DrawerSpoilerSwitch, ListSpoilerSwitch } from './SpoilerSwitch'
export { ViewerRails } from './ViewerRails'

/** The favorite button on the card of a game. */
export function CardFavoriteButton({ event }: SlotProps['cardAction']) {
  const { t } = useLingui()
  const name = event.full_name
  return (
    <EventFavoriteButton
      event={event}
      renderButton={({ isFollowed, open }) => (
        <IconButton
          className={cx('card__favorite', isFollowed && 'is-followed')}
          icon="heart"
          label={isFollowed ? t`Following: ${name}` : t`Follow: ${name}`}
          aria-haspopup="menu"
          onPointerEnter={FollowMenu.preload}
          onClick={open}
        />
      )}
    />
  )
}

/** The progress bar of a card: the watched share of its video. The share would tell the length of a hidden game. */
export const CardProgress = observer(function CardProgress({ kind, id }: ContentRef) {
  const { t } = useLingui()
  const store = useEngagement().resolve(positionsStore)
  useEffect(() => void store.load(), [store])
  const isLengthHidden = useSpoilers().isHidden(id) && kind === 'event'
  const watchPosition = store.get({ kind, id })
  if (!watchPosition || isLengthHidden) return null
  return <Progress label={t`Watched`} value={(100 * watchPosition.position) / watchPosition.duration} />
})

/** The buttons beside the title of a game: follow, and a reminder for an upcoming game. */
export function EventActions({ event }: SlotProps['eventActions']) {
  return (
    <>
      {event.stream_status === 'upcoming' ? <EventReminderButton event={event} /> : null}
      <EventFavoriteButton
        event={event}
        renderButton={({ isFollowed, open }) => (
          <Button
            className={cx(isFollowed && 'is-followed')}
            icon="heart"
            aria-haspopup="menu"
            onPointerEnter={FollowMenu.preload}
            onClick={open}
          >
            {isFollowed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
          </Button>
        )}
      />
    </>
  )
}

/** The reminder button of an upcoming game. */
const EventReminderButton = observer(function EventReminderButton({
  event,
  size,
}: {
  event: EventSummary
  size?: 's'
}) {
  const { isSet, toggle, dialog } = useReminder({ type: 'event', id: event.id, name: event.full_name })
  return (
    <>
      <Button
        icon="bell"
        size={size}
        className={cx(isSet && 'is-followed')}
        aria-pressed={isSet}
        onClick={toggle}
      >
        {size ? <Trans>Remind</Trans> : <Trans>Remind me</Trans>}
        {size ? <span className="sr-only">: {event.full_name}</span> : null}
      </Button>
      {dialog}
    </>
  )
})

/** The reminder button in the row of an upcoming game. */
export function RowAction({ event }: SlotProps['rowAction']) {
  return <EventReminderButton event={event} size="s" />
}

/** The follow and reminder buttons beside the name of a team, school or sport. */
export function FollowActions({ targets }: SlotProps['followActions']) {
  return targets.map(target => <FollowButton key={`${target.type}-${target.id}`} target={target} />)
}

const FollowButton = observer(function FollowButton({ target }: { target: Followable }) {
  const { t } = useLingui()
  const favorites = useFavorites()
  const { isSet, toggle, dialog } = useReminder(target)
  const [isOpen, setIsOpen] = useState(false)
  const { name } = target
  const isFollowed = favorites.has(target)
  const opensMenu = isSet && canHaveScoreAlerts(target.type)
  const bell = (
    <IconButton
      icon="bell"
      small
      line
      pressed={isSet}
      label={t`Notify me when ${name} goes live`}
      aria-haspopup={opensMenu ? 'menu' : undefined}
      onPointerEnter={opensMenu ? ReminderMenu.preload : undefined}
      onClick={opensMenu ? () => setIsOpen(true) : toggle}
    />
  )
  const remove = () => {
    setIsOpen(false)
    toggle()
  }
  return (
    <>
      <Button size="s" icon="heart" aria-pressed={isFollowed} onClick={() => void favorites.toggle(target)}>
        {isFollowed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
        <span className="sr-only"> {name}</span>
      </Button>
      {opensMenu && isOpen ? (
        <ReminderMenu target={target} trigger={bell} onRemove={remove} onLoadError={() => setIsOpen(false)} />
      ) : (
        bell
      )}
      {dialog}
    </>
  )
})
