// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../../context'
import { createChannel } from '../../testing/createChannel'
import { RobotCheck } from './RobotCheck'

const onToken = vi.fn()
const render = vi.fn()

async function open(provider: string | null, error?: string) {
  const project = { robot_check: { provider, site_key: 'site-key' } }
  const channel = await createChannel(new FakeServer(), { project })
  renderPage(
    <ChannelProvider store={channel}>
      <RobotCheck onToken={onToken} error={error} />
    </ChannelProvider>,
  )
}

beforeEach(() => {
  onToken.mockReset()
  render.mockReset()
})
afterEach(cleanup)

it('No script is loaded without a robot check', async () => {
  await open(null)
  await open('fake')
  expect(document.querySelector('script')).toBeNull()
})

it('The fake check is a checkbox that provides its token while it is ticked', async () => {
  await open('fake', 'Fake token required')
  const box = screen.getByRole('checkbox', { name: 'I’m not a robot' })
  screen.getByText('Fake token required')
  fireEvent.click(box)
  fireEvent.click(box)
  expect(onToken.mock.calls).toEqual([['pass'], ['']])
})

it('reCAPTCHA loads when a form needs it, and provides its token until that expires', async () => {
  await open('recaptcha')
  const script = document.querySelector('script')
  expect(script?.src).toBe('https://www.google.com/recaptcha/api.js?render=explicit&hl=en')
  vi.stubGlobal('grecaptcha', { ready: (then: () => void) => then(), render })
  act(() => script?.dispatchEvent(new Event('load')))
  await waitFor(() => expect(render).toHaveBeenCalled())
  const [place, options] = render.mock.calls[0] ?? []
  expect(document.body.contains(place)).toBe(true)
  expect(options).toMatchObject({ sitekey: 'site-key', theme: 'dark' })
  options.callback('token')
  options['expired-callback']()
  expect(onToken.mock.calls).toEqual([['token'], ['']])
})
