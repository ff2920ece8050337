// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlayerProps } from '@/shared/player/Player'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../../context'
import { createCatalogStore } from '../../../fakes'
import { videosStore } from '../../../stores/studio/VideosStore'
import type { VideoTrim as Range, Video } from '../../../videosApi'
import { VideoTrim } from './VideoTrim'

let position = 0
vi.mock('@/shared/player', () => ({
  Player: ({ source, onReady }: PlayerProps) => {
    useEffect(() => {
      onReady?.({ time: () => position } as Parameters<NonNullable<PlayerProps['onReady']>>[0])
    }, [onReady])
    return <div data-testid="player" data-source={source.url} />
  },
}))

const TRIM = '/api/studio/videos/7/trim'
const VIDEOS = '/api/studio/events/final/videos'
const range = (changes: Partial<Range> = {}): Range => ({
  state: 'full_length',
  start: 0,
  end: 4205.6,
  full_duration: 4205.6,
  failure_message: '',
  ...changes,
})
let server: FakeServer

function open(trim: Range) {
  const catalog = createCatalogStore(server)
  const store = catalog.resolve(videosStore)
  const video = { id: 7, name: 'game.mp4', trim } as Video
  renderPage(
    <CatalogProvider store={catalog}>
      <VideoTrim store={store} video={video} trim={trim} />
    </CatalogProvider>,
  )
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const sent = () => server.requests.filter(({ path }) => path === TRIM)

beforeEach(() => {
  position = 0
  server = new FakeServer()
  server.on(
    '/api/studio/videos/7/playback',
    itemResponse({ url: '/media/x', expires_at: '2026-11-29T12:00:00Z' }),
  )
  server.on(TRIM, itemResponse(range({ state: 'pending' })))
  server.on(VIDEOS, itemResponse({ videos: [], uploads: [] }))
})
afterEach(cleanup)

describe('a video', () => {
  it('is trimmed to typed times', async () => {
    open(range())
    await press('Trim')
    await type('Start', '1:32')
    await type('End', '1:02:30')
    expect(screen.getByText('New length: 1:00:58')).toBeTruthy()
    await screen.findByTestId('player')
    await press('Trim')
    await waitFor(() => expect(sent().map(({ body }) => body)).toMatchObject([{ start: 92, end: 3750 }]))
    await waitFor(() => expect(screen.queryByLabelText('Start')).toBeNull())
  })

  it('takes the times from the player, and keeps its end', async () => {
    open(range())
    await press('Trim')
    await screen.findByTestId('player')
    position = 125.4
    await press('Use current position as the start')
    expect(await screen.findByDisplayValue('2:05')).toBe(screen.getByLabelText('Start'))
    await press('Trim')
    await waitFor(() => expect(sent().map(({ body }) => body)).toMatchObject([{ start: 125, end: null }]))
  })

  it('is not trimmed to times that are wrong', async () => {
    open(range())
    await press('Trim')
    await type('Start', '2:00')
    await type('End', '1:00')
    expect(screen.getByText('The end must be after the start.')).toBeTruthy()
    await type('Start', 'kick-off')
    expect(screen.getByText('Write the time as h:mm:ss, such as 1:02:30.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Trim' }).hasAttribute('disabled')).toBe(true)
    expect(sent()).toEqual([])
  })

  it('shows why the server refuses a range', async () => {
    server.on(TRIM, {
      status: 400,
      json: { code: 'errors.trim_past_end', params: { length: '1:10:05' }, message: '' },
    })
    open(range())
    await press('Trim')
    await type('End', '2:00:00')
    await screen.findByTestId('player')
    await press('Trim')
    expect(
      await screen.findByText('The recording is only 1:10:05 long. Choose an earlier time.'),
    ).toBeTruthy()
  })

  it('that is trimmed can have its full length again', async () => {
    open(range({ state: 'trimmed', start: 92, end: 3750 }))
    expect(screen.getByText('Viewers see 1:32 to 1:02:30 of 1:10:05.')).toBeTruthy()
    await press('Restore full length')
    await waitFor(() => expect(sent().map(({ method }) => method)).toEqual(['DELETE']))
  })

  it('that is being trimmed says so, and why it failed', () => {
    open(range({ state: 'pending', start: 92, failure_message: 'The disk is full.' }))
    expect(screen.getByText('Viewers will see 1:32 to 1:10:05 of 1:10:05 in a moment.')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('The disk is full.')
  })
})
