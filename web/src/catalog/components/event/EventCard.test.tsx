// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { anEvent, createCatalogStore } from '../../fakes'
import type { LiveState } from '../../model'
import { EventRow } from '../schedule/EventRow'
import { EventCard } from './EventCard'
import { ScoreStrip } from './ScoreStrip'

afterEach(cleanup)

const NAMES: Record<LiveState, RegExp> = {
  starting_soon: /^Team 1 @ Team 2, [^,]+, starting soon$/,
  delayed: /^Team 1 @ Team 2, [^,]+, delayed$/,
  on_air: /^Team 1 @ Team 2, [^,]+, live, 0 to 1$/,
  interrupted: /^Team 1 @ Team 2, [^,]+, interrupted, 0 to 1$/,
}
const states = Object.keys(NAMES) as LiveState[]
const sampleEvent = (live_state: LiveState) =>
  anEvent(1, { stream_status: 'live', live_state, score: { away: 0, home: 1, note: '2nd period' } })

function renderCard(element: ReactElement) {
  const catalog = createCatalogStore(new FakeServer())
  renderPage(<CatalogProvider store={catalog}>{element}</CatalogProvider>)
}

test.each(states)('a card and a row of a game that is %s have its visible text as accessible name', state => {
  renderCard(<EventCard event={sampleEvent(state)} />)
  expect(screen.getByRole('link').getAttribute('aria-label')).toMatch(NAMES[state])
  cleanup()
  renderCard(<EventRow event={sampleEvent(state)} />)
  expect(screen.getByRole('link').textContent).toMatch(NAMES[state])
})

test.each([
  ['Final/OT', { ending: 'overtime', ending_note: 'OT' }],
  ['Final/3–2 SO', { ending: 'shootout', ending_note: '3–2 SO' }],
  ['Forfeit, Winner: T2', { ending: 'forfeit', winner: 'home' }],
] as const)('a result says how the game ended: %s', (text, ending) => {
  const event = anEvent(1, { score: { away: 1, home: 1, note: null, ...ending } })
  renderCard(
    <>
      <EventCard event={event} />
      <ScoreStrip event={event} />
    </>,
  )
  screen.getByRole('img', { name: `Team 1 1, Team 2 1, ${text}` })
  expect(document.querySelector('.badge')?.textContent?.toLowerCase()).toBe(text.split(',')[0]?.toLowerCase())
})

test('a neutral site is named with the location', () => {
  const location = { id: 1, name: 'Arena', city: 'Duluth', state: 'MN' }
  renderCard(<EventCard wide event={anEvent(1, { location, is_neutral_site: true })} />)
  screen.getByText(/Arena, Duluth, MN, neutral site/)
})

test('the small card names a neutral site, too', () => {
  const location = { id: 1, name: 'Arena', city: 'Duluth', state: 'MN' }
  renderCard(<EventCard event={anEvent(1, { location, is_neutral_site: true, stream_status: 'upcoming' })} />)
  screen.getByText('Arena, neutral site')
})

test.each(['upcoming', 'live'] as const)(
  'a forfeit is known although the game is still %s',
  stream_status => {
    const score = { away: 0, home: 1, note: null, ending: 'forfeit', winner: 'home', leader: 'home' } as const
    const event = anEvent(1, {
      stream_status,
      live_state: stream_status === 'live' ? 'delayed' : null,
      score,
    })
    renderCard(
      <>
        <EventCard event={event} />
        <ScoreStrip event={event} />
      </>,
    )
    screen.getByText('Forfeit', { selector: '.badge' })
    screen.getByRole('img', { name: 'Team 1 0, Team 2 1, Forfeit, Winner: T2' })
    expect(screen.getByRole('link').getAttribute('aria-label')).toMatch(/, Forfeit, 0 to 1$/)
    cleanup()
    renderCard(<EventRow event={event} />)
    screen.getByText('Forfeit', { selector: '.badge' })
    expect(document.querySelectorAll('.is-loser')).toHaveLength(1)
  },
)

test.each(['starting_soon', 'delayed'] as const)(
  'a game that is %s shows no live badge, clock, score or watch link',
  state => {
    renderCard(
      <>
        <EventCard event={sampleEvent(state)} />
        <EventRow event={sampleEvent(state)} />
        <ScoreStrip event={sampleEvent(state)} />
      </>,
    )
    expect(document.querySelector('.badge--live, .score-strip')).toBeNull()
    expect(document.body.textContent).not.toMatch(/2nd period|Watch|LIVE/)
  },
)
