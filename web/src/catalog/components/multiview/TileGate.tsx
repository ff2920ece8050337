import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button, LinkButton } from '@/shared/ui/Button'
import { Icon, type IconName } from '@/shared/ui/Icon'
import type { EventItem } from '../../model'
import type { TileState, TileStore } from '../../stores/multiview/TileStore'
import { EventPoster } from '../event/EventPoster'
import { useEventTexts } from '../event/useEventTexts'
import { type GateState, useGateTitle } from '../watch/useGateTitle'
import './TileGate.css'

interface Props {
  tile: TileStore
  /** The game, without its result if the viewer hides results. */
  event: EventItem | null
  state: Exclude<TileState, 'plays'>
}

/** The reason why a picture of a multi-view does not play, and a link to the game's page. */
export const TileGate = observer(function TileGate({ tile, event, state }: Props) {
  const { t } = useLingui()
  if (state === 'loading') {
    return (
      <div className="tile-gate" aria-busy="true">
        <p className="sr-only">
          <Trans>Loading</Trans>
        </p>
      </div>
    )
  }
  if (state === 'failed') {
    return (
      <Message icon="alert" title={t`The game could not be loaded`}>
        <Button kind="glass" size="s" busy={tile.events.detail.isBusy} onClick={() => void tile.open()}>
          <Trans>Try again</Trans>
        </Button>
      </Message>
    )
  }
  if (state === 'missing') return <Message icon="alert" title={t`This game is not available`} />
  if (state === 'private' || !event) {
    return (
      <Message icon="lock" title={t`This game is private`}>
        <PageLink id={tile.id} />
      </Message>
    )
  }
  return <EventMessage event={event} state={state} />
})

interface EventProps {
  event: EventItem
  state: GateState | 'embedded' | 'ended'
}

function EventMessage({ event, state }: EventProps) {
  const { t } = useLingui()
  const texts = useEventTexts()
  const gateTitle = useGateTitle(event, state === 'embedded' || state === 'ended' ? 'waiting' : state)
  const poster = <EventPoster event={{ ...event, score: null }} large />
  const price = Number(event.price) > 0 ? texts.price(event) : null
  const time = texts.clock(event)
  switch (state) {
    case 'locked':
      return (
        <Message icon="lock" title={gateTitle} poster={poster}>
          <LinkButton kind="primary" size="s" to={`/watch/${event.id}`}>
            {event.pass_type === 'register' ? (
              <Trans>Log in</Trans>
            ) : price ? (
              <Trans>Get access for {price}</Trans>
            ) : (
              <Trans>Get access</Trans>
            )}
          </LinkButton>
        </Message>
      )
    case 'ended':
      return (
        <Message icon="check" title={t`The game has ended`} poster={poster}>
          <PageLink id={event.id} />
        </Message>
      )
    case 'embedded':
      return (
        <Message icon="tv" title={t`This game plays on its own page`} poster={poster}>
          <PageLink id={event.id} />
        </Message>
      )
    case 'countdown':
      return <Message icon="clock" title={t`Starts at ${time}`} poster={poster} />
    case 'waiting':
      return <Message icon="clock" title={gateTitle} poster={poster} />
    default:
      return (
        <Message icon="info" title={gateTitle} poster={poster}>
          <PageLink id={event.id} />
        </Message>
      )
  }
}

interface MessageProps {
  icon: IconName
  title: string
  poster?: React.ReactNode
  children?: React.ReactNode
}

function Message({ icon, title, poster, children }: MessageProps) {
  return (
    <div className="tile-gate">
      {poster ? <div className="tile-gate__poster">{poster}</div> : null}
      <div className="tile-gate__text">
        <Icon name={icon} />
        <p role="status">{title}</p>
        {children}
      </div>
    </div>
  )
}

const PageLink = ({ id }: { id: number }) => (
  <LinkButton kind="glass" size="s" to={`/watch/${id}`}>
    <Trans>Open the game’s page</Trans>
  </LinkButton>
)
