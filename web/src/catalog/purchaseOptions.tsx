import type { LockedContent, PurchaseOptionsProps } from '@/shared/contexts/purchaseOptions'
import { type ComponentModule, lazyComponent } from '@/shared/loading/lazyComponent'
import type { EventItem, LibraryItem } from './model'

/** Return a lazy component that loads when a viewer opens an item without access. A placeholder keeps its space. */
export const lazyPurchaseOptions = (load: () => Promise<ComponentModule<PurchaseOptionsProps>>) =>
  lazyComponent(load, { fallback: () => <div className="access-options__placeholder" aria-busy="true" /> })

export const lockedEvent = (event: EventItem): LockedContent => ({
  kind: 'event',
  id: event.id,
  event_category_id: event.event_category?.id ?? null,
  participants: event.participants,
  price: event.price,
  currency: event.currency,
  single_event_package_id: event.single_event_package_id,
  isOver: event.stream_status === 'finished',
})

export const lockedLibraryItem = ({ id }: LibraryItem): LockedContent => ({
  kind: 'film',
  id,
  event_category_id: null,
  participants: [],
  price: '0.00',
  currency: '',
  single_event_package_id: null,
  isOver: true,
})
