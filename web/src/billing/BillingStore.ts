import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'
import type { TabChannel } from './TabChannel'

/**
 * The part of billing that loads with the first page: it notifies listeners of a payment in this or another tab.
 * The other stores load with the billing screens.
 */
export class BillingStore extends LazyStoreRegistry<Shell> {
  private readonly listeners = new Set<() => void>()

  constructor(
    shell: Shell,
    private readonly tabChannel: TabChannel,
  ) {
    super(shell)
  }

  /** Call `listener` after each payment of this viewer. Return a function that removes it. */
  onPaid(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Notify this page and the other tabs that an order of this viewer is paid. */
  handlePaid(order: number): void {
    const { id } = this.shell.viewer
    if (id !== null) this.tabChannel.send({ viewer: id, order })
    this.notifyListeners()
  }

  /** Listen for this viewer's payments in other tabs. Return a function that stops it. */
  subscribe(): () => void {
    return this.tabChannel.listen(({ viewer }) => {
      if (viewer === this.shell.viewer.id) this.notifyListeners()
    })
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener()
  }
}
