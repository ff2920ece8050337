// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ContentRailProps, EventSummary } from '@/shared/contexts/slots'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { EngagementProvider } from '../context'
import type { EngagementStore } from '../EngagementStore'
import { aFavorite, aPosition, aReminder, createEngagementStore, NO_EVENTS, VISITOR } from '../fakes'
import { applyPendingToggle } from '../pendingToggle'
import { PUSH_VIEWER_KEY } from '../stores/PushStore'
import { remindersStore } from '../stores/RemindersStore'
import { spoilerSettingsStore } from '../stores/SpoilerSettingsStore'
import AccountShield from './AccountSpoilerSwitch'
import { FollowMenu } from './EventFavoriteButton'
import { SpoilerPanel } from './SpoilerPanel'
import {
  CardFavoriteButton,
  CardProgress,
  DrawerSpoilerSwitch,
  EventActions,
  FollowActions,
  ListSpoilerSwitch,
  ReminderMenu,
  RowAction,
  ViewerRails,
} from './slots'

const participant = (id: number, name: string, is_home: boolean) => {
  return { id, name, short_name: name, images: { logo: null }, is_home }
}
const sampleEvent = (changes: Partial<EventSummary> = {}): EventSummary => ({
  id: 11,
  name: 'Timber @ Tide',
  short_name: 'TIM @ TID',
  full_name: 'Timber @ Tide (Nov 22)',
  stream_status: 'finished',
  event_utc_ts: 1_795_300_000,
  has_access: true,
  participants: [participant(72, 'Tide', true), participant(71, 'Timber', false)],
  event_category: { id: 3, name: 'Boys hockey' },
  media: [],
  ...changes,
})
const UPCOMING = sampleEvent({ stream_status: 'upcoming' })
let server: FakeServer
let store: EngagementStore
let currentPath = ''

function LocationDisplay() {
  currentPath = useLocation().pathname
  return null
}

function open(content: ReactNode, circumstances: Parameters<typeof createEngagementStore>[1] = {}) {
  store = createEngagementStore(server, circumstances)
  renderPage(
    <EngagementProvider store={store}>
      <SpoilerContext value={store.spoilers}>
        {content}
        <LocationDisplay />
      </SpoilerContext>
    </EngagementProvider>,
  )
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))
const toasts = () => store.shell.toasts.toasts.map(({ text }) => text)
const requests = (path: string) => server.requests.filter(one => one.path === path).map(({ body }) => body)

beforeAll(() => {
  FollowMenu.preload()
  ReminderMenu.preload()
})
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then))
  server = new FakeServer()
    .on('/api/favorites', listResponse([]))
    .on('/api/reminders', listResponse([]))
    .on('/api/watch-positions', listResponse([]))
    .on('/api/watch-settings', { json: { data: { hide_scores: true } } })
    .on('/api/push/key', { json: { data: { public_key: null } } })
})
afterEach(cleanup)

describe('the favorite button on a card', () => {
  it('follows a team or the sport at once, with the away team first', async () => {
    server.on('/api/favorite', { status: 201, json: { data: aFavorite(1, { favoritable_id: 71 }) } })
    open(<CardFavoriteButton event={sampleEvent()} />)
    press('Follow: Timber @ Tide (Nov 22)')
    await choose('Follow Timber')
    await screen.findByRole('button', { name: 'Following: Timber @ Tide (Nov 22)' })
    await waitFor(() =>
      expect(requests('/api/favorite')).toMatchObject([
        { favoritable_type: 'participant', favoritable_id: 71 },
      ]),
    )
  })

  it('is unchanged if the server rejects it, and shows an error', async () => {
    server.on('/api/favorite', { status: 503 })
    open(<CardFavoriteButton event={sampleEvent()} />)
    press('Follow: Timber @ Tide (Nov 22)')
    await choose('Follow Boys hockey')
    await waitFor(() => expect(toasts()).toEqual(['Your favorites could not be changed. Please try again.']))
    screen.getByRole('button', { name: 'Follow: Timber @ Tide (Nov 22)' })
  })

  it('sends a visitor to log-in, and then completes the action', async () => {
    open(<CardFavoriteButton event={sampleEvent()} />, VISITOR)
    press('Follow: Timber @ Tide (Nov 22)')
    await choose('Follow Tide')
    await waitFor(() => expect(currentPath).toBe('/login'))
    expect(server.paths).toEqual([])
    server.on('/api/favorite', { status: 201, json: { data: aFavorite(2) } })
    const { storage } = store.shell
    const inside = createEngagementStore(server)
    Object.assign(inside.shell, { storage })
    await applyPendingToggle(inside)
    await applyPendingToggle(inside)
    expect(requests('/api/favorite')).toMatchObject([{ favoritable_type: 'participant', favoritable_id: 72 }])
  })

  it('can show a single hidden score', async () => {
    open(<CardFavoriteButton event={sampleEvent()} />)
    press('Follow: Timber @ Tide (Nov 22)')
    await choose('Show score')
    expect(store.spoilers.isHidden(11)).toBe(false)
    expect(store.spoilers.isHidden(12)).toBe(true)
  })
})

