/** Something was paid: whose it is, and which order. */
export interface PaidMessage {
  viewer: number
  order: number
}

/** The other tabs of this browser that show the same channel. */
export interface TabChannel {
  send(word: PaidMessage): void
  /** Hears what the others tell, until the returned function is called. */
  listen(listener: (word: PaidMessage) => void): () => void
}

/** They hear each other by a `BroadcastChannel`; a browser without one reloads a page to see what it may play. */
export class BroadcastTabChannel implements TabChannel {
  constructor(private readonly name: string) {}

  send(word: PaidMessage): void {
    const channel = this.open()
    channel?.postMessage(word)
    channel?.close()
  }

  listen(listener: (word: PaidMessage) => void): () => void {
    const channel = this.open()
    channel?.addEventListener('message', ({ data }: MessageEvent<PaidMessage>) => listener(data))
    return () => channel?.close()
  }

  private open(): BroadcastChannel | null {
    return globalThis.BroadcastChannel ? new BroadcastChannel(this.name) : null
  }
}
