import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCatalog } from '../context'
import { showsGames } from '../sections'
import { eventsStore } from '../stores/EventsStore'
import { LiveBadge } from './LiveBadge'
import { useEventTexts } from './texts'
import './NextGames.css'

/** The games that are on or come next, as they stand beside a page of text; nothing on a channel without games. */
export const NextGames = observer(function NextGames() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const events = catalog.bring(eventsStore)
  const wanted = showsGames(shell.channel.settings.home)
  const texts = useEventTexts()
  useEffect(() => {
    if (wanted) void events.loadNext()
  }, [events, wanted])
  const games = events.next.value ?? []
  if (games.length === 0) return null
  return (
    <aside className="next-games" aria-label={t`Next games`}>
      <h2 className="display h3">
        <Trans>Next games</Trans>
      </h2>
      <ul>
        {games.map(game => (
          <li key={game.id}>
            <p>{game.live_state ? <LiveBadge event={game} /> : texts.when(game)}</p>
            <Link className="next-games__link" to={`/watch/${game.id}`}>
              {game.name}
            </Link>
            <small>{texts.kind(game)}</small>
          </li>
        ))}
      </ul>
      <Link className="link next-games__all" to="/schedule">
        <Trans>Full schedule</Trans>
      </Link>
    </aside>
  )
})
