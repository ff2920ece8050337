// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { createChannel } from '../../testing/createChannel'
import Registration from './Registration'

const REGISTER = '/api/v2/auth/register'
const viewerChanges = vi.fn()
let server: FakeServer

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const register = () => fireEvent.submit(field('Password').closest('form') as HTMLFormElement)

function fillIn() {
  type('First name', 'Maya')
  type('Last name', 'Halvorsen')
  type('Email', 'maya@example.com')
  type('Password', 'hockeynight')
  type('Confirm password', 'hockeynight')
  fireEvent.click(screen.getByRole('checkbox'))
}

beforeEach(async () => {
  viewerChanges.mockReset()
  server = new FakeServer()
  const channel = await createChannel(server, { changed: viewerChanges, project: { social: ['google'] } })
  renderPage(
    <ChannelProvider store={channel}>
      <Registration />
    </ChannelProvider>,
    '/registration',
  )
})
afterEach(cleanup)

it('Registration creates an account and opens the email notice', async () => {
  server.on(REGISTER, { json: { data: { api_key: 'new', user: aUser() } } })
  fillIn()
  register()
  await waitFor(() =>
    expect(viewerChanges).toHaveBeenCalledWith({ user: aUser(), to: '/verify-notice', entered: true }),
  )
})

it('An empty form shows an error at each field and focuses the first field', async () => {
  register()
  for (const sentence of [
    'Enter your first name',
    'Enter your last name',
    'Enter your Email',
    'Field is required',
    'Please accept terms & conditions',
  ]) {
    await screen.findByText(sentence)
  }
  await waitFor(() => expect(document.activeElement).toBe(field('First name')))
  expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
})

it('An error disappears when its field changes', async () => {
  register()
  await screen.findByText('Enter your last name')
  type('Last name', 'H')
  expect(screen.queryByText('Enter your last name')).toBeNull()
})

it('An error from the server appears at its field, which gets the focus', async () => {
  const sentence = 'The email address you have entered is already registered'
  server.on(REGISTER, { status: 422, json: { message: sentence, errors: { email: [sentence] } } })
  fillIn()
  register()
  await screen.findByText(sentence)
  await waitFor(() => expect(document.activeElement).toBe(field('Email')))
})

it('The links to the terms and the privacy policy do not tick the checkbox', () => {
  const terms = screen.getByRole('link', { name: 'terms and conditions' })
  expect(terms.getAttribute('href')).toBe('/terms_conditions')
  expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy_policy')
  expect(screen.getByRole('checkbox', { name: /I accept the/ })).toHaveProperty('checked', false)
})

it('Password managers can recognize the fields', () => {
  const kinds = Object.fromEntries(
    ['First name', 'Last name', 'Email', 'Phone (optional)', 'Password', 'Confirm password'].map(name => [
      name,
      field(name).getAttribute('autocomplete'),
    ]),
  )
  expect(kinds).toEqual({
    'First name': 'given-name',
    'Last name': 'family-name',
    Email: 'email',
    'Phone (optional)': 'tel',
    Password: 'new-password',
    'Confirm password': 'new-password',
  })
})
