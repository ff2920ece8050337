/** Something was paid: whose it is, and which order. */
export interface Paid {
  viewer: number
  order: number
}

/** The other tabs of this browser that show the same channel. */
export interface Tabs {
  tell(word: Paid): void
  /** Hears what the others tell, until the returned function is called. */
  listen(heard: (word: Paid) => void): () => void
}

/** They hear each other by a `BroadcastChannel`; a browser without one reloads a page to see what it may play. */
export class BroadcastTabs implements Tabs {
  constructor(private readonly name: string) {}

  tell(word: Paid): void {
    const channel = this.open()
    channel?.postMessage(word)
    channel?.close()
  }

  listen(heard: (word: Paid) => void): () => void {
    const channel = this.open()
    channel?.addEventListener('message', ({ data }: MessageEvent<Paid>) => heard(data))
    return () => channel?.close()
  }

  private open(): BroadcastChannel | null {
    return globalThis.BroadcastChannel ? new BroadcastChannel(this.name) : null
  }
}
