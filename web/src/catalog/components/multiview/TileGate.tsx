import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button, LinkButton } from '@/shared/ui/Button'
import type { EventItem } from '../../model'
import type { TileState, TileStore } from '../../stores/multiview/TileStore'
import { EventPoster } from '../event/EventPoster'
import { useEventTexts } from '../event/useEventTexts'
import { type GateState, useGateTitle } from '../watch/useGateTitle'
import { TileMessage } from './TileMessage'

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
      <TileMessage icon="alert" title={t`The game could not be loaded`}>
        <Button kind="glass" size="s" busy={tile.events.detail.isBusy} onClick={() => void tile.open()}>
          <Trans>Try again</Trans>
        </Button>
      </TileMessage>
    )
  }
  if (state === 'missing') return <TileMessage icon="alert" title={t`This game is not available`} />
  if (state === 'private' || !event) {
    return (
      <TileMessage icon="lock" title={t`This game is private`}>
        <PageLink id={tile.id} />
      </TileMessage>
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
        <TileMessage icon="lock" title={gateTitle} poster={poster}>
          <LinkButton kind="primary" size="s" to={`/watch/${event.id}`}>
            {event.pass_type === 'register' ? (
              <Trans>Log in</Trans>
            ) : price ? (
              <Trans>Get access for {price}</Trans>
            ) : (
              <Trans>Get access</Trans>
            )}
          </LinkButton>
        </TileMessage>
      )
    case 'ended':
      return (
        <TileMessage icon="check" title={t`The game has ended`} poster={poster}>
          <PageLink id={event.id} />
        </TileMessage>
      )
    case 'embedded':
      return (
        <TileMessage icon="tv" title={t`This game plays on its own page`} poster={poster}>
          <PageLink id={event.id} />
        </TileMessage>
      )
    case 'countdown':
      return <TileMessage icon="clock" title={t`Starts at ${time}`} poster={poster} />
    case 'waiting':
      return <TileMessage icon="clock" title={gateTitle} poster={poster} />
    default:
      return (
        <TileMessage icon="info" title={gateTitle} poster={poster}>
          <PageLink id={event.id} />
        </TileMessage>
      )
  }
}

const PageLink = ({ id }: { id: number }) => (
  <LinkButton kind="glass" size="s" to={`/watch/${id}`}>
    <Trans>Open the game’s page</Trans>
  </LinkButton>
)
