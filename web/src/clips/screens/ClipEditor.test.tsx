// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import type { PlayerProps } from '@/shared/player/Player'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { currentPath, FakeResizeObserver } from '@/shared/testing/page'
import type { ShellOptions } from '@/shared/testing/shell'
import type { ClipsStore } from '../ClipsStore'
import { aClip, aClippableEvent, createClipsStore } from '../fakes'
import { fillField, mutatingRequests, openPage, press, problemResponse, showPage } from '../testing/page'

const { showing: eventResponse } = vi.hoisted(() => ({ showing: { player: null as unknown } }))

vi.mock('@/shared/player', () => ({
  DEFAULT_FRAME_RATE: 30,
  loadFrames: async () => [],
  Player: ({ source, range, onReady }: PlayerProps) => {
    useEffect(() => {
      onReady?.(eventResponse.player as FakePlayer)
      return () => onReady?.(null)
    }, [onReady])
    return (
      <p>
        plays {source.url}
        {range ? ` from ${range.from} to ${range.to}` : ''}
      </p>
    )
  },
}))

const EVENT = '/api/events/12'
const ACCESS = '/api/user/access'
const allowanceResponse = (most: number | null, used = 0) =>
  itemResponse({ allowances: { clips: { allowed: true, most, used } } })
const VISITOR: ShellOptions = { viewer: { id: null, email: null, capabilities: [] } }

let server: FakeServer
let clips: ClipsStore
let player: FakePlayer

const open = (address: string, circumstances?: ShellOptions) => {
  clips = openPage(server, address, circumstances)
}

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => Promise.all([import('../components/ClipDialogs'), import('@/shared/ui/ShareDialog')]))
beforeEach(() => {
  server = new FakeServer()
    .on(EVENT, itemResponse(aClippableEvent(12)))
    .on(ACCESS, allowanceResponse(null))
    .on('/api/clips/event/12', listResponse([]))
  player = new FakePlayer()
  eventResponse.player = player
})
afterEach(() => {
  cleanup()
  clips.reset()
})

