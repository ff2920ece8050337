import '@/shared/ui/Panel.css'
import { SkeletonLine, SkeletonPoster } from '@/shared/ui/Skeleton'
import './Checkout.css'

/** The placeholder of the checkout while the offers load. */
export function CheckoutSkeleton() {
  return (
    <div className="checkout" aria-busy="true">
      <div className="stack stack--8">
        {['what', 'card'].map(part => (
          <div key={part} className="stack">
            <SkeletonLine width={40} height={24} />
            <SkeletonLine height={76} />
            <SkeletonLine height={76} />
          </div>
        ))}
      </div>
      <div className="panel stack">
        <SkeletonPoster />
        <SkeletonLine width={60} />
        <SkeletonLine height={48} />
        <SkeletonLine height={52} />
      </div>
    </div>
  )
}
