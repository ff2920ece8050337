import { notificationOf, pathOf } from './news'
import type { WorkerScope } from './scope'

/** Gives the worker its work: to show what is pushed, and to open its page. It keeps nothing and answers no fetch. */
export function answer(scope: WorkerScope): void {
  scope.addEventListener('install', event => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('push', event => {
    const { title, options } = notificationOf(event.data?.text() ?? '', scope.location.hostname)
    event.waitUntil(scope.registration.showNotification(title, options))
  })
  scope.addEventListener('notificationclick', event => {
    const { notification } = event
    notification.close()
    event.waitUntil(open(scope, pathOf(notification.data, scope.location.origin)))
  })
}

/** A page of ours that is open goes there; where none is, or it cannot be led, a new one. */
async function open({ clients }: WorkerScope, path: string): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window' })
  try {
    if (!page) throw new Error('No page is open')
    await page.focus()
    await page.navigate(path)
  } catch {
    await clients.openWindow(path)
  }
}
