/** What the server pushes: texts in the viewer's language, and a path of the site. */
interface PushMessage {
  title?: unknown
  body?: unknown
  url?: unknown
  tag?: unknown
}

export interface NotificationContent {
  title: string
  options: NotificationOptions
}

const ICON = '/favicon.ico'

/**
 * What is shown for a message; `site` is its title where it has none. Browsers take push away from sites that receive one and show nothing, so what
 * cannot be read still says whose it is.
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

/** The page of a message: one of this site, whatever it says. */
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
    const news: unknown = JSON.parse(text)
    return news !== null && typeof news === 'object' ? news : {}
  } catch {
    return {}
  }
}

const nonEmptyString = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined
