// @vitest-environment jsdom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { observable, runInAction } from 'mobx'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { MEDIA } from '@/shared/mediaTypes'
import type { Player } from '@/shared/player'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { FakeResizeObserver, fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { anEvent, aTeam, createCatalogStore } from '../../fakes'
import type { EventItem, MediaRow } from '../../model'
import FilteredHome from '../../screens/FilteredHome'
import Watch from '../../screens/Watch'
import { aTeamSeason } from '../../seasonFakes'
import { HomeSlides } from '../home/HomeSlides'
import { EventRow } from '../schedule/EventRow'
import { EventTable } from '../schedule/EventTable'
import { SearchButton } from '../search/SearchButton'
import { EventPlayer } from '../watch/EventPlayer'
import { EventCard } from './EventCard'
import { ScoreStrip } from './ScoreStrip'

vi.mock('@/shared/player', () => ({
  Player: ({ poster, storyboard }: Parameters<typeof Player>[0]) => (
    <p>{`player, poster ${poster}, storyboard ${storyboard}`}</p>
  ),
}))

const revealedIds = observable.set<number>()
const spoilers = {
  isEnabled: true,
  isHidden: (id: number) => !revealedIds.has(id),
  reveal: (id: number) => runInAction(() => revealedIds.add(id)),
}
const row = (id: number, type: number, url: string): MediaRow => ({ id, type, url, expires_at: null })
const OUTCOME = /[79]|OT|won|\/frame|\/scene|is-loser/
const AWAY = aTeam(1, { name: 'Timber', short_name: 'TIM', is_home: false })
const HOME = aTeam(2, { name: 'Tide', short_name: 'TID', is_home: true })
const sampleEvent = (changes: Partial<EventItem> = {}) =>
  anEvent(1, {
    name: 'Timber @ Tide',
    short_name: 'TIM @ TID',
    full_name: 'Timber @ Tide (November)',
    participants: [AWAY, HOME],
    event_utc_ts: 1_731_110_400,
    score: { away: 9, home: 7, note: 'OT', ending: 'overtime', ending_note: 'OT', leader: 'away' },
    description: 'Timber won it late',
    images: { card: '/scene-card.jpg', poster: '/scene-poster.jpg', tall: null },
    media: [
      row(2, MEDIA.vod, '/master.m3u8'),
      row(3, MEDIA.thumbnails, '/frames.vtt'),
      row(4, MEDIA.image, '/frame.jpg'),
    ],
    ...changes,
  })
let server: FakeServer

function open(content: ReactNode, address?: string, isEnabled = true) {
  const page = <CatalogProvider store={createCatalogStore(server)}>{content}</CatalogProvider>
  renderPage(isEnabled ? <SpoilerContext value={spoilers}>{page}</SpoilerContext> : page, address)
}
/** The page’s HTML without dates and times. */
const visibleText = () =>
  document.body.innerHTML.replace(/<time.*?<\/time>|class="row__time.*?<\/p>|\d{4}|Nov \d+|\d+:\d\d/gs, '')
const reveal = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Show score: Timber @ Tide (November)' }))

beforeEach(() => {
  runInAction(() => revealedIds.clear())
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  Element.prototype.scrollIntoView = () => undefined
  server = new FakeServer()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  document.title = ''
})

describe('with hidden scores', () => {
  it.each([
    ['a card', <EventCard key="card" event={sampleEvent()} />],
    ['a row', <EventRow key="row" event={sampleEvent()} />],
    ['a table', <EventTable key="table" events={[sampleEvent()]} />],
    ['the strip under a player', <ScoreStrip key="strip" event={sampleEvent()} />],
    ['a player', <EventPlayer key="screen" event={sampleEvent()} />],
  ])('%s shows no outcome, unless scores are shown', (_, content) => {
    open(content)
    expect(visibleText()).not.toMatch(OUTCOME)
    cleanup()
    open(content, '/', false)
    expect(visibleText()).toMatch(OUTCOME)
  })

  it('a player has no storyboard and no poster', () => {
    open(<EventPlayer event={sampleEvent()} />)
    screen.getByText('player, poster null, storyboard null')
  })

  it('an upcoming game keeps its image', () => {
    open(<EventCard event={sampleEvent({ stream_status: 'upcoming', score: null })} />)
    expect(visibleText()).toContain('/scene-card.jpg')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('a forfeited game that was never played does not say who won', () => {
    const score = {
      away: 1,
      home: 0,
      note: null,
      ending: 'forfeit',
      text: 'Timber won',
      leader: 'away',
    } as const
    const event = sampleEvent({ stream_status: 'upcoming', score })
    open(<EventRow event={event} />)
    expect(visibleText()).not.toMatch(OUTCOME)
    expect(document.querySelector('.row__team b')).toBeNull()
  })

  it('the strip under a player offers a score that the server left out', () => {
    open(<ScoreStrip event={sampleEvent({ score: null, is_score_hidden: true })} />)
    screen.getByRole('button', { name: 'Show score: Timber @ Tide (November)' })
    expect(document.querySelector('.score-strip b')).toBeNull()
  })

  it('search results mark a game as final without its score', async () => {
    server.on('/api/search', {
      json: { data: { events: [sampleEvent()], participants: [], groups: [], library: [] } },
    })
    open(<SearchButton />)
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'timber' } })
    expect((await screen.findByRole('option', { name: /Timber @ Tide/ })).textContent).toContain('FINAL')
    expect(screen.queryByText('9–7')).toBeNull()
  })

  it('a slide shows only the name of its game, because its own text may contain the score', () => {
    const slide = {
      id: 1,
      title: 'Timber won in OT',
      line: 'By 9 to 7',
      badge: '9–7',
      event_id: 1,
      image: null,
      image_tall: null,
      action: null,
      second_action: null,
    }
    const slides = [slide] as unknown as Parameters<typeof HomeSlides>[0]['slides']
    open(<HomeSlides slides={slides} events={[sampleEvent()]} />)
    expect(visibleText()).not.toMatch(/won|9–7|By 9/)
    cleanup()
    open(<HomeSlides slides={slides} events={[sampleEvent({ stream_status: 'upcoming' })]} />)
    screen.getByText('Timber won in OT')
  })

  it('a slide shows both teams instead of the pictures of its game', () => {
    const team = (short_name: string) => ({ short_name, color: null, color_2: null, images: { logo: null } })
    const slide = {
      id: 1,
      title: 'Timber at Tide',
      event_id: 1,
      image: '/scene-poster.jpg',
      image_tall: null,
      matchup: { sport: 'hockey', away: team('TIM'), home: team('TID') },
    }
    const slides = [slide] as unknown as Parameters<typeof HomeSlides>[0]['slides']
    open(<HomeSlides slides={slides} events={[sampleEvent()]} />)
    expect(document.querySelector('.matchup')?.textContent).toContain('TIM')
    expect(document.querySelector('img')).toBeNull()
    cleanup()
    open(<HomeSlides slides={slides} events={[sampleEvent({ stream_status: 'upcoming' })]} />)
    expect(document.querySelector('.matchup')).toBeNull()
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/scene-poster.jpg')
  })

  it('a team’s page shows no record', async () => {
    const data = [
      {
        id: 1,
        title: 'Over',
        kind: 'finished',
        stream_status: 'finished',
        event_category_id: null,
        events: [sampleEvent()],
        total: 1,
        more_url: '/',
      },
    ]
    server
      .on('/api/participants', listResponse([{ ...AWAY, children: [] }]))
      .on('/api/events', listResponse([sampleEvent()]))
      .on('/api/events-for-homepage', { json: { data } })
      .on('/api/participants/1/season', { json: { data: aTeamSeason(1) } })
    open(<FilteredHome />, '/?team=team-1', false)
    await screen.findByText('Record')
    await screen.findByText('5–4 (OT)')
    cleanup()
    server.requests.length = 0
    open(<FilteredHome />, '/?team=team-1')
    await screen.findByRole('heading', { level: 1, name: 'Timber' })
    await screen.findAllByRole('link', { name: /Timber @ Tide/ })
    expect(screen.queryByText('Record')).toBeNull()
    expect(screen.queryByText('5–4 (OT)')).toBeNull()
    expect(server.paths).not.toContain('/api/participants/1/season')
  })

  it('the watch page shows only the game’s name until the score is revealed', async () => {
    server.on('/api/events/1', { json: { data: sampleEvent() } }).on('/api/events', listResponse([]))
    const page = (
      <Routes>
        <Route path="/watch/:id" element={<Watch />} />
      </Routes>
    )
    open(page, '/watch/1')
    await screen.findByRole('heading', { level: 1, name: 'Timber @ Tide' })
    await waitFor(() => expect(document.title).toMatch(/^Timber @ Tide \(November\)/))
    expect(document.title + visibleText()).not.toMatch(OUTCOME)
    reveal()
    await screen.findByText('Timber won it late')
  })
})

describe('a revealed score', () => {
  it('appears in its own row only', () => {
    const other = sampleEvent({ id: 2, name: 'Tide @ Timber', full_name: 'Tide @ Timber (May)' })
    open(<EventTable events={[sampleEvent(), other]} />)
    reveal()
    screen.getByText('9 – 7')
    expect(screen.getAllByRole('button')).toHaveLength(1)
    within(screen.getByRole('table')).getByRole('button', { name: 'Show score: Tide @ Timber (May)' })
  })

  it('appears below the player', () => {
    open(<ScoreStrip event={sampleEvent()} />)
    reveal()
    screen.getByRole('img', { name: 'Timber 9, Tide 7, Final/OT' })
  })

  it('needs a score, so a game without one has no button', () => {
    open(<EventRow event={sampleEvent({ score: null })} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
