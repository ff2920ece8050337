/** What a browser gives to whoever may send it messages (Push API). */
export interface PushSubscriptionData {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export type PushPermission = 'default' | 'granted' | 'denied' | 'unsupported'

/** What the page needs of a browser to be told of news while it is closed. */
export interface BrowserPush {
  readonly permission: PushPermission
  /** Asks the viewer; only in answer to a click. */
  requestPermission(): Promise<PushPermission>
  /** Where this browser is reached now; null where it is not. */
  getSubscription(): Promise<PushSubscriptionData | null>
  /** Lets the holder of this key (VAPID, base64url) reach it. Fails where the browser's push service does not answer. */
  subscribe(publicKey: string): Promise<PushSubscriptionData>
  /** Nobody reaches it any more; what the address was. */
  unsubscribe(): Promise<string | null>
}

const WORKER_URL = '/sw.js'

/** Web push by the site's service worker, which shows messages and does nothing else. */
export class ServiceWorkerPush implements BrowserPush {
  get permission(): PushPermission {
    const able = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
    return able ? Notification.permission : 'unsupported'
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
    // One that was made for another key reaches nobody.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const address = subscriptionData(made)
    if (!address) throw new Error('The browser told no keys')
    return address
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
