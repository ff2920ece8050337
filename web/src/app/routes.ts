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

/**
 * The screen of every content page, laid out as the schedule (§2): the text instead of the list, the next events
 * beside it.
 */
const contentPage = screen('', async () => {
  const [{ ContentPage }, { NextEvents }] = await Promise.all([loadContentPage(), loadNextEvents()])
  return { default: () => createElement(ContentPage, { aside: createElement(NextEvents) }) }
})

/** The screens of every channel. */
const ROUTES = [
  ...catalogRoutes,
  ...channelRoutes,
  ...billingRoutes,
  ...clipsRoutes,
  ...engagementRoutes,
  ...analyticsRoutes,
  screen('/studio/*', () => import('./studio')),
  ...profileRoutes,
]

/** Return the routes of all screens: first those of the contexts, then the channel's content pages. */
export function routesOf(channel: Pick<ChannelStore, 'pages'>): ScreenRoute[] {
  return [...ROUTES, ...channel.pages.map(page => ({ ...contentPage, path: page.url }))]
}

/** Load the screen of a path while the channel and its list of pages load. */
export function preload(path: string): Promise<void> {
  const match = routeAt(ROUTES, path)
  return (match?.route ?? contentPage).preload()
}

/** Return the route of a path and its params, or null. */
export function routeAt(routes: readonly ScreenRoute[], path: string) {
  for (const route of routes) {
    const match = matchPath({ path: route.path, end: true, caseSensitive: true }, path)
    if (match && Object.values(match.params).every(isCanonical)) return { route, params: match.params }
  }
  return null
}

/** Return whether a number in a path has the form that the server expects: ASCII digits without leading zeros. */
const isCanonical = (value = '') => !/^\p{Nd}+$/u.test(value) || /^(0|[1-9][0-9]*)$/.test(value)

/**
 * Return the canonical form of a path, without repeated or trailing slashes. The server redirects with 301 to the same
 * form.
 */
export function canonicalPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`
}

type RouteSource = Pick<ChannelStore, 'pages' | 'settings'>

/**
 * Return the target of a redirect of the channel (`routes` in its settings), such as a printed or old path, or null.
 */
export function channelRedirect({ settings }: Pick<ChannelStore, 'settings'>, path: string): string | null {
  return settings.routes.find(route => route.path === path)?.to ?? null
}

/** Return the target of a redirect with the query of the visitor's URL added. */
export function withQuery(to: string, search: string): string {
  const { pathname, searchParams, hash } = new URL(to, 'http://site')
  for (const [name, value] of new URLSearchParams(search)) searchParams.append(name, value)
  const query = searchParams.toString()
  return to.startsWith('/') ? pathname + (query && `?${query}`) + hash : to
}

/** Return whether a link leads out of the site or to an existing screen. */
export function isLinkable(channel: RouteSource, url: string): boolean {
  if (!url.startsWith('/')) return true
  const path = new URL(url, 'http://site').pathname
  const target = channelRedirect(channel, path) ?? path
  return routeAt(routesOf(channel), new URL(target, 'http://site').pathname) !== null
}
