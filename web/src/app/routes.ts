import { createElement } from 'react'
import { matchPath } from 'react-router'
import { routes as analyticsRoutes } from '@/analytics'
import { routes as billingRoutes } from '@/billing'
import { routes as catalogRoutes, loadNextEvents } from '@/catalog'
import { type ChannelStore, routes as channelRoutes, loadContentPage } from '@/channel'
import { routes as clipsRoutes } from '@/clips'
import { routes as engagementRoutes } from '@/engagement'
import { type ScreenRoute, screen } from '@/shared/loading/screens'
import { profileRoutes } from './profile'

/** The screen of every content page, in the schedule's view (§2): its text in the place of the list, the next games beside it. */
const contentPage = screen('', async () => {
  const [{ ContentPage }, { NextEvents: NextGames }] = await Promise.all([
    loadContentPage(),
    loadNextEvents(),
  ])
  return { default: () => createElement(ContentPage, { aside: createElement(NextGames) }) }
})

/** The screens that every channel has. */
const ROUTES = [
  ...catalogRoutes,
  ...channelRoutes,
  ...billingRoutes,
  ...clipsRoutes,
  ...engagementRoutes,
  ...analyticsRoutes,
  ...profileRoutes,
]

/** Every address that has a screen: the contexts' own, then the pages of the channel's list. */
export function routesOf(channel: Pick<ChannelStore, 'pages'>): ScreenRoute[] {
  return [...ROUTES, ...channel.pages.map(page => ({ ...contentPage, path: page.url }))]
}

/** Fetches the screen of an address while the channel, and with it the list of its pages, is on its way. */
export function preload(path: string): Promise<void> {
  const known = routeAt(ROUTES, path)
  return (known?.route ?? contentPage).preload()
}

/** The screen at an address and the parameters in it, or null where nothing stands. */
export function routeAt(routes: readonly ScreenRoute[], path: string) {
  for (const route of routes) {
    const match = matchPath({ path: route.path, end: true, caseSensitive: true }, path)
    if (match && Object.values(match.params).every(isCanonical)) return { route, params: match.params }
  }
  return null
}

/** As the server wants it: a whole number has ASCII digits and no leading zeros. */
const isCanonical = (value = '') => !/^\p{Nd}+$/u.test(value) || /^(0|[1-9][0-9]*)$/.test(value)

/** The one spelling of a path: slashes that stand twice, or at the end, go. The server answers 301 to the same. */
export function canonicalPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`
}

type RouteSource = Pick<ChannelStore, 'pages' | 'settings'>

/** The channel's own addresses (`routes` of its settings) lead to another: printed on posters, or old ones. */
export function channelRedirect({ settings }: Pick<ChannelStore, 'settings'>, path: string): string | null {
  return settings.routes.find(route => route.path === path)?.to ?? null
}

/** Where a channel's own address leads, with what the visitor's address asked for beside it. */
export function withQuery(to: string, search: string): string {
  const { pathname, searchParams, hash } = new URL(to, 'http://site')
  for (const [name, value] of new URLSearchParams(search)) searchParams.append(name, value)
  const query = searchParams.toString()
  return to.startsWith('/') ? pathname + (query && `?${query}`) + hash : to
}

/** Whether a link can be shown: it leaves the site, or one of its screens stands there. */
export function isLinkable(channel: RouteSource, url: string): boolean {
  if (!url.startsWith('/')) return true
  const path = new URL(url, 'http://site').pathname
  const target = channelRedirect(channel, path) ?? path
  return routeAt(routesOf(channel), new URL(target, 'http://site').pathname) !== null
}
