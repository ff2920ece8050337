import { type ComponentType, createContext } from 'react'
import { type ComponentModule, lazyComponent } from '@/shared/loading/lazyComponent'
import type { EventItem, LibraryItem } from './model'

/** A closed game or film, as far as whoever sells what opens it has to know. */
export interface LockedContent {
  kind: 'event' | 'film'
  id: number
  event_category_id: number | null
  participants: readonly { id: number; name: string; is_home?: boolean }[]
  /** Of the game alone. */
  price: string
  currency: string
  single_event_package_id: number | null
  /** It was played: there is its replay. */
  isOver: boolean
}

export interface PurchaseOptionsProps {
  content: LockedContent
  /** A visitor may have a pass already. */
  anonymous: boolean
}

/** Shows what opens a closed thing and leads to buying it; the app puts it here from the context that sells. */
export const PurchaseOptionsContext = createContext<ComponentType<PurchaseOptionsProps> | null>(null)

/** Comes when somebody stands before a closed thing; its room is kept. */
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
