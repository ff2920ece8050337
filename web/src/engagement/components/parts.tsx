import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Followable, GameFacts, PartFacts, Watched } from '@/shared/parts'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { IconButton } from '@/shared/ui/IconButton'
import { Progress } from '@/shared/ui/Progress'
import { useEngagement } from '../context'
import { positionsStore } from '../stores/PositionsStore'
import { FollowMenu, GameHeart } from './GameHeart'
import { useFavorites } from './useMarks'
import { useReminder } from './useReminder'
import './Follow.css'

export { HomeRails } from './HomeRails'
export { DrawerShield, ListShield } from './ShieldSwitch'

/** The heart of a game's card. */
export function CardMark({ event }: PartFacts['cardMark']) {
  const { t } = useLingui()
  const name = event.full_name
  return (
    <GameHeart
      event={event}
      button={({ followed, open }) => (
        <IconButton
          className={cx('card__heart', followed && 'is-followed')}
          icon="heart"
          label={followed ? t`You follow: ${name}` : t`Follow: ${name}`}
          aria-haspopup="menu"
          onPointerEnter={FollowMenu.ahead}
          onClick={open}
        />
      )}
    />
  )
}

/** On the edge of a card: how much of it was watched. */
export const CardProgress = observer(function CardProgress({ kind, id }: Watched) {
  const { t } = useLingui()
  const store = useEngagement().bring(positionsStore)
  useEffect(() => void store.load(), [store])
  const here = store.of({ kind, id })
  if (!here) return null
  return <Progress label={t`Watched`} value={(100 * here.position) / here.duration} />
})

/** Beside the title of a game: its heart with words, and the bell before it begins. */
export function EventActions({ event }: PartFacts['eventActions']) {
  return (
    <>
      {event.stream_status === 'upcoming' ? <GameBell event={event} /> : null}
      <GameHeart
        event={event}
        button={({ followed, open }) => (
          <Button
            className={cx(followed && 'is-followed')}
            icon="heart"
            aria-haspopup="menu"
            onPointerEnter={FollowMenu.ahead}
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
const GameBell = observer(function GameBell({ event, size }: { event: GameFacts; size?: 's' }) {
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
export function RowAction({ event }: PartFacts['rowAction']) {
  return <GameBell event={event} size="s" />
}

/** Beside the name of a team, a school or a sport. */
export function FollowActions({ things }: PartFacts['followActions']) {
  return things.map(thing => <FollowOne key={`${thing.type}-${thing.id}`} thing={thing} />)
}

const FollowOne = observer(function FollowOne({ thing }: { thing: Followable }) {
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
        label={t`Tell me when it goes live: ${name}`}
        onClick={press}
      />
      {question}
    </>
  )
})
