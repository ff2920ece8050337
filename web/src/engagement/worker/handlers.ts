import { messagePath, toNotification } from './notifications'
import type { WorkerScope } from './scope'

/** Gives the worker its work: to show what is pushed, and to open its page. It keeps nothing and answers no fetch. */
export function registerHandlers(scope: WorkerScope): void {
  scope.addEventListener('install', event => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('push', event => {
    const { title, options } = toNotification(event.data?.text() ?? '', scope.location.hostname)
    event.waitUntil(scope.registration.showNotification(title, options))
  })
  scope.addEventListener('notificationclick', event => {
    const { notification } = event
    notification.close()
    event.waitUntil(openPage(scope, messagePath(notification.data, scope.location.origin)))
  })
}

/**
 * A page of ours that shows it already comes to the front; else a new one is opened. No other page is led away:
 * somebody may be writing, cutting or paying there.
 */
async function openPage({ clients, location }: WorkerScope, path: string): Promise<void> {
  const wanted = new URL(path, location.origin)
  const pages = await clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => new URL(url).pathname === wanted.pathname)
  try {
    if (!page) throw new Error('No page shows it')
    await page.focus()
  } catch {
    await clients.openWindow(path)
  }
}
