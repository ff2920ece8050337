import './Skeleton.css'

/** The place of a picture (16:9) that has not come yet. */
export const SkeletonPoster = () => <div className="skel skel--poster" />

/** The place of a line of text; `width` is a percentage of the room there is. */
export function SkeletonLine({ width = 100, height = 14 }: { width?: number; height?: number }) {
  return <div className="skel skel--line" style={{ width: `${width}%`, height }} />
}

/** A card that has not come yet, as large as one that has. */
export function SkeletonCard() {
  return (
    <div className="card" aria-hidden="true">
      <SkeletonPoster />
      <div className="stack stack--2">
        <SkeletonLine width={38} height={11} />
        <SkeletonLine width={82} height={17} />
        <SkeletonLine width={54} />
      </div>
    </div>
  )
}

/** `count` cards that have not come yet, for a rail or a grid. */
export function SkeletonCards({ count = 4 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => <SkeletonCard key={index} />)
}
