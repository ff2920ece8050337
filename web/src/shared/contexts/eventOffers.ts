import { type ComponentType, createContext } from 'react'

export interface EventOffersProps {
  eventKey: string
  /** Whether only members of the teams may watch. */
  isForMembers: boolean
  /** Whether the event has its own price. */
  hasPrice: boolean
  /** Whether the form has changes that are not saved. The other props are those of the saved event. */
  isChanged: boolean
}

/** The component that shows operators which offers open an event. The studio sets it to a component of billing. */
export const EventOffersContext = createContext<ComponentType<EventOffersProps> | null>(null)