describe('the editor', () => {
  const handle = (name: 'Start' | 'End') => screen.getByRole('slider', { name })
  const at = (name: 'Start' | 'End') => Number(handle(name).getAttribute('aria-valuenow'))
  const begin = async (search = '?at=1000') => {
    open(`/watch/12/clip${search}`)
    await screen.findByRole('slider', { name: 'Start' })
    await vi.waitFor(() => expect(player.loopRange).not.toBeNull())
  }
  const type = (side: 'Start' | 'End', time: string) => {
    const field = screen.getByRole('textbox', { name: side })
    fireEvent.change(field, { target: { value: time } })
    fireEvent.blur(field)
  }

  it('moves its handles by frames, by seconds, and to their limits', async () => {
    await begin()
    expect([at('Start'), at('End')]).toEqual([985, 1005])
    fireEvent.keyDown(handle('Start'), { key: 'ArrowRight' })
    expect(at('Start')).toBe(985.04)
    fireEvent.keyDown(handle('End'), { key: 'ArrowLeft', shiftKey: true })
    expect(at('End')).toBe(1004)
    fireEvent.keyDown(handle('End'), { key: 'Home' })
    expect(at('End')).toBe(986.04)
    fireEvent.keyDown(handle('End'), { key: 'End' })
    expect(at('End')).toBe(1285.04)
  })

  it('marks, steps and plays with keys, unless the focus is in a field', async () => {
    await begin()
    player.position = 990.02
    fireEvent.keyDown(handle('Start'), { key: 'i' })
    expect(at('Start')).toBe(990)
    player.position = 995.02
    fireEvent.keyDown(handle('Start'), { key: 'o' })
    expect(at('End')).toBe(995.04)
    fireEvent.keyDown(handle('Start'), { key: '.' })
    expect(player.position).toBeCloseTo(995.06)
    fireEvent.keyDown(handle('Start'), { key: ' ' })
    expect(player.paused).toBe(false)
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'i' })
    expect(at('Start')).toBe(990)
  })

  it('tells no length of a recording whose score is hidden', async () => {
    clips = createClipsStore(server)
    const shield = (hidden: boolean) => (pages: ReactNode) => (
      <SpoilerContext value={{ isEnabled: hidden, isHidden: () => hidden, reveal: () => undefined }}>
        {pages}
      </SpoilerContext>
    )
    const length = /5400|1:30:00/
    showPage(clips, '/watch/12/clip?at=1000', shield(true))
    await vi.waitFor(() => expect(player.loopRange).not.toBeNull())
    expect(document.body.innerHTML).not.toMatch(length)
    expect(Number(handle('Start').getAttribute('aria-valuemax'))).toBeLessThan(1100)
    cleanup()
    showPage(clips, '/watch/12/clip?at=1000', shield(false))
    await vi.waitFor(() => expect(document.body.innerHTML).toMatch(length))
  })

  it('repeats the selection until that is turned off', async () => {
    await begin()
    expect(player.loopRange).toEqual({ from: 985, to: 1005 })
    press('Loop: on')
    expect(player.loopRange).toBeNull()
  })

  it('requires a name and a tag, and then creates the clip once', async () => {
    server.on(
      '/api/clip',
      itemResponse(aClip(7, { name: 'Glove save', state: 'failed', failure_message: 'No room' })),
    )
    await begin()
    press('Create clip')
    screen.getByText('Field is required')
    screen.getByText('Please select tag')
    expect(mutatingRequests(server)).toEqual([])
    fillField('Name', 'Glove save')
    press('Big save')
    expect(screen.queryByText('Please select tag')).toBeNull()
    await act(async () => press('Create clip'))
    screen.getByRole('heading', { name: 'Glove save' })
    screen.getByText('No room')
    expect(mutatingRequests(server)).toEqual(['/api/clip'])
  })

  it('shows an error while a typed range is past the end or too long', async () => {
    await begin('?at=5390')
    type('End', '1:31:00')
    screen.getByText('Your clip duration is longer than the end time')
    type('Start', '1:20:00')
    screen.getByText('Field length must be less than 300')
    fillField('Name', 'Long')
    press('Big save')
    press('Create clip')
    expect(mutatingRequests(server)).toEqual([])
    type('End', '1:21:00')
    expect(screen.queryByText('Field length must be less than 300')).toBeNull()
  })

  it('shows the server’s error', async () => {
    server.on('/api/clip', problemResponse(403, 'You have made all 50 clips of your pass.'))
    await begin()
    fillField('Name', 'One more')
    press('Big save')
    await act(async () => press('Create clip'))
    expect(screen.getByRole('alert').textContent).toBe('You have made all 50 clips of your pass.')
  })

  it('shows how many clips the pass has left, and updates it after each clip', async () => {
    server
      .on(ACCESS, allowanceResponse(50, 48), allowanceResponse(50, 49))
      .on('/api/clip', itemResponse(aClip(7)))
    await begin()
    await screen.findByText('2 clips left on your pass')
    fillField('Name', 'One more')
    press('Big save')
    await act(async () => press('Create clip'))
    await screen.findByText('1 clip left on your pass')
  })

  it('starts at the position in the URL, each time', async () => {
    await begin()
    cleanup()
    showPage(clips, '/watch/12/clip?at=2000')
    await vi.waitFor(() => expect(at('Start')).toBe(1985))
  })

  it('links a visitor to log-in, and a viewer without a pass to the passes', async () => {
    open('/watch/12/clip', VISITOR)
    const login = screen.getByRole('link', { name: 'Log in' })
    expect(login.getAttribute('href')).toBe('/login')
    cleanup()
    open('/watch/12/clip', { viewer: { capabilities: ['watch'] } })
    const passes = await screen.findByRole('link', { name: 'View passes' })
    expect(passes.getAttribute('href')).toBe('/packages')
  })

  it('opens after another game was not found', async () => {
    open('/watch/99/clip')
    await vi.waitFor(() => expect(currentPath()).toBe('/404'))
    cleanup()
    showPage(clips, '/watch/12/clip')
    await screen.findByRole('slider', { name: 'Start' })
    expect(currentPath()).toBe('/watch/12/clip')
  })

  it('offers a retry if the game did not load', async () => {
    server.on(EVENT, problemResponse(503), itemResponse(aClippableEvent(12)))
    open('/watch/12/clip')
    await screen.findByText('The game could not be loaded')
    await act(async () => press('Try again'))
    await screen.findByRole('slider', { name: 'Start' })
  })
})

describe('a clip on its own page', () => {
  const CLIP = '/api/clip/7'

  it('plays from its first frame to its last before its file is ready, and can be shared', async () => {
    server.on(CLIP, itemResponse(aClip(7, { state: 'processing', progress: 40 })))
    open('/watch_library/7')
    await screen.findByText(/from 1.5 to 25.5/)
    screen.getByRole('button', { name: 'Share' })
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('shows why it does not play, and a link to get access', async () => {
    server.on(CLIP, itemResponse(aClip(7, { url: null, is_own: false, share_url: null, uuid: null })))
    open('/watch_library/7')
    await screen.findByText('You need access to this game to watch this clip')
    expect(screen.getByRole('link', { name: 'Get access to this clip' }).getAttribute('href')).toBe(
      '/watch/12',
    )
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('offers a retry if it did not load, and shows a message without a connection', async () => {
    server.on(CLIP, new Error('down'), itemResponse(aClip(7)))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    open('/watch_library/7')
    await screen.findByText('You’re offline')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await act(async () => void window.dispatchEvent(new Event('online')))
    await screen.findByRole('heading', { level: 1, name: 'Clip 7' })
  })

  it('lists no other clips of a game with a hidden score until the viewer shows the score', async () => {
    server.on(CLIP, itemResponse(aClip(7))).on('/api/clips/event/12', listResponse([aClip(7), aClip(8)]))
    vi.stubGlobal('ResizeObserver', FakeResizeObserver)
    clips = createClipsStore(server)
    const reveal = vi.fn()
    const shield = (hidden: boolean) => (pages: ReactNode) => (
      <SpoilerContext value={{ isEnabled: hidden, isHidden: () => hidden, reveal }}>{pages}</SpoilerContext>
    )
    showPage(clips, '/watch_library/7', shield(true))
    await screen.findByText('Clips are hidden because they may reveal the score.')
    expect(screen.queryByRole('link', { name: /^Clip 8/ })).toBeNull()
    press('Show clips')
    expect(reveal).toHaveBeenCalledWith(12)
    cleanup()
    showPage(clips, '/watch_library/7', shield(false))
    await screen.findByRole('link', { name: /^Clip 8/ })
  })

  it('that does not exist leads to the not-found page', async () => {
    open('/watch_library/7')
    await vi.waitFor(() => expect(currentPath()).toBe('/404'))
  })

  it('that its owner deletes redirects to the owner’s other clips, which open', async () => {
    server.on(CLIP, itemResponse(aClip(7))).on('/api/clips/user', listResponse([]))
    open('/watch_library/7')
    await screen.findByRole('heading', { level: 1, name: 'Clip 7' })
    press('Delete Clip 7')
    server.on(CLIP, { status: 204 })
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(currentPath()).toBe('/profile/clips'))
    server.on('/api/clip/8', itemResponse(aClip(8)))
    cleanup()
    showPage(clips, '/watch_library/8')
    await screen.findByRole('heading', { level: 1, name: 'Clip 8' })
    expect(currentPath()).toBe('/watch_library/8')
  })

  it('opens after another clip was not found', async () => {
    server.on(CLIP, itemResponse(aClip(7)))
    open('/watch_library/99')
    await vi.waitFor(() => expect(currentPath()).toBe('/404'))
    cleanup()
    showPage(clips, '/watch_library/7')
    await screen.findByRole('heading', { level: 1, name: 'Clip 7' })
    expect(currentPath()).toBe('/watch_library/7')
  })
})

describe('a shared clip', () => {
  const SHARED = '/api/shared-clip/7'
  const of = (event: ReturnType<typeof aClip>['event'], changes = {}) =>
    itemResponse(aClip(7, { is_own: false, event, ...changes }))
  const game = aClip(7).event

  it('plays for a visitor, and links to the game and to the passes', async () => {
    const registered = { has_access: false, access_reason: 'login_required', pass_type: 'register' } as const
    server.on(SHARED, of(game && { ...game, ...registered }))
    open('/share/7/uuid-7', VISITOR)
    await screen.findByText(/from 1.5 to 25.5/)
    expect(server.requests.find(({ path }) => path === SHARED)?.query.uuid).toBe('uuid-7')
    screen.getByRole('heading', { name: 'Harlan Falls @ Cedar Ridge' })
    screen.getByText('Create a free account or log in to watch.')
    const rest = screen.getByRole('link', { name: 'Get access to the full game' })
    expect(rest.getAttribute('href')).toBe('/watch/12')
    expect(screen.queryByRole('button', { name: /Rename|Delete|Download/ })).toBeNull()
  })

  it.each(['paid', 'ppv'] as const)(
    'of a %s game does not offer access with just an account',
    async pass_type => {
      const closed = { has_access: false, access_reason: 'login_required', pass_type }
      server.on(SHARED, of(game && { ...game, ...closed }))
      open('/share/7/uuid-7', VISITOR)
      await screen.findByText('Get a pass or buy this game to watch it in full.')
      expect(screen.queryByText('Create a free account or log in to watch.')).toBeNull()
    },
  )

  it('with a revoked link shows an error and links onward', async () => {
    open('/share/7/old', VISITOR)
    await screen.findByText('This link no longer works')
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  })

  it('without access shows an error in embedded players, too', async () => {
    server.on(SHARED, of(game, { url: null }))
    open('/share_embed/7/uuid-7', VISITOR)
    await screen.findByText('You need access to this game to watch this clip')
  })
})
