import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx'
import { Icon } from './Icon'
import './Card.css'

interface Props {
  to: string
  title: ReactNode
  /** The one name readers hear, where the title alone does not say enough. */
  name?: string
  /** A `Picture` or a `Matchup`; it fills the 16:9 poster. */
  poster: ReactNode
  /** Badges at the top left: LIVE, time, FINAL. */
  badges?: ReactNode
  /** Badges at the foot: price or lock. */
  foot?: ReactNode
  /** Puts the foot at the right edge, as for a clip's length. */
  footAtEnd?: boolean
  /** On the lower edge of the poster: a `Progress` of how much was watched. */
  progress?: ReactNode
  /** A button of its own at the top right: the heart. */
  action?: ReactNode
  meta?: ReactNode
  line?: ReactNode
  /** The heading's level, so that headings follow the page. */
  level?: 2 | 3 | 4
  className?: string
}

/** One thing to watch. The whole card is one link with one readable name. */
export function Card(props: Props) {
  const { to, title, name, poster, badges, foot, footAtEnd, progress, action, meta, line, className } = props
  const Heading = `h${props.level ?? 3}` as const
  return (
    <article className={cx('card', className)}>
      <div className="card__poster">
        {poster}
        {badges ? <div className="card__badges">{badges}</div> : null}
        {foot ? <div className={cx('card__foot', footAtEnd && 'card__foot--end')}>{foot}</div> : null}
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
        {line ? <p className="card__line">{line}</p> : null}
      </div>
    </article>
  )
}

/** Cards one under the other, as many beside each other as the width holds. */
export function CardGrid({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <div className="grid-cards" aria-busy={busy || undefined}>
      {children}
    </div>
  )
}
