import { type ComponentType, createContext } from 'react'

/** An event or a library item that this viewer may not watch yet. */
export interface LockedContent {
  kind: 'event' | 'film'
  id: number
  event_category_id: number | null
  participants: readonly { id: number; name: string; is_home?: boolean }[]
  /** The price of the event alone. */
  price: string
  currency: string
  single_event_package_id: number | null
  /** Whether the event is over, so that only its replay is for sale. */
  isOver: boolean
}

export interface PurchaseOptionsProps {
  content: LockedContent
  /** Whether the viewer is not logged in. A visitor may already have a pass. */
  isVisitor: boolean
}

/** The component that shows the passes that unlock the content. The app sets it to a component of billing. */
export const PurchaseOptionsContext = createContext<ComponentType<PurchaseOptionsProps> | null>(null)
