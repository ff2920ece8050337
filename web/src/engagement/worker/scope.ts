/** What our worker uses of `ServiceWorkerGlobalScope`; the library's own types do not go with a page's. */
export interface WorkerScope {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window' }): Promise<readonly PageOfOurs[]>
    openWindow(path: string): Promise<unknown>
  }
  readonly location: { readonly origin: string; readonly hostname: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', heard: (event: Lasting) => void): void
  addEventListener(type: 'push', heard: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', heard: (event: Clicked) => void): void
}

export interface PageOfOurs {
  readonly url: string
  focus(): Promise<unknown>
}

interface Lasting {
  /** The browser lets the worker live until this is done. */
  waitUntil(done: Promise<unknown>): void
}

interface Pushed extends Lasting {
  readonly data: { text(): string } | null
}

interface Clicked extends Lasting {
  readonly notification: { readonly data: unknown; close(): void }
}
