import { describe, expect, it } from 'vitest'
import { aBundle } from '@/channel/fakes'
import { channelRedirect, isLinkable, routeAt, routesOf, withQuery } from './routes'

const channel = aBundle()
const routes = routesOf(channel)

describe('the addresses of the site', () => {
  it('are clean paths, each with a screen', () => {
    const paths = ['/', '/upcoming', '/vod', '/live', '/schedule', '/vod_library', '/faq', '/404']
    paths.push('/packages', '/passes', '/contacts')
    for (const path of paths) expect(routeAt(routes, path), path).not.toBeNull()
  })

  it('contain IDs', () => {
    expect(routeAt(routes, '/watch/12')?.params).toEqual({ id: '12' })
    expect(routeAt(routes, '/watch_embed/12')?.route.isBare).toBe(true)
    expect(routeAt(routes, '/select-package/12')?.params).toEqual({ id: '12' })
    expect(routeAt(routes, '/watch_library/12')?.params).toEqual({ id: '12' })
    expect(routeAt(routes, '/share/12/3f0c9f6e-8a54')?.params).toEqual({ id: '12', uuid: '3f0c9f6e-8a54' })
  })

  it('have one spelling each', () => {
    for (const path of ['/WATCH/12', '/watch/012', '/watch/\u0661\u0662', '/Schedule'])
      expect(routeAt(routes, path), path).toBeNull()
  })

  it('include the channel’s content pages', () => {
    expect(routeAt(routes, '/about')).not.toBeNull()
    expect(routeAt(routes, '/imprint')).toBeNull()
  })

  it('exclude error pages from the visit history', () => {
    expect(routeAt(routes, '/404')?.route.isUnrecorded).toBe(true)
  })
})

describe('the channel’s redirects', () => {
  it('lead to their targets', () => {
    expect(channelRedirect(channel, '/replays')).toBe('/vod')
    expect(channelRedirect(channel, '/vod')).toBeNull()
  })

  it('keep their own query and add the visitor’s', () => {
    expect(withQuery('/vod?sport=hockey', '?trk=poster')).toBe('/vod?sport=hockey&trk=poster')
    expect(withQuery('/vod', '')).toBe('/vod')
    expect(withQuery('https://elsewhere.example/a', '?trk=poster')).toBe('https://elsewhere.example/a')
  })
})

describe('a link', () => {
  it('is shown if its screen exists or it leads to another site', () => {
    for (const url of [
      '/',
      '/faq',
      '/about',
      '/replays',
      '/schedule?sport=hockey',
      'https://elsewhere.example',
    ]) {
      expect(isLinkable(channel, url), url).toBe(true)
    }
    expect(isLinkable(channel, '/nowhere')).toBe(false)
  })
})