describe('the reminder button', () => {
  it('turns on with one press and off with the next', async () => {
    server.on('/api/reminder', { status: 201, json: { data: aReminder(1, { about_id: 11 }) } })
    server.on('/api/reminder/1', { status: 204 })
    open(<EventActions event={UPCOMING} player={() => null} />)
    press('Remind me')
    await screen.findByRole('button', { name: 'Remind me', pressed: true })
    await waitFor(() => expect(toasts()).toEqual(['We’ll notify you when Timber @ Tide (Nov 22) goes live']))
    expect(requests('/api/reminder')).toMatchObject([{ about_type: 'event', about_id: 11 }])
    press('Remind me')
    await screen.findByRole('button', { name: 'Remind me', pressed: false })
    await waitFor(() => expect(server.paths).toContain('/api/reminder/1'))
  })

  it('in a row is labeled with the name of its game', () => {
    open(<RowAction event={UPCOMING} />)
    screen.getByRole('button', { name: 'Remind: Timber @ Tide (Nov 22)' })
  })

  it('is not shown once a game has started', () => {
    open(<EventActions event={sampleEvent()} player={() => null} />)
    expect(screen.queryByRole('button', { name: /Remind/ })).toBeNull()
  })
})

describe('the bell of a team', () => {
  const reminder = aReminder(1, { about_type: 'participant', about_id: 71, name: 'Timber' })
  const BELL = 'Notify me when Timber goes live'
  const openTeam = () => open(<FollowActions targets={[{ type: 'participant', id: 71, name: 'Timber' }]} />)

  it('offers score alerts once it is on, off by default', async () => {
    server
      .on('/api/reminders', listResponse([reminder]))
      .on('/api/reminder', { json: { data: { ...reminder, score_alerts: true } } })
    openTeam()
    await screen.findByRole('button', { name: BELL, pressed: true })
    press(BELL)
    const choice = await screen.findByRole('menuitemcheckbox', { name: 'Score alerts' })
    expect(choice.getAttribute('aria-checked')).toBe('false')
    fireEvent.click(choice)
    await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'))
    await waitFor(() =>
      expect(requests('/api/reminder')).toMatchObject([
        { about_type: 'participant', about_id: 71, score_alerts: true },
      ]),
    )
    expect(store.resolve(remindersStore).rows).toMatchObject([{ score_alerts: true }])
  })

  it('turns off in its menu', async () => {
    server.on('/api/reminders', listResponse([reminder])).on('/api/reminder/1', { status: 204 })
    openTeam()
    await screen.findByRole('button', { name: BELL, pressed: true })
    press(BELL)
    await choose('Turn off reminders')
    await screen.findByRole('button', { name: BELL, pressed: false })
  })

  it('says that a viewer who hides scores gets none', async () => {
    server.on('/api/reminders', listResponse([reminder]))
    openTeam()
    await store.resolve(spoilerSettingsStore).choose(true)
    await screen.findByRole('button', { name: BELL, pressed: true })
    press(BELL)
    await screen.findByText(/^You hide scores, so you get no score alerts/)
  })

  it('keeps the choice of the server if that rejects the change', async () => {
    server.on('/api/reminders', listResponse([reminder])).on('/api/reminder', { status: 503 })
    openTeam()
    await screen.findByRole('button', { name: BELL, pressed: true })
    press(BELL)
    const choice = await screen.findByRole('menuitemcheckbox', { name: 'Score alerts' })
    fireEvent.click(choice)
    await waitFor(() => expect(toasts()).toEqual(['Score alerts could not be changed. Please try again.']))
    expect(choice.getAttribute('aria-checked')).toBe('false')
  })
})

describe('the menu of a game', () => {
  it('offers score alerts until the game is over', async () => {
    server.on('/api/reminder', { status: 201, json: { data: aReminder(1, { score_alerts: true }) } })
    open(<CardFavoriteButton event={sampleEvent({ stream_status: 'live' })} />)
    press('Follow: Timber @ Tide (Nov 22)')
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Score alerts for this game' }))
    await waitFor(() =>
      expect(requests('/api/reminder')).toMatchObject([
        { about_type: 'event', about_id: 11, score_alerts: true },
      ]),
    )
    cleanup()
    open(<CardFavoriteButton event={sampleEvent()} />)
    press('Follow: Timber @ Tide (Nov 22)')
    await screen.findByRole('menuitem', { name: 'Follow Timber' })
    expect(screen.queryByRole('menuitemcheckbox')).toBeNull()
  })
})

