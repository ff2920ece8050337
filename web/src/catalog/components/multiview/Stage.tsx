import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMediaQuery } from '@/shared/hooks/useMediaQuery'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { ShareButton } from '@/shared/ui/ShareButton'
import { useCatalog } from '../../context'
import { isArrowKey, neighborOf } from '../../multiview/neighbor'
import { MAX_PHONE_GAMES, multiViewPath } from '../../multiview/selection'
import { type Layout, multiViewStore } from '../../stores/multiview/MultiViewStore'
import { Tile } from './Tile'
import { useFullScreen } from './useFullScreen'
import { useGameName } from './useGameName'
import './Stage.css'

const GamePickerDialog = lazyComponent(() => import('./GamePickerDialog'))

const LAYOUT_NAME = 'multiview'
const PHONE_QUERY = '(max-width: 599px), (max-height: 479px)'

/** The pictures of a multi-view. The keys 1 to 4 move the sound, the arrows move between pictures, Escape returns. */
export const Stage = observer(function Stage({ ids }: { ids: readonly number[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const catalog = useCatalog()
  const { storage, toasts } = catalog.shell
  const store = catalog.resolve(multiViewStore)
  const isPhone = useMediaQuery(PHONE_QUERY)
  const [isPickerOpen, setIsPickerOpen] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const shownIds = isPhone ? ids.slice(0, MAX_PHONE_GAMES) : ids
  const key = shownIds.join()
  useEffect(() => store.open(key.split(',').map(Number)), [store, key])
  useEffect(() => {
    if (storage.get<Layout>(LAYOUT_NAME) === 'large') store.setLayout('large')
    return () => store.reset()
  }, [store, storage])
  useFullScreen(store, stage)

  const changeLayout = (layout: Layout) => {
    store.setLayout(layout)
    storage.set(LAYOUT_NAME, layout)
  }
  const count = ids.length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the focused picture inside
    <div className="multi-view" onKeyDown={event => handleKey(event, store)}>
      <div className="multi-view__bar">
        <h1 className="display multi-view__title" tabIndex={-1}>
          <Trans>Multi-view</Trans>
        </h1>
        <SoundText />
        <div className="multi-view__tools">
          <SegmentedControl
            className="multi-view__layout"
            label={t`Layout`}
            value={store.layout}
            choices={[
              { value: 'equal', label: t`Equal` },
              { value: 'large', label: t`One large` },
            ]}
            onChange={changeLayout}
          />
          <Button
            kind="glass"
            size="s"
            icon={store.isPaused ? 'play' : 'pause'}
            onClick={() => store.togglePause()}
          >
            <span className="multi-view__label">
              {store.isPaused ? <Trans>Play all</Trans> : <Trans>Pause all</Trans>}
            </span>
          </Button>
          <Button kind="glass" size="s" icon="plus" onClick={() => setIsPickerOpen(true)}>
            <Trans>Change games</Trans>
          </Button>
          <ShareButton title={t`Multi-view`} url={multiViewPath(ids)} toasts={toasts} kind="glass" size="s" />
        </div>
      </div>
      {isPhone && count > MAX_PHONE_GAMES ? (
        <p className="multi-view__note">
          <Trans>A phone shows two games. Open this page on a larger screen to watch all {count}.</Trans>
        </p>
      ) : null}
      <div className="multi-view__stage" ref={stage}>
        <ul
          className="multi-view__grid"
          aria-label={t`Games`}
          data-count={store.tiles.length}
          data-layout={store.layout}
          data-filled={store.fullId !== null || undefined}
        >
          {store.tiles.map((tile, index) => (
            <Tile key={tile.id} tile={tile} number={index + 1} ids={ids} store={store} />
          ))}
        </ul>
      </div>
      {isPickerOpen ? (
        <GamePickerDialog
          ids={ids}
          onClose={() => setIsPickerOpen(false)}
          onWatch={chosen => {
            setIsPickerOpen(false)
            void navigate(multiViewPath(chosen))
          }}
        />
      ) : null}
    </div>
  )
})

/** Which game has the sound, as a text that screen readers announce when it changes. */
const SoundText = observer(function SoundText() {
  const { tiles, soundId } = useCatalog().resolve(multiViewStore)
  const getName = useGameName()
  const tile = tiles.find(({ id }) => id === soundId)
  const name = tile && getName(tile.event)
  return (
    <p className="multi-view__sound" role="status">
      <Icon name="volume" size="s" />
      <span>{name ? <Trans>Sound: {name}</Trans> : <Trans>Press a picture to hear it.</Trans>}</span>
    </p>
  )
})

type Store = ReturnType<typeof multiViewStore>

function handleKey(event: KeyboardEvent<HTMLElement>, store: Store): void {
  if (event.altKey || event.ctrlKey || event.metaKey || isInDialog(event.target)) return
  const chosen = /^[1-4]$/.test(event.key) ? store.tiles[Number(event.key) - 1] : undefined
  if (chosen) {
    event.preventDefault()
    store.giveSound(chosen.id)
  } else if (event.key === 'Escape') {
    if (store.back()) event.preventDefault()
  } else if (isArrowKey(event.key)) {
    const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.tile')]
    const from = tiles.findIndex(tile => tile.contains(event.target as Node))
    const boxes = tiles.map(tile => tile.getBoundingClientRect())
    const next = from < 0 ? 0 : neighborOf(boxes, from, event.key)
    if (next === null || store.fullId !== null) return
    event.preventDefault()
    tiles[next]?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
    const tile = store.tiles[next]
    // On a TV, the sound follows the focus. A game that does not play has none.
    if (tile && tiles[next]?.querySelector('.tile__press')) store.giveSound(tile.id)
  }
}

/** React passes the keys of a dialog to the component that opened it. */
const isInDialog = (target: EventTarget) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null
