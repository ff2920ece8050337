// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { aUser } from '../../fakes'
import { createChannel } from '../../testing/createChannel'
import SocialCallback from './SocialCallback'

const GOOGLE = '/api/v2/auth/social/google'
const NEWCOMER =
  'You are not registered yet. Please accept terms and conditions and click Register to continue.'
const logInResponse = { json: { data: { api_key: 'new', user: aUser() } } }
const refusedResponse = (code: string) => ({ status: 400, json: { code, message: 'No' } })
const viewerChanges = vi.fn()
let server: FakeServer
let search: string

function LocationDisplay() {
  search = useLocation().search
  return null
}

/** Open the callback. `pressed`: the login started in this browser a moment ago. */
async function returnFromProvider(query: string, pressed = true) {
  const channel = await createChannel(server, { changed: viewerChanges })
  if (pressed) channel.shell.storage.set('social_departure', 'google')
  renderPage(
    <StrictMode>
      <ChannelProvider store={channel}>
        <LocationDisplay />
        <Routes>
          <Route path="/auth/login/:provider/callback" element={<SocialCallback />} />
        </Routes>
      </ChannelProvider>
    </StrictMode>,
    `/auth/login/google/callback${query}`,
  )
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  viewerChanges.mockReset()
  server = new FakeServer()
})
afterEach(cleanup)

it('A returning viewer is logged in, and the URL loses the code and the state', async () => {
  server.on(GOOGLE, logInResponse)
  await returnFromProvider('?code=c1&state=s1')
  await waitFor(() => expect(viewerChanges).toHaveBeenCalledTimes(1))
  expect(server.requests.filter(({ path }) => path === GOOGLE)).toHaveLength(1)
  expect(search).toBe('')
})

it('A new viewer reads why, accepts the terms and registers', async () => {
  server.on(GOOGLE, refusedResponse('errors.not_registered'), logInResponse)
  await returnFromProvider('?code=c1&state=s1')
  await screen.findByText(NEWCOMER)
  fireEvent.click(screen.getByRole('button', { name: 'Register' }))
  await screen.findByText('Please accept terms & conditions')
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Register' }))
  await waitFor(() => expect(viewerChanges).toHaveBeenCalledTimes(1))
  expect(server.requests.at(-1)?.body).toMatchObject({ code: 'c1', state: 's1', accept_terms: true })
})

it('Opening the URL logs in only after a press of the button', async () => {
  server.on(GOOGLE, logInResponse)
  await returnFromProvider('?code=c1&state=s1', false)
  await heading('Log in with Google')
  expect(server.requests).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(viewerChanges).toHaveBeenCalledTimes(1))
})

it('An existing account requires its password once, and then its second factor', async () => {
  const wanted = { status: 400, json: { message: 'Enter its password', error: 'password_required' } }
  const code = { status: 400, json: { message: 'Enter the code', error: 'second_factor_required' } }
  server.on(GOOGLE, wanted, code, logInResponse)
  await returnFromProvider('?code=c1&state=s1')
  await heading('Enter your password')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'hockeynight' } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await heading('One more step')
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(viewerChanges).toHaveBeenCalledTimes(1))
  expect(server.requests.at(-1)?.body).toMatchObject({
    password: 'hockeynight',
    second_factor_code: '123456',
  })
})

it('A rejected log-in shows the server’s message and a link back to log-in', async () => {
  server.on(GOOGLE, refusedResponse('errors.invalid_auth_data'))
  await returnFromProvider('?code=c1&state=s1')
  await screen.findByText('Wrong auth data')
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
})

it('A provider that is unavailable shows its own error, and the URL is cleared', async () => {
  await returnFromProvider('?error=temporarily_unavailable')
  await screen.findByText('Google isn’t responding. Try again later or log in another way.')
  expect(search).toBe('')
})

it('A refused or empty callback shows an error without a call', async () => {
  for (const query of ['?error=access_denied&state=s1', '']) {
    await returnFromProvider(query)
    await heading('Couldn’t log you in')
    screen.getByText('Google couldn’t log you in. Try again or log in another way.')
    cleanup()
  }
  expect(server.requests.filter(({ path }) => path === GOOGLE)).toEqual([])
})
