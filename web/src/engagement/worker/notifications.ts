/** A push message of the server: texts in the viewer's language, and a path of the site. */
interface PushMessage {
  title?: unknown
  body?: unknown
  url?: unknown
  tag?: unknown
}

/** The title and options of a browser notification. */
export interface NotificationContent {
  title: string
  options: NotificationOptions
}

const ICON = '/favicon.ico'

/**
 * Return the notification for a push message. The title defaults to `site`.
 *
 * Browsers revoke push from sites that receive a message and show nothing. So an unreadable message shows `site`.
 */
export function toNotification(text: string, site: string): NotificationContent {
  const { title, body, url, tag } = parseMessage(text)
  const options: NotificationOptions = {
    body: nonEmptyString(body),
    tag: nonEmptyString(tag),
    data: nonEmptyString(url) ?? '/',
    icon: ICON,
  }
  return { title: nonEmptyString(title) ?? site, options }
}

/** Return the path of a message, or `/` if its URL is invalid or leads to another site. */
export function messagePath(data: unknown, origin: string): string {
  try {
    const url = new URL(String(data ?? '/'), origin)
    return url.origin === origin ? url.pathname + url.search : '/'
  } catch {
    return '/'
  }
}

function parseMessage(text: string): PushMessage {
  try {
    const message: unknown = JSON.parse(text)
    return message !== null && typeof message === 'object' ? message : {}
  } catch {
    return {}
  }
}

const nonEmptyString = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined
