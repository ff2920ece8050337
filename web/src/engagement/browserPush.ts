/** What a browser gives to whoever may send it messages (Push API). */
export interface PushAddress {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export type Permission = 'default' | 'granted' | 'denied' | 'unsupported'

/** What the page needs of a browser to be told of news while it is closed. */
export interface BrowserPush {
  readonly permission: Permission
  /** Asks the viewer; only in answer to a click. */
  ask(): Promise<Permission>
  /** Where this browser is reached now; null where it is not. */
  current(): Promise<PushAddress | null>
  /** Lets the holder of this key (VAPID, base64url) reach it. Fails where the browser's push service does not answer. */
  subscribe(publicKey: string): Promise<PushAddress>
  /** Nobody reaches it any more; what the address was. */
  unsubscribe(): Promise<string | null>
}

const WORKER = '/sw.js'

/** Web push by the site's service worker, which shows messages and does nothing else. */
export class ServiceWorkerPush implements BrowserPush {
  get permission(): Permission {
    const able = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
    return able ? Notification.permission : 'unsupported'
  }

  ask(): Promise<Permission> {
    return Notification.requestPermission()
  }

  async current(): Promise<PushAddress | null> {
    const registration = await navigator.serviceWorker.getRegistration('/')
    return addressOf(await registration?.pushManager.getSubscription())
  }

  async subscribe(publicKey: string): Promise<PushAddress> {
    await navigator.serviceWorker.register(WORKER)
    const { pushManager } = await navigator.serviceWorker.ready
    // One that was made for another key reaches nobody.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const address = addressOf(made)
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

function addressOf(subscription: PushSubscription | null | undefined): PushAddress | null {
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  return endpoint && keys?.p256dh && keys.auth
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : null
}
