/** A push message of the server: texts in the viewer's language, and a path of the site. */
interface PushMessage {
  title?: unknown
  body?: unknown
  url?: unknown
  tag?: unknown
  /** True if the message has the score of the event at `url`. */
  score?: unknown
}

/** The title and options of a browser notification. */
export interface NotificationContent {
  title: string
  options: NotificationOptions & { renotify?: boolean }
  /** The path of the page whose viewers do not need the message, because they watch the event; null for none. */
  hiddenAt: string | null
}

const ICON = '/favicon.ico'

/**
 * Return the notification for a push message. The title defaults to `site`.
 *
 * Browsers revoke push from sites that receive a message and show nothing. So an unreadable message shows `site`.
 */
export function toNotification(text: string, site: string): NotificationContent {
  const { title, body, url, tag, score } = parseMessage(text)
  const path = nonEmptyString(url)
  const isScore = score === true && path !== undefined
  const options: NotificationContent['options'] = {
    body: nonEmptyString(body),
    tag: nonEmptyString(tag),
    data: path ?? '/',
    icon: ICON,
    // A new score replaces the last one, and makes a sound again.
    ...(isScore && nonEmptyString(tag) ? { renotify: true } : {}),
  }
  return { title: nonEmptyString(title) ?? site, options, hiddenAt: isScore ? path : null }
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
