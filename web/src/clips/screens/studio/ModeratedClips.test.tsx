// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OpenRoomsProvider } from '@/shared/studio/openRooms'
import { FakeServer } from '@/shared/testing/fakes'
import { fakeMatchMedia, LocationDisplay, renderPage } from '@/shared/testing/page'
import { ClipsProvider } from '../../context'
import { createClipsStore } from '../../fakes'
import type { ModeratedClip } from '../../moderationApi'
import ModeratedClips from './ModeratedClips'

const CLIPS = '/api/studio/clips'
let server: FakeServer

const aClip = (changes: Partial<ModeratedClip> = {}): ModeratedClip => ({
  id: 7,
  name: 'Glove save',
  origin: 'viewer',
  creator: { name: 'Ada Moreau', blocked: false },
  event: { id: 12, name: 'Harlan Falls @ Cedar Ridge' },
  duration: 12.5,
  state: 'ready',
  failure_message: null,
  hidden: false,
  hidden_by_reports: false,
  name_approved: false,
  featured: false,
  created_at: '2026-11-21T18:00:00Z',
  poster: '/media/token/poster.jpg',
  preview: '/media/token/clip.mp4',
  reports: [],
  ...changes,
})

function open(clips: ModeratedClip[], url = '/studio/clips', home = ['live', 'clips']) {
  server.on(CLIPS, { json: { data: clips, meta: { total: clips.length, limit: 24, offset: 0 } } })
  renderPage(
    <ClipsProvider store={createClipsStore(server, { settings: { home } })}>
      <LocationDisplay />
      <OpenRoomsProvider value={new Set(['brand', 'clips'])}>
        <ModeratedClips />
      </OpenRoomsProvider>
    </ClipsProvider>,
    url,
  )
}

beforeAll(() => import('../../components/studio/DecisionDialog'))
beforeEach(() => {
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  server = new FakeServer()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the clips of the studio', () => {
  it('show the reports of a reported clip', async () => {
    const report = {
      reason: 'bullying',
      text: 'The name is mean.',
      created_at: '2026-11-21T18:00:00Z',
    } as const
    open([aClip({ reports: [report] })], '/studio/clips?filter=reported')
    expect(await screen.findByText('The name is mean.')).toBeTruthy()
    expect(server.requests.find(({ path }) => path === CLIPS)?.query).toMatchObject({ filter: 'reported' })
  })

  it('play while they have the focus', async () => {
    open([aClip()])
    const media = await screen.findByRole('group', { name: 'Glove save' })
    fireEvent.focus(media)
    expect(media.querySelector('video')?.src).toContain('/media/token/clip.mp4')
    fireEvent.blur(media)
    expect(media.querySelector('video')).toBeNull()
  })

  it('are featured after a dialog that says who can watch them then', async () => {
    open([aClip()])
    server.on(`${CLIPS}/7/feature`, { json: { data: aClip({ featured: true }) } })
    fireEvent.click(await screen.findByRole('button', { name: 'Feature' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('without a pass')
    expect(screen.queryByLabelText('Reason (optional)')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Feature clip' }))
    expect(await screen.findByText('Featured', { selector: '.badge' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Feature' })).toBeNull()
  })

  it('cannot be featured while they are hidden or after they failed', async () => {
    open([aClip({ hidden: true }), aClip({ id: 8, state: 'failed', name: 'Broken' })])
    expect(await screen.findByText('Broken')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Feature' })).toBeNull()
  })

  it('say if the home page does not show the featured ones', async () => {
    open([aClip({ featured: true })], '/studio/clips?filter=featured', ['live'])
    const link = await screen.findByRole('link', { name: 'Add the section' })
    expect(link.getAttribute('href')).toBe('/studio/brand/home')
  })

  it('are hidden after a reason', async () => {
    open([aClip()])
    server.on(`${CLIPS}/7/hide`, { json: { data: aClip({ hidden: true }) } })
    fireEvent.click(await screen.findByRole('button', { name: 'Hide' }))
    fireEvent.change(await screen.findByLabelText('Reason (optional)'), {
      target: { value: 'A parent asked' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Hide clip' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show again' })).toBeTruthy())
    expect(server.requests.find(({ path }) => path.endsWith('/hide'))?.body).toMatchObject({
      reason: 'A parent asked',
    })
  })
})
