// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import type { RestreamTarget } from '../../restreamApi'
import Restream from './Restream'

const TARGETS = '/api/studio/restream-targets'
const TARGET: RestreamTarget = {
  id: 4,
  name: 'Our YouTube',
  service: 'youtube',
  server_url: 'rtmps://a.rtmps.youtube.com/live2',
  is_always: false,
}
let server: FakeServer

function open(...targets: RestreamTarget[]) {
  server.on(TARGETS, { json: { data: targets } })
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <Restream />
    </CatalogProvider>,
  )
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const changesOf = (path: string) =>
  server.requests.filter(request => request.path === path && request.body).map(({ body }) => body)

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the restream targets', () => {
  it('suggest to add one if there is none', async () => {
    open()
    expect(await screen.findByText('No targets yet')).toBeDefined()
  })

  it('suggest the server of each service, and keep a server that was typed', async () => {
    open()
    await press('Add target')
    const url = () => (screen.getByLabelText('Server URL') as HTMLInputElement).value
    expect(url()).toBe('rtmps://a.rtmps.youtube.com/live2')
    type('Service', 'twitch')
    expect(url()).toBe('rtmp://live.twitch.tv/app')
    type('Server URL', 'rtmp://lax.contribute.live-video.net/app')
    type('Service', 'other')
    expect(url()).toBe('rtmp://lax.contribute.live-video.net/app')
  })

  it('show the errors of the server at their fields', async () => {
    open()
    await press('Add target')
    server.on(TARGETS, {
      status: 422,
      json: {
        errors: { key: ['Enter the stream key of the service'] },
        error_codes: { key: [{ code: 'errors.restream_key_required' }] },
      },
    })
    await press('Save target')
    expect(await screen.findByText('Enter the stream key of the service')).toBeDefined()
  })

  it('keep their key unless another one is entered', async () => {
    open(TARGET)
    await press('Edit Our YouTube')
    type('Name', 'Main channel')
    server.on(`${TARGETS}/4`, { json: { data: { ...TARGET, name: 'Main channel' } } })
    await press('Save target')
    await waitFor(() => expect(changesOf(`${TARGETS}/4`)).toHaveLength(1))
    expect(changesOf(`${TARGETS}/4`)[0]).toMatchObject({ name: 'Main channel' })
    expect(changesOf(`${TARGETS}/4`)[0]).not.toHaveProperty('key')
  })

  it('show a key on request, and hide it again', async () => {
    open(TARGET)
    server.on(`${TARGETS}/4/reveal-key`, { json: { data: { key: 'abcd-1234' } } })
    await press('Show the key of Our YouTube')
    expect(await screen.findByText('abcd-1234')).toBeDefined()
    await press('Hide key')
    expect(screen.queryByText('abcd-1234')).toBeNull()
  })

  it('are deleted after a confirmation', async () => {
    open(TARGET)
    await press('Delete Our YouTube')
    server.on(`${TARGETS}/4`, { status: 204 })
    await press('Delete target')
    await waitFor(() => expect(server.requests.some(({ path }) => path === `${TARGETS}/4`)).toBe(true))
  })
})
