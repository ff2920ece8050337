/** What the server pushes: texts in the viewer's language, and a path of the site. */
interface News {
  title?: unknown
  body?: unknown
  url?: unknown
  tag?: unknown
}

export interface Shown {
  title: string
  options: NotificationOptions
}

const ICON = '/favicon.ico'

/**
 * What is shown for a message; `site` is its title where it has none. Browsers take push away from sites that receive one and show nothing, so what
 * cannot be read still says whose it is.
 */
export function notificationOf(text: string, site: string): Shown {
  const { title, body, url, tag } = read(text)
  const options: NotificationOptions = {
    body: said(body),
    tag: said(tag),
    data: said(url) ?? '/',
    icon: ICON,
  }
  return { title: said(title) ?? site, options }
}

/** The page of a message: one of this site, whatever it says. */
export function pathOf(data: unknown, origin: string): string {
  try {
    const url = new URL(String(data ?? '/'), origin)
    return url.origin === origin ? url.pathname + url.search : '/'
  } catch {
    return '/'
  }
}

function read(text: string): News {
  try {
    const news: unknown = JSON.parse(text)
    return news !== null && typeof news === 'object' ? news : {}
  } catch {
    return {}
  }
}

const said = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)
