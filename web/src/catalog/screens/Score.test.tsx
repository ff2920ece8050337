// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { createCatalogStore } from '../fakes'
import type { ScoredSport } from '../scoring/sport'
import type { StoredEntry } from '../scoring/timeline'
import { HOCKEY_RULES, SCORED_EVENT } from '../testing/scoring'
import Score from './Score'

const SESSIONS = '/api/scorer/sessions'
const TIMELINE = '/api/scorer/timeline'
const GOAL: StoredEntry = {
  id: 'a',
  revision: 1,
  author: 'scorer:Ben',
  kind: 'scored',
  at_ms: 1_000_000,
  side: 'away',
  points: 1,
  type: 'goal',
}
const BASKETBALL: ScoredSport = {
  ...HOCKEY_RULES,
  scores: [
    { key: 'three', name: '3 points', points: 3 },
    { key: 'free-throw', name: 'Free throw', points: 1 },
  ],
}

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  server.on(SESSIONS, itemResponse({ session_token: 'session' }, 201))
})
afterEach(cleanup)

interface Timeline {
  sport?: ScoredSport
  source?: string | null
  entries?: readonly StoredEntry[]
}

/** Open the link, and answer with a timeline from then on. */
function open({ sport = HOCKEY_RULES, source = null, entries = [] }: Timeline = {}) {
  const timeline = { now_ms: 1_001_000, source, entries, event: SCORED_EVENT, sport }
  server.on(TIMELINE, itemResponse(timeline))
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <Routes>
        <Route path="/score/:token" element={<Score />} />
      </Routes>
    </CatalogProvider>,
    '/score/token-of-the-link',
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

async function enter(): Promise<void> {
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '482 913' } })
  fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Ana' } })
  press('Keep the score')
  await screen.findByRole('heading', { name: SCORED_EVENT.name })
}

/** Return the kinds of the entries that the page has sent. */
const sentKinds = () =>
  server.requests
    .filter(({ path, method }) => path === TIMELINE && method === 'POST')
    .flatMap(({ body }) => ((body?.entries ?? []) as { kind: string }[]).map(({ kind }) => kind))

describe('the scorer page', () => {
  it('opens with a PIN and sends the session in a header', async () => {
    open()
    await enter()
    const login = server.requests.find(({ path }) => path === SESSIONS)
    expect(login?.body).toMatchObject({ token: 'token-of-the-link', pin: '482913', name: 'Ana' })
    const read = server.requests.find(({ path }) => path === TIMELINE)
    expect(read?.headers['Touchline-Scorer']).toBe('session')
  })

  it('says why a PIN is refused', async () => {
    open()
    server.on(SESSIONS, { status: 400, json: { code: 'errors.scorer_pin' } })
    fireEvent.change(screen.getByLabelText('PIN'), { target: { value: '000000' } })
    fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Ana' } })
    press('Keep the score')
    expect(await screen.findByText('This PIN is wrong. Check it and try again.')).toBeTruthy()
  })

  it('scores with one press if there is one way to score', async () => {
    open({ entries: [GOAL] })
    await enter()
    press(/^Tide ?0/)
    expect(screen.getByRole('button', { name: /^Tide ?1/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undo: Goal, Tide' })).toBeTruthy()
    await waitFor(() => expect(sentKinds()).toContain('scored'))
  })

  it('asks how, if there are several ways to score', async () => {
    open({ sport: BASKETBALL })
    await enter()
    press(/^Timber ?0/)
    const choices = screen.getByRole('group', { name: 'Cedar Ridge Timber' })
    fireEvent.click(within(choices).getByRole('button', { name: /3 points/ }))
    expect(screen.getByRole('button', { name: /^Timber ?3/ })).toBeTruthy()
  })

  it('starts the period with the clock', async () => {
    open()
    await enter()
    press('Start clock')
    expect(screen.getByText('1st period')).toBeTruthy()
    press('Stop clock')
    press('Undo: Clock stopped')
    expect(screen.getByRole('button', { name: 'Stop clock' })).toBeTruthy()
  })

  it('records a moment of a team', async () => {
    open()
    await enter()
    press('Save')
    const choices = screen.getByRole('group', { name: 'Save' })
    fireEvent.click(within(choices).getByRole('button', { name: 'Tide' }))
    expect(screen.getByRole('button', { name: 'Undo: Save, Tide' })).toBeTruthy()
  })

  it('asks before the game is over', async () => {
    open({ entries: [GOAL] })
    await enter()
    press('End the game early')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Final score: Timber 1, Tide 0')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'End game' }))
    expect(screen.getByText('Final')).toBeTruthy()
  })

  it('undoes and restores an entry of another scorer', async () => {
    open({ entries: [GOAL] })
    await enter()
    press(/^Undo ?\(Goal, Timber\)/)
    expect(screen.getByRole('button', { name: /^Timber ?0/ })).toBeTruthy()
    press(/^Restore ?\(Goal, Timber\)/)
    expect(screen.getByRole('button', { name: /^Timber ?1/ })).toBeTruthy()
  })

  it('corrects the team of a goal', async () => {
    open({ entries: [GOAL] })
    await enter()
    press(/^Correct ?\(Goal, Timber\)/)
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Tide' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Correct' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /^Tide ?1/ })).toBeTruthy())
    expect(screen.getByRole('button', { name: /^Timber ?0/ })).toBeTruthy()
  })

  it('leaves the score to a system that sends it', async () => {
    open({ source: 'Daktronics', entries: [GOAL] })
    await enter()
    expect(screen.getByText('Daktronics keeps the score')).toBeTruthy()
    press(/^Timber ?1/)
    expect(screen.getByRole('button', { name: /^Timber ?1/ })).toBeTruthy()
  })

  it('announces a new score once', async () => {
    open()
    await enter()
    press(/^Tide ?0/)
    await waitFor(() =>
      expect(
        screen.getAllByRole('status').filter(item => item.textContent === 'Timber 0, Tide 1'),
      ).toHaveLength(1),
    )
  })

  it('works the clock with the space bar, and scores with the arrows', async () => {
    open()
    await enter()
    fireEvent.keyDown(document.body, { key: ' ', code: 'Space' })
    fireEvent.keyDown(document.body, { key: 'ArrowRight', code: 'ArrowRight' })
    expect(screen.getByRole('button', { name: 'Stop clock' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Tide ?1/ })).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Keys of a keyboard'))
    fireEvent.keyDown(document.body, { key: 'ArrowRight', code: 'ArrowRight' })
    expect(screen.getByRole('button', { name: /^Tide ?1/ })).toBeTruthy()
  })

  it('asks for the PIN again when the session has ended', async () => {
    open()
    await enter()
    server.on(TIMELINE, { status: 400, json: { code: 'errors.scorer_signed_out' } })
    press(/^Tide ?0/)
    expect(await screen.findByText(/1 entry waits on this phone/)).toBeTruthy()
    expect(screen.getByLabelText('PIN')).toBeTruthy()
  })
})
