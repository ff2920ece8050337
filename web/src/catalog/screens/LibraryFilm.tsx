import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, useParams } from 'react-router'
import { lengthLabel, prepareFormats } from '@/shared/format/dates'
import { longDay } from '@/shared/format/wholeDates'
import { useTitle } from '@/shared/hooks/useTitle'
import { useListInTurn } from '@/shared/hooks/useTurn'
import { Part, type PlayerControl } from '@/shared/parts'
import { Player } from '@/shared/player'
import { idFrom } from '@/shared/routeId'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { ErrorState } from '@/shared/ui/states'
import { FilmGate } from '../components/FilmGate'
import { FilmsRail } from '../components/HomeRails'
import { pictureOf } from '../components/LibraryCard'
import { PlayerWait } from '../components/PlayerWait'
import { Resumed } from '../components/Resumed'
import { ShareButton } from '../components/ShareButton'
import { StageSkeleton } from '../components/StageSkeleton'
import { useKept } from '../components/useKept'
import { useTheatre } from '../components/useTheatre'
import { useCatalog } from '../context'
import { addressOf, type LibraryItem, MEDIA, streamOf } from '../model'
import { playedFilm } from '../played'
import { libraryItemStore } from '../stores/LibraryItemStore'
import '../components/Stage.css'
import '../components/Watch.css'
import '../components/Library.css'

/** `/vod_library/{id}`: a film, or what opens it; what it is about, and others of its kind. It is drawn in small steps. */
export default observer(function LibraryFilm() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.bring(libraryItemStore)
  const id = idFrom(useParams())
  const player = useRef<PlayerControl | null>(null)
  const [theatre, toggleTheatre] = useTheatre(shell.storage)
  const { detail } = store
  const item = useDeferredValue(store.item)
  const similar = useListInTurn(store.similar)
  useTitle(item?.full_title ?? null)
  const source = item && item.id === id ? streamOf(item) : null
  const kept = useKept(source && item ? { kind: 'vod', id: item.id } : null)
  useEffect(() => {
    if (id === null) return
    void store.open(id)
    prepareFormats()
  }, [store, id])

  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  if (!item && store.errorOf(id)) {
    return (
      <div className="page section">
        <ErrorState
          title={t`The film did not load`}
          onRetry={() => void store.refresh()}
          busy={detail.busy}
        />
      </div>
    )
  }
  if (!item || item.id !== id) return <StageSkeleton />

  const poster = addressOf(item.media, MEDIA.image) ?? pictureOf(item)
  const kind = item.categories[0]
  return (
    <>
      <section className={cx('stage', theatre && 'stage--theatre')}>
        <div className="stage__in">
          {source && kept.start === null ? (
            <PlayerWait poster={poster} />
          ) : source ? (
            <Resumed kept={kept}>
              <Player
                id={`film-${item.id}${kept.video}`}
                source={source}
                title={item.full_title}
                thing={playedFilm(item)}
                poster={poster}
                startAt={kept.start ?? 0}
                autoPlay={kept.video !== ''}
                rests
                onTime={kept.onTime}
                storyboard={addressOf(item.media, MEDIA.thumbnails)}
                storageKey={`${shell.channel.settings.storage_prefix}:player`}
                theatre={theatre}
                onTheatre={toggleTheatre}
                renew={() => store.freshStream()}
                onReady={control => {
                  player.current = control
                }}
              />
            </Resumed>
          ) : (
            <FilmGate item={item} />
          )}
        </div>
        <div className="stage__in">
          <div className="watch-head">
            <div className="stack stack--2">
              <h1 className="display h1" tabIndex={-1}>
                {item.title}
              </h1>
              <Facts item={item} />
            </div>
            <div className="actions">
              <ShareButton title={item.full_title} url={`/vod_library/${item.id}`} />
              <Part name="filmActions" facts={{ film: item, player: () => player.current }} />
            </div>
          </div>
        </div>
      </section>
      <div className="page page--watch">
        {item.description ? <p className="lede film-about">{item.description}</p> : null}
        <FilmsRail
          title={t`More like this`}
          items={similar}
          more={kind ? { label: kind.name, to: `/vod_library?category=${kind.id}` } : null}
        />
      </div>
    </>
  )
})

/** Who made it, how long it is, when it came. */
function Facts({ item }: { item: LibraryItem }) {
  const { t, i18n } = useLingui()
  const { author } = item
  return (
    <ul className="watch-head__facts">
      <li>
        <Icon name="clock" />
        {lengthLabel(item.duration)}
      </li>
      {author ? <li>{t`With ${author}`}</li> : null}
      <li>{item.categories.map(category => category.name).join(', ')}</li>
      <li>{longDay(Date.parse(item.date), { language: i18n.locale })}</li>
    </ul>
  )
}
