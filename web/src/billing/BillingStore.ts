import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'
import type { TabChannel } from './TabChannel'

/**
 * What the first page carries of billing: whoever has to know when something was paid, here or in another
 * tab. All else comes with the screens that sell.
 */
export class BillingStore extends LazyStoreRegistry<Shell> {
  private readonly listeners = new Set<() => void>()

  constructor(
    shell: Shell,
    private readonly tabChannel: TabChannel,
  ) {
    super(shell)
  }

  /** Hears that this viewer may watch more than before, until the returned function is called. */
  onPaid(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** An order of this viewer was paid: tells this page, and the other tabs. */
  handlePaid(order: number): void {
    const { id } = this.shell.viewer
    if (id !== null) this.tabChannel.send({ viewer: id, order })
    this.notifyListeners()
  }

  /** Takes in what this viewer paid in other tabs, until the returned function is called. */
  subscribe(): () => void {
    return this.tabChannel.listen(({ viewer }) => {
      if (viewer === this.shell.viewer.id) this.notifyListeners()
    })
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener()
  }
}
