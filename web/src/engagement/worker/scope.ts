/** The part of `ServiceWorkerGlobalScope` in use. TypeScript's worker types conflict with the DOM types. */
export interface WorkerScope {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly WindowClientLike[]>
    openWindow(path: string): Promise<unknown>
  }
  readonly location: { readonly origin: string; readonly hostname: string }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEventLike) => void): void
  addEventListener(type: 'push', listener: (event: PushEventLike) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEventLike) => void): void
}

/** An open tab of the site, as the worker sees it. */
export interface WindowClientLike {
  readonly url: string
  readonly visibilityState: 'visible' | 'hidden'
  focus(): Promise<unknown>
}

interface ExtendableEventLike {
  /** Keep the worker alive until the promise settles. */
  waitUntil(done: Promise<unknown>): void
}

interface PushEventLike extends ExtendableEventLike {
  readonly data: { text(): string } | null
}

interface NotificationClickEventLike extends ExtendableEventLike {
  readonly notification: { readonly data: unknown; close(): void }
}
