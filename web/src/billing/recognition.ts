/**
 * What a viewer has bought already (product.md §4, "Purchase recognition").
 *
 * The server decides the same by the same table of cases: contracts/cases/purchase-recognition.json.
 */

/** What of an order counts here. */
export interface HeldOrder {
  type: string
  status: string
  activity_status: string
  product: {
    /** The event's, package's or subscription's. */
    id: number
    /** None are all. */
    event_categories: readonly number[]
    /** The team of a team's pass. */
    participant_id: number | null
  }
}

/** Something on sale. `team` is a team pass for the one team in `participant_ids`. */
export interface Item {
  kind: 'subscription' | 'event' | 'package' | 'team'
  id: number
  /** None are all. */
  event_categories: readonly number[]
  /** The teams that a team pass is on sale for. */
  participant_ids: readonly number[]
  is_team_pass: boolean
}

/** An order gives what it is for while it is paid and active, and at no other time. */
export const isHeld = ({ status, activity_status }: HeldOrder): boolean =>
  status === 'paid' && activity_status === 'active'

/** Whether an item is bought already, by one order or by several together. */
export function isPurchased(orders: readonly HeldOrder[], item: Item): boolean {
  const held = orders.filter(isHeld)
  if (item.kind === 'subscription' || item.kind === 'event') {
    return held.some(({ type, product }) => type === item.kind && product.id === item.id)
  }
  const packages = held.filter(({ type }) => type === 'package')
  if (coversCategories(packages, item, null)) return true
  const teams = item.is_team_pass ? item.participant_ids : []
  return teams.length > 0 && teams.every(team => coversCategories(packages, item, team))
}

/** Whether packages open every category of an item: to everybody's games, or to those of one team. */
function coversCategories(packages: readonly HeldOrder[], item: Item, team: number | null): boolean {
  const fitting = packages.filter(
    ({ product }) => product.participant_id === null || product.participant_id === team,
  )
  if (fitting.some(({ product }) => product.event_categories.length === 0)) return true
  const covered = new Set(fitting.flatMap(({ product }) => product.event_categories))
  return item.event_categories.length > 0 && item.event_categories.every(category => covered.has(category))
}
