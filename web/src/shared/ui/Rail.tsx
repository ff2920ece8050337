import { useLingui } from '@lingui/react/macro'
import { Children, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { useStaggeredRender } from '@/shared/hooks/useStaggeredRender'
import { cx } from './cx'
import { Icon } from './Icon'
import { SkeletonCards } from './Skeleton'
import { useScrollEnds } from './useScrollEnds'
import './Rail.css'

interface RailLink {
  label: string
  to: string
  /** The accessible name, if several links have the same label. */
  name?: string
}

interface Props {
  title: string
  /** The link to the complete list. */
  more?: RailLink | null
  /** Another link, before the one to the complete list. */
  also?: RailLink | null
  /** `tiles` are 148 px wide, for schools and teams. `cards` are 280 to 380 px wide. */
  kind?: 'cards' | 'tiles'
  /** Whether the cards are loading. Placeholders reserve their space. */
  busy?: boolean
  id?: string
  children?: ReactNode
}

/** Width of a tile in pixels, the narrowest card. */
const MIN_CARD_WIDTH = 148

/**
 * A row of cards that scrolls sideways and snaps. Half a card is visible at the edge.
 *
 * Arrows appear on hover and focus. The left and right keys move from card to card.
 * Cards beyond the edge of the window render later, when the browser is idle.
 */
export function Rail({ title, more, also, kind = 'cards', busy, id, children }: Props) {
  const { t } = useLingui()
  const track = useRef<HTMLUListElement>(null)
  const heading = useId()
  const { atStart, atEnd, look: updateEnds } = useScrollEnds(track)
  const cards: ReactNode = busy ? SkeletonCards({ count: 5 }) : children
  const canRenderAll = useStaggeredRender(!busy)

  return (
    <section
      className={cx('rail', kind === 'tiles' && 'rail--tiles')}
      id={id}
      aria-labelledby={heading}
      onPointerOver={updateEnds}
      onFocus={updateEnds}
    >
      <div className="section-head">
        <h2 className="display h3 rail__title" id={heading}>
          {title}
        </h2>
        {also ? <HeadLink {...also} /> : null}
        {more ? <HeadLink {...more} /> : null}
      </div>
      <Arrow
        direction="prev"
        label={t`Back`}
        disabled={atStart}
        onClick={() => scrollPage(track.current, -1)}
      />
      <ul
        className="rail__track"
        ref={track}
        aria-busy={busy || undefined}
        onKeyDown={moveFocus}
        onScroll={updateEnds}
      >
        {Children.map(cards, (child, index) =>
          canRenderAll || index < innerWidth / MIN_CARD_WIDTH ? <li>{child}</li> : null,
        )}
      </ul>
      <Arrow
        direction="next"
        label={t`Forward`}
        disabled={atEnd}
        onClick={() => scrollPage(track.current, 1)}
      />
    </section>
  )
}

function HeadLink({ label, to, name }: RailLink) {
  return (
    <Link className="more" to={to} aria-label={name}>
      {label}
      <Icon name="right" size="s" />
    </Link>
  )
}

interface ArrowProps {
  direction: 'prev' | 'next'
  label: string
  disabled: boolean
  onClick: () => void
}

/** An arrow that scrolls with the mouse. It is not in the tab order, because keys move from card to card. */
function Arrow({ direction, label, disabled, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`rail__arrow rail__arrow--${direction}`}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={direction === 'prev' ? 'left' : 'right'} />
    </button>
  )
}

function scrollPage(track: HTMLElement | null, direction: 1 | -1): void {
  track?.scrollBy({ left: direction * track.clientWidth * 0.85, behavior: 'smooth' })
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const siblings = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' } as const
  const sibling = siblings[event.key as keyof typeof siblings]
  const card = (event.target as HTMLElement).closest('li')
  const target = sibling && card?.[sibling]?.querySelector<HTMLElement>('a, button')
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'smooth' })
}
