/** What our worker uses of `ServiceWorkerGlobalScope`; the library's own types do not go with a page's. */
export interface WorkerScope {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window' }): Promise<readonly WindowClientLike[]>
    openWindow(path: string): Promise<unknown>
  }
  readonly location: { readonly origin: string; readonly hostname: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEventLike) => void): void
  addEventListener(type: 'push', listener: (event: PushEventLike) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEventLike) => void): void
}

export interface WindowClientLike {
  readonly url: string
  focus(): Promise<unknown>
}

interface ExtendableEventLike {
  /** The browser lets the worker live until this is done. */
  waitUntil(done: Promise<unknown>): void
}

interface PushEventLike extends ExtendableEventLike {
  readonly data: { text(): string } | null
}

interface NotificationClickEventLike extends ExtendableEventLike {
  readonly notification: { readonly data: unknown; close(): void }
}
