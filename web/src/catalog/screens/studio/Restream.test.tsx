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
    server.on(`${TARGETS}/4/reveal-key`, { json: { data: { key: 'abcd-1234', passphrase: '' } } })
    await press('Show the key of Our YouTube')
    expect(await screen.findByText('abcd-1234')).toBeDefined()
    await press('Hide key')
    expect(screen.queryByText('abcd-1234')).toBeNull()
  })

  it('have a stream ID and a passphrase if their server is one of SRT', async () => {
    open()
    await press('Add target')
    expect(screen.queryByLabelText('Passphrase')).toBeNull()
    type('Server URL', 'srt://ingest.example.org:9000')
    type('Stream ID', 'gym-1')
    type('Passphrase', 'harvest-moon-42')
    server.on(TARGETS, { json: { data: TARGET } })
    await press('Save target')
    await waitFor(() => expect(changesOf(TARGETS)).toHaveLength(1))
    expect(changesOf(TARGETS)[0]).toMatchObject({ key: 'gym-1', passphrase: 'harvest-moon-42' })
  })

  it('are saved without a passphrase whose field is hidden', async () => {
    open()
    await press('Add target')
    type('Server URL', 'srt://ingest.example.org:9000')
    type('Passphrase', 'harvest-moon-42')
    type('Server URL', 'rtmp://live.twitch.tv/app')
    server.on(TARGETS, { json: { data: TARGET } })
    await press('Save target')
    await waitFor(() => expect(changesOf(TARGETS)).toHaveLength(1))
    expect(changesOf(TARGETS)[0]).toMatchObject({ passphrase: '' })
  })

  it('show the passphrase beside the stream ID', async () => {
    open({ ...TARGET, server_url: 'srt://ingest.example.org:9000' })
    server.on(`${TARGETS}/4/reveal-key`, { json: { data: { key: 'gym-1', passphrase: 'harvest-moon-42' } } })
    await press('Show the key of Our YouTube')
    expect(await screen.findByText('harvest-moon-42')).toBeDefined()
    expect(screen.getByText('gym-1')).toBeDefined()
  })

  it('are deleted after a confirmation', async () => {
    open(TARGET)
    await press('Delete Our YouTube')
    server.on(`${TARGETS}/4`, { status: 204 })
    await press('Delete target')
    await waitFor(() => expect(server.requests.some(({ path }) => path === `${TARGETS}/4`)).toBe(true))
  })
})
