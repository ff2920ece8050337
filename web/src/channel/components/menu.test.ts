import { describe, expect, it } from 'vitest'
import { homePath, type MenuEntry } from '../model'
import { findCurrent, hasSubmenu, toMenu } from './menu'

const entry = (changes: Partial<MenuEntry>): MenuEntry => ({
  id: 1,
  key: 'k',
  label: 'Label',
  url: null,
  kind: null,
  area: 'header',
  column: null,
  icon: null,
  children: [],
  ...changes,
})

describe('the menu', () => {
  it('leaves out entries without a destination', () => {
    const entries = [entry({ url: '/' }), entry({ url: '/packages' }), entry({ url: null })]
    expect(toMenu(entries, url => url === '/').map(({ url }) => url)).toEqual(['/'])
  })

  it('keeps a heading if its children have a destination', () => {
    const heading = entry({ children: [entry({ url: '/faq' }), entry({ url: '/gone' })] })
    const [kept] = toMenu([heading], url => url === '/faq')
    expect(kept?.children.map(({ url }) => url)).toEqual(['/faq'])
  })

  it('includes the live entry and the lists of teams and schools', () => {
    const [live, groups] = toMenu(
      [entry({ kind: 'live', url: '/live' }), entry({ kind: 'groups' })],
      () => true,
    )
    expect(live).toMatchObject({ live: true, list: null })
    expect(groups).toMatchObject({ live: false, list: 'groups' })
  })
})

describe('the menu entry of a page', () => {
  const entries = toMenu(
    [
      entry({ label: 'Library', url: '/vod_library' }),
      entry({ label: 'Cooking', url: '/vod_library?category=cooking' }),
      entry({ label: 'More', children: [entry({ label: 'FAQ', url: '/faq' })] }),
    ],
    () => true,
  )
  const at = (pathname: string, search = '') => findCurrent(entries, pathname, search)?.label

  it('is the one with the best matching query', () => {
    expect(at('/vod_library')).toBe('Library')
    expect(at('/vod_library', '?category=cooking&trk=mail')).toBe('Cooking')
    expect(at('/vod_library', '?category=wood')).toBe('Library')
  })

  it('can be in a submenu', () => {
    expect(at('/faq')).toBe('FAQ')
    expect(entries.map(hasSubmenu)).toEqual([false, false, true])
    expect(at('/live')).toBeUndefined()
  })
})

describe('a team or school in the menu', () => {
  it('links to the home page with its alias, or with its name if it has none', () => {
    expect(homePath('groups', { id: 1, name: 'Cedar Ridge', alias: 'cedar-ridge' })).toBe(
      '/?school=cedar-ridge',
    )
    expect(homePath('participants', { id: 2, name: 'St. Brendan', alias: null })).toBe('/?team=St.+Brendan')
  })
})
