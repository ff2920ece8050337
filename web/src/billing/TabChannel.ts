/** The message that an order is paid: the IDs of its viewer and of the order. */
export interface PaidMessage {
  viewer: number
  order: number
}

/** Messages between the tabs of this browser that show the same channel. */
export interface TabChannel {
  send(message: PaidMessage): void
  /** Call `listener` for each message of another tab. Return a function that removes it. */
  listen(listener: (message: PaidMessage) => void): () => void
}

/**
 * A tab channel over `BroadcastChannel`. In a browser without it, the viewer reloads the other tabs to update
 * their access.
 */
export class BroadcastTabChannel implements TabChannel {
  constructor(private readonly name: string) {}

  send(message: PaidMessage): void {
    const channel = this.open()
    channel?.postMessage(message)
    channel?.close()
  }

  listen(listener: (message: PaidMessage) => void): () => void {
    const channel = this.open()
    channel?.addEventListener('message', ({ data }: MessageEvent<PaidMessage>) => listener(data))
    return () => channel?.close()
  }

  private open(): BroadcastChannel | null {
    return globalThis.BroadcastChannel ? new BroadcastChannel(this.name) : null
  }
}
