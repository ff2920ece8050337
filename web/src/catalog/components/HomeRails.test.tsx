// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { mediaThat, show } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aCatalog, anEvent, aTeam, pageOf } from '../fakes'
import Home from '../screens/Home'

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
  properties: {},
}
const rail = (kind: 'live' | 'upcoming' | 'finished', id: number, name: string) => ({
  id,
  title: kind,
  kind,
  stream_status: kind,
  events: [anEvent(id, { name, stream_status: kind })],
  total: 1,
  more_url: '/',
})
const idle = () => act(() => new Promise(resolve => setTimeout(resolve)))
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

/** Opens the home page of a channel with two categories and a school. */
async function open(address = '/') {
  const store = aCatalog(server, { home: ['live', 'upcoming', 'finished'] })
  Object.assign(store.shell.channel, {
    categories: [category(3, 'Boys hockey'), category(4, 'Girls soccer')],
    groups: [school],
  })
  show(
    <CatalogProvider store={store}>
      <Home />
    </CatalogProvider>,
    address,
  )
  await idle()
}

beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    mediaThat(() => false),
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
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

afterEach(cleanup)

describe('the rails of the home page', () => {
  it('show all categories, whose number is 0, until another is chosen', async () => {
    await open()
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true')
    expect(rails()).toEqual({
      'Live now': ['Now'],
      'Coming up': ['Soon'],
      'Final: watch it back': ['Over'],
    })
    fireEvent.click(screen.getByRole('button', { name: 'Girls soccer' }))
    await idle()
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('false')
    expect(rails()).toEqual({ 'Final: watch it back': ['Soccer, over'] })
    const asked = server.asked.filter(one => one.path === HOMEPAGE)
    expect(asked.map(one => one.query.event_category_id)).toEqual(['0', '4'])
  })

  it('show a school’s games alone under its name', async () => {
    server.on('/api/events', pageOf([]), pageOf([]), pageOf([anEvent(7, { name: 'At the Ridge' })]))
    await open('/?school=cedar-ridge')
    screen.getByRole('heading', { level: 1, name: 'Cedar Ridge' })
    expect(rails()).toEqual({ 'Final: watch it back': ['At the Ridge'] })
    expect(server.asked.map(one => one.query.school)).toEqual(Array(3).fill('cedar-ridge'))
    expect(server.paths).not.toContain(HOMEPAGE)
  })

  it('show a team’s games alone under its name', async () => {
    const timber = aTeam(9, { name: 'Timber', alias: 'timber' })
    const game = anEvent(8, { name: 'Timber away', participants: [timber] })
    server.on('/api/events', pageOf([]), pageOf([]), pageOf([game]))
    await open('/?team=timber')
    screen.getByRole('heading', { level: 1, name: 'Timber' })
    expect(rails()).toEqual({ 'Final: watch it back': ['Timber away'] })
    expect(server.asked.map(one => one.query.team)).toEqual(Array(3).fill('timber'))
  })
})
