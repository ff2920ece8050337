import { messagePath, type NotificationContent, toNotification } from './notifications'
import type { WorkerScope } from './scope'

/** Register the handlers that show push messages and open their pages. The worker has no fetch handler or cache. */
export function registerHandlers(scope: WorkerScope): void {
  scope.addEventListener('install', event => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('push', event => {
    event.waitUntil(show(scope, toNotification(event.data?.text() ?? '', scope.location.hostname)))
  })
  scope.addEventListener('notificationclick', event => {
    const { notification } = event
    notification.close()
    event.waitUntil(openPage(scope, messagePath(notification.data, scope.location.origin)))
  })
}

/**
 * Show a notification. A score is not shown to a viewer who watches the game: there, the score follows the video.
 *
 * Browsers allow this, because a visible page of the site is open.
 */
async function show(scope: WorkerScope, { title, options, hiddenAt }: NotificationContent): Promise<void> {
  if (hiddenAt === null || !(await isWatched(scope, hiddenAt)))
    await scope.registration.showNotification(title, options)
}

/** Return whether a visible tab of this site shows the page. */
async function isWatched({ clients, location }: WorkerScope, path: string): Promise<boolean> {
  const target = new URL(messagePath(path, location.origin), location.origin)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.some(
    ({ url, visibilityState }) => visibilityState === 'visible' && new URL(url).pathname === target.pathname,
  )
}

/**
 * Focus a tab of this site that already shows the page, or open a new tab.
 *
 * Other tabs never navigate, because the viewer may be writing, editing a clip or paying there.
 */
async function openPage({ clients, location }: WorkerScope, path: string): Promise<void> {
  const target = new URL(path, location.origin)
  const pages = await clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => new URL(url).pathname === target.pathname)
  try {
    if (!page) throw new Error('No page shows it')
    await page.focus()
  } catch {
    await clients.openWindow(path)
  }
}
