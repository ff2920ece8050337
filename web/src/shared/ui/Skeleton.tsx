import './Card.css'
import './Skeleton.css'

/** The placeholder of an image (16:9) that is loading. */
export const SkeletonPoster = () => <div className="skel skel--poster" />

/** The placeholder of a line of text. `width` is a percentage of the container, `height` is in pixels. */
export function SkeletonLine({ width = 100, height = 14 }: { width?: number; height?: number }) {
  return <div className="skel skel--line" style={{ width: `${width}%`, height }} />
}

/** The placeholder of a card that is loading. It uses the classes of a card's lines, so it has the same height. */
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
  ['card__subtitle', '54%'],
] as const

/** Placeholders of `count` cards, for a rail or a grid. Their keys are unique, or React would reuse them for cards. */
export function SkeletonCards({ count = 4 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => <SkeletonCard key={`skeleton-${index}`} />)
}
