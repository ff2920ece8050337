import { type ComponentType, createContext } from 'react'
import { type Loaded, late } from '@/shared/late'
import type { EventItem, LibraryItem } from './model'

/** A closed game or film, as far as whoever sells what opens it has to know. */
export interface Closed {
  kind: 'event' | 'film'
  id: number
  event_category_id: number | null
  participants: readonly { id: number; name: string; is_home?: boolean }[]
  /** Of the game alone. */
  price: string
  currency: string
  single_event_package_id: number | null
  /** It was played: there is its replay. */
  over: boolean
}

export interface WaysInProps {
  thing: Closed
  /** A visitor may have a pass already. */
  anonymous: boolean
}

/** Shows what opens a closed thing and leads to buying it; the app puts it here from the context that sells. */
export const WaysInShop = createContext<ComponentType<WaysInProps> | null>(null)

/** Comes when somebody stands before a closed thing; its room is kept. */
export const lateWaysIn = (load: () => Promise<Loaded<WaysInProps>>) =>
  late(load, { instead: () => <div className="ways-in__wait" aria-busy="true" /> })

export const closedEvent = (event: EventItem): Closed => ({
  kind: 'event',
  id: event.id,
  event_category_id: event.event_category?.id ?? null,
  participants: event.participants,
  price: event.price,
  currency: event.currency,
  single_event_package_id: event.single_event_package_id,
  over: event.stream_status === 'finished',
})

export const closedFilm = ({ id }: LibraryItem): Closed => ({
  kind: 'film',
  id,
  event_category_id: null,
  participants: [],
  price: '0.00',
  currency: '',
  single_event_package_id: null,
  over: true,
})
