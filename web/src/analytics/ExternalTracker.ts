import type { ListEvent, PurchaseEvent, TrackedItem } from '@/shared/telemetry'

/** A third-party service that tracks pages and purchases for the channel. */
export interface ExternalTracker {
  page(path: string): void
  list(event: ListEvent): void
  select(event: ListEvent): void
  checkout(items: readonly TrackedItem[]): void
  purchase(event: PurchaseEvent): void
  /** Stop tracking, because the viewer withdrew consent. */
  stop(): void
}
