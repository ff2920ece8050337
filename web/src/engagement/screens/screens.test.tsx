// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { EngagementProvider } from '../context'
import type { EngagementStore } from '../EngagementStore'
import { aForm, aReminder, createEngagementStore, NO_EVENTS, VISITOR } from '../fakes'
import Contacts from './Contacts'
import Favorites from './Favorites'
import News from './Notifications'
import Unsubscribe from './Unsubscribe'

const FORM = '/api/custom-forms/contacts'
const STOP = '/api/news/unsubscribe'
/** A token in the format of the server: channel, account, subject and signature. */
const TOKEN = '1.7.event.11.signed'
const SETTINGS = { by_mail: true, by_push: false, quiet_from: null, quiet_to: null, time_zone: 'UTC' }
let server: FakeServer
let store: EngagementStore

function open(
  content: ReactNode,
  address = '/',
  circumstances: Parameters<typeof createEngagementStore>[1] = {},
) {
  store = createEngagementStore(server, circumstances)
  renderPage(<EngagementProvider store={store}>{content}</EngagementProvider>, address)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const lastRequest = () => server.requests.at(-1)

beforeEach(() => {
  server = new FakeServer().on(FORM, { json: { data: aForm() } })
})
afterEach(cleanup)

describe('the contact form', () => {
  it('shows each error at its field and moves the focus to the first one', async () => {
    open(<Contacts />)
    await screen.findByRole('heading', { level: 1, name: 'Write to us' })
    press('Send')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your name')))
    expect(screen.getByLabelText('Your name').getAttribute('aria-invalid')).toBe('true')
    expect(server.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  it('is sent, and shows within how many business days it is reviewed', async () => {
    open(<Contacts />)
    await screen.findByLabelText('Your name')
    server.on(FORM, { status: 201, json: { data: { id: 1 } } })
    write('Your name', 'Odette')
    write('Email', 'odette@example.com')
    press('Send')
    await screen.findByText('We’ll review your request within 5 business days.')
    expect(lastRequest()?.body).toMatchObject({ fields: { name: 'Odette', email: 'odette@example.com' } })
  })

  it('keeps the message if the server rejects it', async () => {
    open(<Contacts />)
    await screen.findByLabelText('Your name')
    server.on(FORM, {
      status: 422,
      json: { message: 'No', errors: { email: ['A valid email address is required'] } },
    })
    write('Your name', 'Odette')
    write('Email', 'odette@example.com')
    press('Send')
    await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
    expect((screen.getByLabelText('Your name') as HTMLInputElement).value).toBe('Odette')
  })

  it('shows an error if the channel has none, and reloads if loading failed', async () => {
    server.on(FORM, { status: 503 }, { status: 404 })
    open(<Contacts />)
    await screen.findByText('The form could not be loaded')
    fireEvent.click(screen.getByRole('button'))
    await screen.findByText('Form unavailable')
  })
})

describe('the unsubscribe link', () => {
  const notification = { about_type: 'event', about_id: 11, name: 'Timber @ Tide', score_alerts: false }
  const stopped = { json: { data: notification } }

  it('unsubscribes on a press, shows the subject, and can be undone', async () => {
    server
      .on(STOP, stopped)
      .on('/api/reminder', { status: 503 }, { status: 201, json: { data: aReminder(1) } })
    open(<Unsubscribe />, `/unsubscribe?token=${TOKEN}`)
    await screen.findByText('Stop these emails?')
    expect(server.requests).toEqual([])
    press('Unsubscribe')
    await screen.findByText('You’re unsubscribed')
    screen.getByText('Timber @ Tide')
    expect(lastRequest()?.body).toMatchObject({ token: TOKEN })
    press('Undo')
    await waitFor(() => expect(store.shell.toasts.toasts).toHaveLength(1))
    press('Undo')
    await screen.findByText('Emails turned back on')
    expect(lastRequest()?.body).toMatchObject({ about_type: 'event', about_id: 11 })
  })

  it('can turn off only score alerts, and turn them on again', async () => {
    server
      .on(STOP, { json: { data: { ...notification, score_alerts: true } } })
      .on('/api/reminder', { json: { data: aReminder(1, { score_alerts: true }) } })
    open(<Unsubscribe />, `/unsubscribe?token=${TOKEN}`)
    press('Unsubscribe')
    await screen.findByText('Score alerts for Timber @ Tide are off.')
    press('Undo')
    await screen.findByText('Emails turned back on')
    expect(lastRequest()?.body).toMatchObject({ about_id: 11, score_alerts: true })
  })

  it('offers a visitor no undo, which requires an account', async () => {
    server.on(STOP, stopped)
    open(<Unsubscribe />, `/unsubscribe?token=${TOKEN}`, VISITOR)
    press('Unsubscribe')
    await screen.findByText('You’re unsubscribed')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('offers another viewer no undo', async () => {
    server.on(STOP, stopped)
    open(<Unsubscribe />, `/unsubscribe?token=${TOKEN}`, { viewer: { id: 8 } })
    press('Unsubscribe')
    await screen.findByText('You’re unsubscribed')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('that is expired shows an error, and can be retried if there was no connection', async () => {
    server.on(STOP, { status: 503 }, { status: 404 })
    open(<Unsubscribe />, `/unsubscribe?token=${TOKEN}`)
    press('Unsubscribe')
    await screen.findByText('Couldn’t unsubscribe you')
    fireEvent.click(screen.getByRole('button'))
    await screen.findByText('This link no longer works')
  })
})

describe('the notification settings', () => {
  beforeEach(() => {
    server
      .on('/api/news-settings', { json: { data: SETTINGS } })
      .on('/api/reminders', listResponse([aReminder(1)]))
      .on('/api/reminder/1', { status: 204 })
  })

  it('suggest quiet hours, and save them', async () => {
    open(<News />)
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Quiet hours/ }))
    expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('22:00')
    server.on('/api/news-settings', {
      json: { data: { ...SETTINGS, quiet_from: '22:00', quiet_to: '07:00' } },
    })
    press('Save')
    await waitFor(() =>
      expect(store.shell.toasts.toasts.map(({ text }) => text)).toEqual(['Your settings were saved']),
    )
    expect(lastRequest()?.body).toMatchObject({ quiet_from: '22:00', quiet_to: '07:00', by_mail: true })
  })

  it('list the viewer’s alerts and can end each one', async () => {
    open(<News />)
    fireEvent.click(await screen.findByRole('button', { name: 'Turn off reminders for Timber @ Tide' }))
    await screen.findByText('No reminders yet. Select the bell on a game, team or school to add one.')
    await waitFor(() => expect(server.paths).toContain('/api/reminder/1'))
  })
})

describe('score alerts in the notification settings', () => {
  it('are chosen for each team and game, and not for schools and sports', async () => {
    const team = aReminder(2, { about_type: 'participant', about_id: 71, name: 'Timber' })
    const school = aReminder(3, { about_type: 'group', about_id: 5, name: 'Cedar Ridge' })
    server
      .on('/api/news-settings', { json: { data: SETTINGS } })
      .on('/api/watch-settings', { json: { data: { hide_scores: false } } })
      .on('/api/reminders', listResponse([team, school]))
      .on('/api/reminder', { json: { data: { ...team, score_alerts: true } } })
    open(<News />)
    await store.initializeViewer()
    const [choice, ...others] = await screen.findAllByRole('checkbox', { name: /^Score alerts/ })
    expect(others).toEqual([])
    await screen.findByText(/You get none while you hide scores\.$/)
    fireEvent.click(choice as HTMLElement)
    await waitFor(() => expect((choice as HTMLInputElement).checked).toBe(true))
    await waitFor(() => expect(lastRequest()?.body).toMatchObject({ about_id: 71, score_alerts: true }))
  })
})

describe('the favorites', () => {
  beforeEach(() => void server.on('/api/favorites', listResponse([])))

  it('link to the games if they are empty', async () => {
    open(<Favorites />)
    const on = await screen.findByRole('link', { name: 'Full schedule' })
    expect(on.getAttribute('href')).toBe('/schedule')
  })

  it('link to the library on a channel without games', async () => {
    open(<Favorites />, '/', NO_EVENTS)
    const on = await screen.findByRole('link', { name: 'Open the library' })
    expect(on.getAttribute('href')).toBe('/vod_library')
    expect(document.body.textContent).not.toContain('team')
  })
})
