import type { ListEvent, PurchaseEvent, TrackedItem } from '@/shared/telemetry'

/** Somebody else who counts pages and purchases for the channel. */
export interface ExternalTracker {
  page(path: string): void
  list(event: ListEvent): void
  select(event: ListEvent): void
  checkout(items: readonly TrackedItem[]): void
  purchase(event: PurchaseEvent): void
  /** The viewer does not want it any more. */
  stop(): void
}
