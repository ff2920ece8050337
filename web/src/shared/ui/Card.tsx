import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx'
import { Icon } from './Icon'
import './Card.css'

interface Props {
  to: string
  title: ReactNode
  /** The name for screen readers, if the title is not specific enough. */
  name?: string
  /** A `Picture` or a `Matchup` that fills the 16:9 poster. */
  poster: ReactNode
  /** Badges at the top left: LIVE, time, FINAL. */
  badges?: ReactNode
  /** Badges at the lower edge: price or lock. */
  footer?: ReactNode
  /** Whether the lower badges are at the right edge, such as a clip's length. */
  isFooterAtEnd?: boolean
  /** A `Progress` on the lower edge of the poster: the watched share. */
  progress?: ReactNode
  /** A separate button at the top right: the heart. */
  action?: ReactNode
  meta?: ReactNode
  subtitle?: ReactNode
  /** The heading level that fits the outline of the page. */
  level?: 2 | 3 | 4
  className?: string
}

/** A card of an event, a video or a clip. The whole card is one link with one accessible name. */
export function Card(props: Props) {
  const {
    to,
    title,
    name,
    poster,
    badges,
    footer,
    isFooterAtEnd,
    progress,
    action,
    meta,
    subtitle,
    className,
  } = props
  const Heading = `h${props.level ?? 3}` as const
  return (
    <article className={cx('card', className)}>
      <div className="card__poster">
        {poster}
        {badges ? <div className="card__badges">{badges}</div> : null}
        {footer ? (
          <div className={cx('card__footer', isFooterAtEnd && 'card__footer--end')}>{footer}</div>
        ) : null}
        {progress ? <div className="card__progress">{progress}</div> : null}
        <span className="card__play">
          <Icon name="play" />
        </span>
      </div>
      {action}
      <div className="card__body">
        {meta ? <p className="card__meta">{meta}</p> : null}
        <Heading className="card__title">
          <Link className="card__link" to={to} aria-label={name}>
            {title}
          </Link>
        </Heading>
        {subtitle ? <p className="card__subtitle">{subtitle}</p> : null}
      </div>
    </article>
  )
}

/** A grid of cards with as many columns as the width allows. */
export function CardGrid({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <div className="grid-cards" aria-busy={busy || undefined}>
      {children}
    </div>
  )
}
