// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { anEvent, aTeam, createCatalogStore } from '../../fakes'
import { NO_FILTERS } from '../../filters'
import type { EventItem } from '../../model'
import { useHomeTitle } from '../home/HomeHeader'
import { NextEvents } from '../home/NextEvents'
import { EventRow } from '../schedule/EventRow'
import { EventTable } from '../schedule/EventTable'
import { EventCard } from './EventCard'
import { RevealScoreButton } from './RevealScoreButton'

const KINDS = ['Boys varsity', 'Boys JV', 'Girls varsity'].map((name, place) => ({
  ...{ id: 1 + place, name, short_name: name, alias: `kind-${place}`, sport: 'hockey' },
  ...{ gender: 'male' as const, image: null, weight: 0 },
}))

/** Renders the title of a team’s page. */
function DocumentTitle({ name, kind }: { name: string; kind: number | null }) {
  return <output>{useHomeTitle(NO_FILTERS, { team: aTeam(7, { name, event_category_id: kind }) })}</output>
}

let server: FakeServer
beforeEach(() => {
  server = new FakeServer()
})

const HOUR = 3600
/** Two games of the same teams on one day. */
const sampleEvents = (status: EventItem['stream_status'], labels: readonly [string, string] | null) =>
  [0, 1].map(place =>
    anEvent(1 + place, {
      stream_status: status,
      label: labels?.[place] ?? null,
      full_name: `Team 1 @ Team 2 (${place + 1} PM)`,
      event_utc_ts: 1_731_090_000 + 4 * place * HOUR,
      location: { id: 1, name: 'Field', city: '', state: '' },
    }),
  ) as [EventItem, EventItem]

/** The visible text, and the accessible names of links and buttons. */
function accessibleNames(content: ReactNode) {
  renderPage(<CatalogProvider store={createCatalogStore(server)}>{content}</CatalogProvider>)
  const seen = document.body.textContent
  const spoken = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')].map(
    one => one.getAttribute('aria-label') ?? one.textContent,
  )
  cleanup()
  return { seen, spoken: spoken.join('\n') }
}

const VIEWS: [string, (event: EventItem) => ReactNode][] = [
  ['a card', event => <EventCard event={event} />],
  ['a wide card', event => <EventCard event={event} wide />],
  ['a row of the schedule', event => <EventRow event={event} />],
  ['a row of a table', event => <EventTable events={[event]} />],
]

describe('both games of a doubleheader', () => {
  for (const status of ['upcoming', 'finished'] as const) {
    for (const labels of [null, ['Game 1', 'Game 2']] as const) {
      it.each(VIEWS)(`differ in %s, ${status}, ${labels ? 'with labels' : 'without a label'}`, (_, view) => {
        const [first, second] = sampleEvents(status, labels).map(game => accessibleNames(view(game)))
        expect(first?.seen).not.toBe(second?.seen)
      })
    }
  }

  it.each(VIEWS.slice(0, 3))('have different accessible names in %s', (_, view) => {
    const [first, second] = sampleEvents('finished', null).map(game => accessibleNames(view(game)))
    expect(first?.spoken).not.toBe(second?.spoken)
  })

  it('have different names on their score buttons', () => {
    const [first, second] = sampleEvents('finished', null).map(game =>
      accessibleNames(<RevealScoreButton event={game} />),
    )
    expect(first?.spoken).not.toBe(second?.spoken)
  })

  it('differ in the list of next games', async () => {
    server.on('/api/events', listResponse(sampleEvents('upcoming', null)))
    renderPage(
      <CatalogProvider store={createCatalogStore(server, { home: ['live', 'upcoming'] })}>
        <NextEvents />
      </CatalogProvider>,
    )
    const items = await screen.findAllByRole('listitem')
    expect(new Set(items.map(item => item.textContent)).size).toBe(2)
  })
})

describe('the page titles of teams with the same name', () => {
  const titleOf = (name: string, kind: number | null) => {
    const store = createCatalogStore(server, {}, { categories: KINDS })
    renderPage(
      <CatalogProvider store={store}>
        <DocumentTitle name={name} kind={kind} />
      </CatalogProvider>,
    )
    const title = document.querySelector('output')?.textContent
    cleanup()
    return title
  }

  it('are distinguished by level and gender, as on the server', () => {
    expect([1, 2, 3].map(kind => titleOf('Cedar Ridge', kind))).toEqual(
      KINDS.map(({ name }) => `Cedar Ridge, ${name}`),
    )
  })

  it('contain the category once, or not at all if the team has none', () => {
    expect(titleOf('Cedar Ridge boys JV', 2)).toBe('Cedar Ridge boys JV')
    expect(titleOf('Cedar Ridge', null)).toBe('Cedar Ridge')
  })
})
