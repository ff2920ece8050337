/** The endpoint and keys that a server needs to send push messages to a browser (Push API). */
export interface PushSubscriptionData {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export type PushPermission = 'default' | 'granted' | 'denied' | 'unsupported'

/** The browser's push API, as far as the page needs it to receive notifications while it is closed. */
export interface BrowserPush {
  readonly permission: PushPermission
  /** Ask the viewer for permission. Browsers allow this only in response to a click. */
  requestPermission(): Promise<PushPermission>
  /** Return the current push subscription of this browser, or null without one. */
  getSubscription(): Promise<PushSubscriptionData | null>
  /** Subscribe this browser with the server's VAPID key (base64url). Fails if the push service is unreachable. */
  subscribe(publicKey: string): Promise<PushSubscriptionData>
  /** Remove the push subscription and return its endpoint, or null without one. */
  unsubscribe(): Promise<string | null>
}

const WORKER_URL = '/sw.js'

/** Web push through the site's service worker, which only shows messages and opens their pages. */
export class ServiceWorkerPush implements BrowserPush {
  get permission(): PushPermission {
    const isSupported =
      'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
    return isSupported ? Notification.permission : 'unsupported'
  }

  requestPermission(): Promise<PushPermission> {
    return Notification.requestPermission()
  }

  async getSubscription(): Promise<PushSubscriptionData | null> {
    const registration = await navigator.serviceWorker.getRegistration('/')
    return subscriptionData(await registration?.pushManager.getSubscription())
  }

  async subscribe(publicKey: string): Promise<PushSubscriptionData> {
    await navigator.serviceWorker.register(WORKER_URL)
    const { pushManager } = await navigator.serviceWorker.ready
    // The browser rejects a new key while a subscription with another key exists, and the server cannot use that one.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const data = subscriptionData(subscription)
    if (!data) throw new Error('The push subscription has no keys')
    return data
  }

  async unsubscribe(): Promise<string | null> {
    const registration = await navigator.serviceWorker.getRegistration('/')
    const subscription = await registration?.pushManager.getSubscription()
    await subscription?.unsubscribe()
    return subscription?.endpoint ?? null
  }
}

function subscriptionData(subscription: PushSubscription | null | undefined): PushSubscriptionData | null {
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  return endpoint && keys?.p256dh && keys.auth
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : null
}
