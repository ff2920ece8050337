import { useLingui } from '@lingui/react/macro'
import { Children, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { useStaggeredRender } from '@/shared/hooks/useStaggeredRender'
import { cx } from './cx'
import { Icon } from './Icon'
import { SkeletonCards } from './Skeleton'
import { useScrollEnds } from './useScrollEnds'
import './Rail.css'

interface Props {
  title: string
  /** Leads to the whole list; `name` is what readers hear where several say the same. */
  more?: { label: string; to: string; name?: string } | null
  /** `tiles` are 148 px wide, for schools and teams; cards are 280 to 380 px. */
  kind?: 'cards' | 'tiles'
  /** While cards load: as many as come have their room. */
  busy?: boolean
  id?: string
  children?: ReactNode
}

/** In pixels: that of a tile. */
const MIN_CARD_WIDTH = 148

/**
 * A row of cards that scrolls sideways and snaps, half a card peeking in at the edge.
 *
 * Arrows appear on hover and focus; the left and right keys move from card to card.
 * What is beyond the window's edge is drawn when its turn comes.
 */
export function Rail({ title, more, kind = 'cards', busy, id, children }: Props) {
  const { t } = useLingui()
  const track = useRef<HTMLUListElement>(null)
  const heading = useId()
  const { atStart, atEnd, look } = useScrollEnds(track)
  const cards: ReactNode = busy ? SkeletonCards({ count: 5 }) : children
  const all = useStaggeredRender(!busy)

  return (
    <section
      className={cx('rail', kind === 'tiles' && 'rail--tiles')}
      id={id}
      aria-labelledby={heading}
      onPointerOver={look}
      onFocus={look}
    >
      <div className="section-head">
        <h2 className="display h3 rail__title" id={heading}>
          {title}
        </h2>
        {more ? (
          <Link className="more" to={more.to} aria-label={more.name}>
            {more.label}
            <Icon name="right" size="s" />
          </Link>
        ) : null}
      </div>
      <Arrow
        direction="prev"
        label={t`Back`}
        disabled={atStart}
        onPress={() => scrollPage(track.current, -1)}
      />
      <ul
        className="rail__track"
        ref={track}
        aria-busy={busy || undefined}
        onKeyDown={moveFocus}
        onScroll={look}
      >
        {Children.map(cards, (child, index) =>
          all || index < innerWidth / MIN_CARD_WIDTH ? <li>{child}</li> : null,
        )}
      </ul>
      <Arrow
        direction="next"
        label={t`Forward`}
        disabled={atEnd}
        onPress={() => scrollPage(track.current, 1)}
      />
    </section>
  )
}

interface ArrowProps {
  direction: 'prev' | 'next'
  label: string
  disabled: boolean
  onPress: () => void
}

/** A mouse's way along; the keyboard goes from card to card and does not stop here. */
function Arrow({ direction: way, label, disabled, onPress }: ArrowProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`rail__arrow rail__arrow--${way}`}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={way === 'prev' ? 'left' : 'right'} />
    </button>
  )
}

function scrollPage(track: HTMLElement | null, way: 1 | -1): void {
  track?.scrollBy({ left: way * track.clientWidth * 0.85, behavior: 'smooth' })
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' } as const
  const step = way[event.key as keyof typeof way]
  const card = (event.target as HTMLElement).closest('li')
  const other = step && card?.[step]?.querySelector<HTMLElement>('a, button')
  if (!other) return
  event.preventDefault()
  other.focus({ preventScroll: true })
  other.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'smooth' })
}