describe('the score switch', () => {
  it('can be turned on in lists and in the menu of small screens', async () => {
    open(
      <>
        <ListSpoilerSwitch />
        <DrawerSpoilerSwitch />
      </>,
      VISITOR,
    )
    const pressed = () =>
      screen.getAllByRole('button', { name: 'Hide scores' }).map(one => one.getAttribute('aria-pressed'))
    expect(pressed()).toEqual(['false', 'false'])
    fireEvent.click(screen.getAllByRole('button', { name: 'Hide scores' })[1] as HTMLElement)
    await waitFor(() => expect(pressed()).toEqual(['true', 'true']))
  })

  it('is not offered on a channel that has no games', () => {
    open(
      <>
        <ListSpoilerSwitch />
        <DrawerSpoilerSwitch />
        <SpoilerPanel />
        <AccountShield />
      </>,
      NO_EVENTS,
    )
    expect(document.body.textContent).toBe('')
  })

  it('is unchanged if the server rejects it, and shows an error', async () => {
    server.on('/api/watch-settings', { status: 503 })
    open(<ListSpoilerSwitch />)
    const before = screen.getByRole('button').getAttribute('aria-pressed')
    press('Hide scores')
    await waitFor(() => expect(toasts()).toEqual(['This could not be saved. Please try again.']))
    expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe(before)
  })
})

it('A card shows how much of its video was watched, unless its length may tell the result', async () => {
  server.on('/api/watch-positions', listResponse([aPosition(11, { position: 900, duration: 3600 })]))
  open(<CardProgress kind="event" id={11} />)
  await waitFor(() => expect(server.paths).toContain('/api/watch-positions'))
  expect(screen.queryByRole('progressbar')).toBeNull()
  act(() => store.spoilers.reveal(11))
  const line = await screen.findByRole('progressbar', { name: 'Watched' })
  expect(line.getAttribute('aria-valuenow')).toBe('25')
})

describe('the personal rails', () => {
  const Rail = ({ title, content: things, Action }: ContentRailProps) => (
    <section aria-label={title}>
      {things === 'followed'
        ? 'their games'
        : things.map(thing => (
            <p key={thing.id}>
              {`${thing.kind} ${thing.id}`}
              {Action ? <Action {...thing} name={`Thing ${thing.id}`} /> : null}
            </p>
          ))}
    </section>
  )

  it('are hidden if nothing is in progress or followed', async () => {
    open(<ViewerRails Rail={Rail} />)
    await waitFor(() => expect(store.shell.storage.get('home_rails')).toBe(0))
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('are not requested for a visitor', () => {
    open(<ViewerRails Rail={Rail} />, VISITOR)
    expect(server.paths).toEqual([])
  })

  it('show items in progress, newest first, and followed teams; the next visit reserves room for both', async () => {
    const libraryPosition = aPosition(5, { kind: 'vod', watched_at: '2026-11-21T00:00:00Z' })
    server
      .on('/api/watch-positions', listResponse([aPosition(11), libraryPosition]))
      .on('/api/favorites', listResponse([aFavorite(1)]))
    open(<ViewerRails Rail={Rail} />)
    const begun = await screen.findByRole('region', { name: 'Continue watching' })
    expect(begun.textContent).toBe('vod 5event 11')
    screen.getByRole('region', { name: 'Your teams' })
    expect(store.shell.storage.get('home_rails')).toBe(2)
  })

  it('let the viewer remove an item at once; an item that the server keeps returns', async () => {
    const path = '/api/watch-position/event/11'
    server
      .on('/api/watch-positions', listResponse([aPosition(11)]))
      .on(path, { status: 500 }, { status: 204 })
    open(<ViewerRails Rail={Rail} />)
    await screen.findByText('event 11')
    press('Remove from Continue watching: Thing 11')
    expect(screen.queryByText('event 11')).toBeNull()
    await screen.findByText('event 11')
    expect(toasts()).toEqual(['This could not be removed. Please try again.'])
    press('Remove from Continue watching: Thing 11')
    await waitFor(() => expect(server.paths.filter(requested => requested === path)).toHaveLength(2))
    expect(screen.queryByRole('region')).toBeNull()
  })
})

it('Push messages stop on this device when their viewer is no longer logged in', async () => {
  const unsubscribe = vi.fn(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  const serviceWorker = { getRegistration: async () => ({ pushManager }) }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }))
  const engagement = createEngagementStore(server)
  engagement.shell.storage.set(PUSH_VIEWER_KEY, 7)
  await engagement.initializeViewer()
  expect(unsubscribe).not.toHaveBeenCalled()
  Object.assign(engagement.shell.viewer, { id: null })
  await engagement.initializeViewer()
  await engagement.initializeViewer()
  expect(unsubscribe).toHaveBeenCalledOnce()
})
