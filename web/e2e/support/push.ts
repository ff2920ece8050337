import { existsSync } from 'node:fs'
import { type Browser, chromium, expect, type Page } from '@playwright/test'

/** The payload of a push message. */
interface PushMessage {
  title: string
  body: string
  url: string
  tag: string
  /** Whether the message has the score of the event at `url`. */
  score?: boolean
}

/** Launch the system's Chromium, or Playwright's. The headless shell does not support notifications. */
export function withNotifications(): Promise<Browser> {
  const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const executablePath = browsers.find(path => existsSync(path))
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run']
  return chromium.launch(executablePath ? { executablePath, args } : { channel: 'chromium', args })
}

/** In the page: whether its service worker is active. A worker that is still activating receives no messages. */
async function workerIsActive(): Promise<boolean> {
  return (await navigator.serviceWorker.ready).active?.state === 'activated'
}

/** Deliver a message to the page's service worker, as a push service does. */
export async function pushMessage(page: Page, message: PushMessage): Promise<void> {
  await expect.poll(() => page.evaluate(workerIsActive)).toBe(true)
  const devtools = await page.context().newCDPSession(page)
  const registration = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
      if (found) resolve(found.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(message),
  })
}

/** In the page: return the texts of its notifications. */
export async function shownNotifications(): Promise<string[]> {
  const shown = await (await navigator.serviceWorker.ready).getNotifications()
  return shown.map(({ title, body }) => `${title}: ${body}`)
}

/** In the page: replace the push service, which tests must not call, with a fake subscription. */
export function fakePushService(): void {
  const base64 = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const address = () => JSON.parse(localStorage.getItem('push-service') ?? 'null')
  const subscription = () => ({
    toJSON: address,
    endpoint: address().endpoint,
    unsubscribe: async () => true,
  })
  PushManager.prototype.getSubscription = async () =>
    (address() ? subscription() : null) as PushSubscription | null
  PushManager.prototype.subscribe = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const keys = {
      p256dh: base64(await crypto.subtle.exportKey('raw', pair.publicKey)),
      auth: base64(crypto.getRandomValues(new Uint8Array(16)).buffer),
    }
    const endpoint = `https://fcm.googleapis.com/fcm/send/journey-${Date.now()}`
    localStorage.setItem('push-service', JSON.stringify({ endpoint, keys }))
    return subscription() as unknown as PushSubscription
  }
}
