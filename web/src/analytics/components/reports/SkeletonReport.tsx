import { SkeletonLine } from '@/shared/ui/Skeleton'

/** The placeholder of metric cards and a chart while a report loads. */
export const SkeletonReport = ({ cards = 4 }: { cards?: number }) => (
  <div className="stack stack--6">
    {cards > 0 ? (
      <div className="metric-cards">
        {Array.from({ length: cards }, (_, index) => (
          <div key={`card-${index}`} className="metric-card">
            <SkeletonLine width={60} />
            <SkeletonLine width={80} height={40} />
          </div>
        ))}
      </div>
    ) : null}
    <SkeletonLine height={360} />
  </div>
)
