import { useLingui } from '@lingui/react/macro'
import { SkeletonLine, SkeletonPoster } from '@/shared/ui/Skeleton'
import './WatchArea.css'

/** The placeholder of a watch screen that is loading: the space of the player and the title. */
export function WatchSkeleton() {
  const { t } = useLingui()
  return (
    <section className="watch-area" aria-busy="true" aria-label={t`Loading`}>
      <div className="watch-area__inner">
        <SkeletonPoster />
      </div>
      <div className="watch-area__inner">
        <div className="watch-head">
          <div className="stack">
            <SkeletonLine width={46} height={36} />
            <SkeletonLine width={30} />
          </div>
        </div>
      </div>
    </section>
  )
}
