// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SlotsContext } from '@/shared/contexts/slots'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { FakeResizeObserver, fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { anEvent, aTeam, createCatalogStore } from '../../fakes'
import Home from '../../screens/Home'
import { aGroupSeason, aRecord, aSeasonGame, aTeamSeason } from '../../seasonFakes'

const HOMEPAGE = '/api/events-for-homepage'
const category = (id: number, name: string) => ({
  id,
  name,
  short_name: name,
  alias: name,
  sport: 'hockey',
  gender: 'male',
  image: null,
  weight: 1,
})
const school = {
  id: 5,
  name: 'Cedar Ridge',
  short_name: 'CDR',
  nickname: 'Timber',
  alias: 'cedar-ridge',
  images: { logo: null },
  color: null,
  colors: [],
  city: '',
  state: '',
  properties: { division: 'lakes' },
}
const division = { id: 1, key: 'division', name: 'Division', values: [{ key: 'lakes', name: 'Lakes' }] }
const rail = (kind: 'live' | 'upcoming' | 'finished', id: number, name: string) => ({
  id,
  title: kind,
  kind,
  event_category_id: null,
  stream_status: kind,
  events: [anEvent(id, { name, stream_status: kind })],
  total: 1,
  more_url: '/',
})
const runIdleCallbacks = () => act(() => new Promise(resolve => setTimeout(resolve)))
const rails = () =>
  Object.fromEntries(
    screen.getAllByRole('region').map(region => [
      within(region).getByRole('heading', { level: 2 }).textContent,
      within(region)
        .getAllByRole('heading', { level: 3 })
        .map(heading => heading.textContent),
    ]),
  )
let server: FakeServer

/** Reports every observed element as visible. */
class FakeIntersectionObserver extends FakeResizeObserver {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    super()
    queueMicrotask(() => act(() => callback([{ isIntersecting: true }])))
  }
}

/** Opens the home page of a channel with two categories and a school. */
async function open(address = '/', home = ['live', 'upcoming', 'finished']) {
  const store = createCatalogStore(server, { home })
  Object.assign(store.shell.channel, {
    categories: [category(3, 'Boys hockey'), category(4, 'Girls soccer')],
    groups: [school],
    groupProperties: [division],
  })
  renderPage(
    <CatalogProvider store={store}>
      <SlotsContext value={{ homeClips: [() => <section aria-label="Featured clips" />] }}>
        <Home />
      </SlotsContext>
    </CatalogProvider>,
    address,
  )
  await waitFor(() => expect(document.querySelector('.main__placeholder')).toBeNull())
  await runIdleCallbacks()
}

beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  // After a user interaction, the whole page renders at once.
  vi.stubGlobal('navigator', { onLine: true, userActivation: { hasBeenActive: true } })
  server = new FakeServer().on(
    HOMEPAGE,
    {
      json: {
        data: [rail('live', 1, 'Now'), rail('upcoming', 2, 'Soon'), rail('finished', 3, 'Over')],
      },
    },
    { json: { data: [rail('finished', 4, 'Soccer, over')] } },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the rails of the home page', () => {
  it('include the featured clips where the channel puts them', async () => {
    await open('/', ['live', 'clips', 'finished'])
    const names = screen.getAllByRole('region').map(region => region.getAttribute('aria-label') ?? 'rail')
    expect(names).toEqual(['rail', 'Featured clips', 'rail'])
  })

  it('show a game without a stream under its own heading, not under “Live now”', async () => {
    const due = rail('live', 2, 'Late @ Game')
    const delayedEvents = due.events.map(event => ({ ...event, live_state: 'delayed' }))
    const rows = [rail('live', 1, 'On @ Air'), { ...due, kind: 'due', events: delayedEvents }]
    server = new FakeServer().on(HOMEPAGE, { json: { data: rows } })
    await open()
    expect(rails()).toEqual({ 'Live now': ['On @ Air'], 'Starting soon': ['Late @ Game'] })
    const late = within(screen.getByRole('region', { name: 'Starting soon' }))
    expect(late.getByRole('link', { name: /Late @ Game/ }).textContent).not.toMatch(/live/i)
    expect(late.getByText('Delayed')).toBeDefined()
  })

  it('show all categories (ID 0) until one is chosen', async () => {
    await open()
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true')
    expect(rails()).toEqual({
      'Live now': ['Now'],
      'Coming up': ['Soon'],
      'Watch again': ['Over'],
    })
    fireEvent.click(screen.getByRole('button', { name: 'Girls soccer' }))
    await runIdleCallbacks()
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('false')
    expect(rails()).toEqual({ 'Watch again': ['Soccer, over'] })
    const requests = server.requests.filter(one => one.path === HOMEPAGE)
    expect(requests.map(one => one.query.event_category_id)).toEqual(['0', '4'])
  })

  it('show the newest games of each category with a link, if the channel enables it', async () => {
    const soccer = { ...rail('finished', 9, 'Soccer, won'), kind: 'category', event_category_id: 4 }
    server.on(HOMEPAGE, {
      json: { data: [rail('finished', 3, 'Over'), { ...soccer, title: 'Girls soccer' }] },
    })
    await open('/', ['categories', 'finished'])
    expect(Object.entries(rails())).toEqual([
      ['Girls soccer', ['Soccer, won']],
      ['Watch again', ['Over']],
    ])
    const more = screen.getByRole('link', { name: 'View all: Girls soccer' })
    expect(more.getAttribute('href')).toBe('/?category_id=4')
  })

  it('render one at a time until the first user interaction', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const idleCallbacks: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (then: () => void) => idleCallbacks.push(then))
    await open()
    const regions = () => screen.getAllByRole('region').map(region => region.getAttribute('aria-labelledby'))
    expect(regions()).toHaveLength(2)
    const seen = [screen.queryAllByRole('article').length]
    while (idleCallbacks.length > 0) {
      act(() => idleCallbacks.shift()?.())
      seen.push(screen.queryAllByRole('article').length)
    }
    expect(seen.every((count, turn) => turn === 0 || count - (seen[turn - 1] ?? 0) <= 1)).toBe(true)
    expect(rails()).toEqual({
      'Live now': ['Now'],
      'Coming up': ['Soon'],
      'Watch again': ['Over'],
    })
  })

  it('follow every filter in the address, and each filter can be removed', async () => {
    server.on('/api/events', listResponse([anEvent(7)]))
    await open('/?division=lakes&gender=female&trk=mail')
    screen.getByRole('heading', { level: 1, name: 'Women, Lakes' })
    expect(server.requests[0]?.query).toMatchObject({ division: 'lakes', gender: 'female' })
    expect(screen.getByRole('link', { name: 'All replays' }).getAttribute('href')).toBe(
      '/vod?gender=female&division=lakes',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Women' }))
    await runIdleCallbacks()
    screen.getByRole('heading', { level: 1, name: 'Lakes' })
  })

  it('show only a school’s games under its name', async () => {
    server.on(
      '/api/events',
      listResponse([]),
      listResponse([]),
      listResponse([anEvent(7, { name: 'At the Ridge' })]),
    )
    await open('/?school=cedar-ridge')
    screen.getByRole('heading', { level: 1, name: 'Cedar Ridge' })
    expect(rails()).toEqual({ 'Watch again': ['At the Ridge'] })
    const requests = server.requests.filter(one => one.path === '/api/events')
    expect(requests.map(one => one.query.school)).toEqual(Array(3).fill('cedar-ridge'))
    expect(server.paths).not.toContain(HOMEPAGE)
  })

  it('of a school appear below its division, next game and teams', async () => {
    const next = anEvent(6, { name: 'At the Ridge', stream_status: 'upcoming' })
    const teams = [aTeam(9, { alias: 'timber', event_category_id: 3 }), aTeam(10, { event_category_id: 4 })]
    server
      .on('/api/events', listResponse([]), listResponse([next]), listResponse([]))
      .on('/api/participants', listResponse(teams))
    await open('/?school=cedar-ridge')
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Lakes')).toBe('/?division=lakes')
    const head = within(screen.getByText('Next game').closest('dl') as HTMLElement)
    expect(head.getByRole('link', { name: 'At the Ridge' }).getAttribute('href')).toBe('/watch/6')
    expect(link('Boys hockey')).toBe('/?team=timber')
    expect(link('Girls soccer')).toBe('/?team=team-10')
  })

  it('of a school appear with the records of its teams', async () => {
    server
      .on('/api/events', listResponse([]))
      .on('/api/participants', listResponse([]))
      .on('/api/participant-groups/5/season', { json: { data: aGroupSeason() } })
    await open('/?school=cedar-ridge')
    const table = within(screen.getByRole('table', { name: 'Season 2026–2027' }))
    expect(table.getByRole('link', { name: 'Team 9' }).getAttribute('href')).toBe('/?team=team-9')
    table.getByText('2 wins, 1 loss, 1 overtime loss')
    table.getByText('1 loss')
  })

  it('of a team appear below its record and school', async () => {
    const timber = aTeam(9, { name: 'Timber', alias: 'timber', is_home: true, group: { ...school, id: 5 } })
    const played = anEvent(8, { participants: [aTeam(1, { is_home: false }), timber] })
    const season = aTeamSeason(9, {
      next_games: [aSeasonGame(13, { outcome: null, text: null, is_home: false, opponent: aTeam(3) })],
      opponents: [{ opponent: aTeam(2), record: aRecord({ text: '1–0', lost: 0, overtime_losses: 0 }) }],
    })
    const others = [{ ...timber, children: [] }, aTeam(10)]
    server
      .on('/api/events', listResponse([]), listResponse([]), listResponse([played]))
      .on('/api/participants', listResponse(others))
      .on('/api/participants/9/season', { json: { data: season } })
    await open('/?participant_id=9')
    screen.getByRole('heading', { level: 1, name: 'Timber' })
    screen.getByText('2 wins, 1 loss, 1 overtime loss')
    screen.getByText('2 wins in a row')
    const section = within(screen.getByRole('region', { name: 'Season 2026–2027' }))
    expect(section.getByRole('link', { name: 'vs. Team 2' }).getAttribute('href')).toBe('/watch/12')
    section.getByText('5–4 (OT)')
    expect(section.getByRole('link', { name: '@ Team 3' }).getAttribute('href')).toBe('/watch/13')
    section.getByText('1–0')
    expect(screen.getByRole('link', { name: 'All teams' }).getAttribute('href')).toBe('/?school=cedar-ridge')
  })

  it('of a team without games show an empty message under its name', async () => {
    const timber = aTeam(9, { name: 'Timber', alias: 'timber' })
    server.on('/api/events', listResponse([])).on('/api/participants', listResponse([timber]))
    await open('/?team=timber')
    screen.getByRole('heading', { level: 1, name: 'Timber' })
    screen.getByRole('heading', { name: 'No games yet' })
    expect(screen.getByRole('link', { name: 'View all games' }).getAttribute('href')).toBe('/')
  })

  it('show only a team’s games under its name', async () => {
    const timber = aTeam(9, { name: 'Timber', alias: 'timber' })
    const game = anEvent(8, { name: 'Timber away', participants: [timber] })
    server.on('/api/events', listResponse([]), listResponse([]), listResponse([game]))
    await open('/?team=timber')
    screen.getByRole('heading', { level: 1, name: 'Timber' })
    expect(rails()).toEqual({ 'Watch again': ['Timber away'] })
    const requests = server.requests.filter(one => one.path === '/api/events')
    expect(requests.map(one => one.query.team)).toEqual(Array(3).fill('timber'))
  })
})
