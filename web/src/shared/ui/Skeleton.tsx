import './Card.css'
import './Skeleton.css'

/** The place of a picture (16:9) that has not come yet. */
export const SkeletonPoster = () => <div className="skel skel--poster" />

/** The place of a line of text; `width` is a percentage of the room there is. */
export function SkeletonLine({ width = 100, height = 14 }: { width?: number; height?: number }) {
  return <div className="skel skel--line" style={{ width: `${width}%`, height }} />
}

/** A card that has not come yet, exactly as tall as one that has: its lines are a card's own. */
export function SkeletonCard() {
  return (
    <div className="card" aria-hidden="true">
      <SkeletonPoster />
      <div className="card__body">
        {CARD_LINES.map(([name, width]) => (
          <div key={name} className={name}>
            <span className="skel skel--label" style={{ width }} />
          </div>
        ))}
      </div>
    </div>
  )
}

const CARD_LINES = [
  ['card__meta', '38%'],
  ['card__title', '82%'],
  ['card__line', '54%'],
] as const

/** `count` cards that have not come yet, for a rail or a grid. Their keys are nobody else’s: React would move them. */
export function SkeletonCards({ count = 4 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => <SkeletonCard key={`skeleton-${index}`} />)
}
