// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlayerProps } from '@/shared/player/Player'
import { SpoilerShield } from '@/shared/spoilers'
import { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import type { Circumstances } from '@/shared/testing/shell'
import { ClipsProvider } from '../context'
import { aClip, aClips, aGame, FakePlayer } from '../fakes'
import type { ClipsStore } from '../store'
import ClipEditor from './ClipEditor'
import ClipWatch from './ClipWatch'
import ProfileClips from './ProfileClips'
import SharedClip from './SharedClip'
import SharedEmbed from './SharedEmbed'

const { showing } = vi.hoisted(() => ({ showing: { player: null as unknown } }))

vi.mock('@/shared/player', () => ({
  USUAL_FRAME_RATE: 30,
  loadFrames: async () => [],
  Player: ({ source, range, onReady }: PlayerProps) => {
    useEffect(() => {
      onReady?.(showing.player as FakePlayer)
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
const one = (data: unknown) => ({ json: { data } })
const many = (...data: unknown[]) => ({ json: { data, meta: { total: data.length, limit: 20, offset: 0 } } })
const problem = (status: number, message = '') => ({ status, json: { status, message } })
const allowing = (most: number | null, used = 0) =>
  one({ allowances: { clips: { allowed: true, most, used } } })
const VISITOR: Circumstances = { viewer: { id: null, email: null, capabilities: [] } }

let server: FakeServer
let clips: ClipsStore
let player: FakePlayer

function Here() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

function open(address: string, circumstances?: Circumstances) {
  clips = aClips(server, circumstances)
  return show(
    <ClipsProvider store={clips}>
      <Here />
      <Routes>
        <Route path="/watch/:id/clip" element={<ClipEditor />} />
        <Route path="/watch_library/:id" element={<ClipWatch />} />
        <Route path="/share/:id/:uuid" element={<SharedClip />} />
        <Route path="/share_embed/:id/:uuid" element={<SharedEmbed />} />
        <Route path="/profile/clips" element={<ProfileClips />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </ClipsProvider>,
    address,
  )
}

const address = () => screen.getByLabelText('address').textContent
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const toasts = () => clips.shell.toasts.toasts.map(({ text }) => text)
const sent = () => server.asked.filter(({ method }) => method !== 'GET').map(({ path }) => path)

// A dialog comes with its first use, and on a busy machine that takes longer than a test waits.
beforeAll(() => Promise.all([import('../components/ClipDialogs'), import('@/shared/ui/ShareDialog')]))
beforeEach(() => {
  server = new FakeServer()
    .on(EVENT, one(aGame(12)))
    .on(ACCESS, allowing(null))
    .on('/api/clips/event/12', many())
  player = new FakePlayer()
  showing.player = player
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
    await vi.waitFor(() => expect(player.looped).not.toBeNull())
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

  it('marks, steps and plays by keys, where the focus is not in a field', async () => {
    await begin()
    player.at = 990.02
    fireEvent.keyDown(handle('Start'), { key: 'i' })
    expect(at('Start')).toBe(990)
    player.at = 995.02
    fireEvent.keyDown(handle('Start'), { key: 'o' })
    expect(at('End')).toBe(995.04)
    fireEvent.keyDown(handle('Start'), { key: '.' })
    expect(player.at).toBeCloseTo(995.06)
    fireEvent.keyDown(handle('Start'), { key: ' ' })
    expect(player.paused).toBe(false)
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'i' })
    expect(at('Start')).toBe(990)
  })

  it('plays what is chosen over and over, until that is turned off', async () => {
    await begin()
    expect(player.looped).toEqual({ from: 985, to: 1005 })
    press('Loop: on')
    expect(player.looped).toBeNull()
  })

  it('wants a name and a tag, and then makes the clip once', async () => {
    server.on('/api/clip', one(aClip(7, { name: 'Glove save', state: 'failed', failure_message: 'No room' })))
    await begin()
    press('Make clip')
    screen.getByText('Field is required')
    screen.getByText('Please select tag')
    expect(sent()).toEqual([])
    write('Name', 'Glove save')
    press('Big save')
    expect(screen.queryByText('Please select tag')).toBeNull()
    await act(async () => press('Make clip'))
    screen.getByRole('heading', { name: 'Glove save' })
    screen.getByText('No room')
    expect(sent()).toEqual(['/api/clip'])
  })

  it('says that an end is not there, and that a clip is too long, as it is typed', async () => {
    await begin('?at=5390')
    type('End', '1:31:00')
    screen.getByText('Your clip duration is longer than the end time')
    type('Start', '1:20:00')
    screen.getByText('Field length must be less than 300')
    write('Name', 'Long')
    press('Big save')
    press('Make clip')
    expect(sent()).toEqual([])
    type('End', '1:21:00')
    expect(screen.queryByText('Field length must be less than 300')).toBeNull()
  })

  it('says what the server says', async () => {
    server.on('/api/clip', problem(403, 'You have made all 50 clips of your pass.'))
    await begin()
    write('Name', 'One more')
    press('Big save')
    await act(async () => press('Make clip'))
    expect(screen.getByRole('alert').textContent).toBe('You have made all 50 clips of your pass.')
  })

  it('tells how many clips the pass still has, and counts again after each', async () => {
    server.on(ACCESS, allowing(50, 48), allowing(50, 49)).on('/api/clip', one(aClip(7)))
    await begin()
    await screen.findByText('2 clips of your pass are left')
    write('Name', 'One more')
    press('Big save')
    await act(async () => press('Make clip'))
    await screen.findByText('1 clip of your pass is left')
  })

  it('begins with the moment that somebody comes with, each time', async () => {
    await begin()
    cleanup()
    show(
      <ClipsProvider store={clips}>
        <Routes>
          <Route path="/watch/:id/clip" element={<ClipEditor />} />
        </Routes>
      </ClipsProvider>,
      '/watch/12/clip?at=2000',
    )
    await vi.waitFor(() => expect(at('Start')).toBe(1985))
  })

  it('leads a visitor to the log-in, and a viewer without a pass to the passes', async () => {
    open('/watch/12/clip', VISITOR)
    const login = screen.getByRole('link', { name: 'Log in' })
    expect(login.getAttribute('href')).toBe('/login')
    cleanup()
    open('/watch/12/clip', { viewer: { capabilities: ['watch'] } })
    const passes = await screen.findByRole('link', { name: 'See passes' })
    expect(passes.getAttribute('href')).toBe('/packages')
  })

  it('offers to try again where the game did not load', async () => {
    server.on(EVENT, problem(503), one(aGame(12)))
    open('/watch/12/clip')
    await screen.findByText('The game did not load')
    await act(async () => press('Try again'))
    await screen.findByRole('slider', { name: 'Start' })
  })
})

describe('a clip on its own page', () => {
  const CLIP = '/api/clip/7'

  it('plays from its first frame to its last while its file is cut, and is shared', async () => {
    server.on(CLIP, one(aClip(7, { state: 'processing', progress: 40 })))
    open('/watch_library/7')
    await screen.findByText(/from 1.5 to 25.5/)
    screen.getByRole('button', { name: 'Share' })
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('says why nothing plays, and what opens it', async () => {
    server.on(CLIP, one(aClip(7, { url: null, is_own: false, share_url: null, uuid: null })))
    open('/watch_library/7')
    await screen.findByText('This clip is out of a game that is closed to you')
    expect(screen.getByRole('link', { name: 'See what opens it' }).getAttribute('href')).toBe('/watch/12')
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('offers to try again where it did not load, and says so without a connection', async () => {
    server.on(CLIP, new Error('down'), one(aClip(7)))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    open('/watch_library/7')
    await screen.findByText('No connection')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await act(async () => void window.dispatchEvent(new Event('online')))
    await screen.findByRole('heading', { level: 1, name: 'Clip 7' })
  })

  it('shows no others of a game whose score is hidden, until somebody asks for them', async () => {
    server.on(CLIP, one(aClip(7))).on('/api/clips/event/12', many(aClip(7), aClip(8)))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = vi.fn()
        disconnect = vi.fn()
      },
    )
    clips = aClips(server)
    const reveal = vi.fn()
    const page = (hidden: boolean) => (
      <SpoilerShield value={{ on: hidden, hidden: () => hidden, reveal }}>
        <ClipsProvider store={clips}>
          <Routes>
            <Route path="/watch_library/:id" element={<ClipWatch />} />
          </Routes>
        </ClipsProvider>
      </SpoilerShield>
    )
    show(page(true), '/watch_library/7')
    await screen.findByText('Clips show what happened, so they are hidden with the score.')
    expect(screen.queryByRole('link', { name: /^Clip 8/ })).toBeNull()
    press('Show them')
    expect(reveal).toHaveBeenCalledWith(12)
    cleanup()
    show(page(false), '/watch_library/7')
    await screen.findByRole('link', { name: /^Clip 8/ })
  })

  it('that is not there leads to the page that says so', async () => {
    open('/watch_library/7')
    await vi.waitFor(() => expect(address()).toBe('/404'))
  })

  it('leads its owner who deletes it to the others', async () => {
    server.on(CLIP, one(aClip(7))).on('/api/clips/user', many())
    open('/watch_library/7')
    await screen.findByRole('heading', { level: 1, name: 'Clip 7' })
    press('Delete Clip 7')
    server.on(CLIP, { status: 204 })
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(address()).toBe('/profile/clips'))
  })
})

describe('a shared clip', () => {
  const SHARED = '/api/shared-clip/7'
  const of = (event: ReturnType<typeof aClip>['event'], changes = {}) =>
    one(aClip(7, { is_own: false, event, ...changes }))
  const game = aClip(7).event

  it('plays for a visitor, and shows the game and what opens the rest', async () => {
    server.on(SHARED, of(game && { ...game, has_access: false, access_reason: 'login_required' }))
    open('/share/7/uuid-7', VISITOR)
    await screen.findByText(/from 1.5 to 25.5/)
    expect(server.asked.find(({ path }) => path === SHARED)?.query.uuid).toBe('uuid-7')
    screen.getByRole('heading', { name: 'Harlan Falls @ Cedar Ridge' })
    screen.getByText('Everybody with a free account can watch this.')
    const rest = screen.getByRole('link', { name: 'See what opens the rest' })
    expect(rest.getAttribute('href')).toBe('/watch/12')
    expect(screen.queryByRole('button', { name: /Rename|Delete|Download/ })).toBeNull()
  })

  it('whose link was taken back says so, and leads on', async () => {
    open('/share/7/old', VISITOR)
    await screen.findByText('This link leads nowhere any more')
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  })

  it('that may not be played here says so in other sites’ pages, too', async () => {
    server.on(SHARED, of(game, { url: null }))
    open('/share_embed/7/uuid-7', VISITOR)
    await screen.findByText('This clip is out of a game that is closed to you')
  })
})

describe('the clips in the profile', () => {
  const OWN = '/api/clips/user'
  const dialog = async () => within(await screen.findByRole('dialog'))

  it('are told apart by what becomes of their files', async () => {
    server
      .on(
        OWN,
        many(
          aClip(1, {
            state: 'failed',
            failure_message: 'There is no room left on the disk. Please try again later.',
          }),
          aClip(2, { state: 'queued', ahead: 2 }),
          aClip(3),
        ),
      )
      .on('/api/clip/1/retry', one(aClip(1, { state: 'queued', ahead: 3 })))
    open('/profile/clips')
    await screen.findByText('There is no room left on the disk. Please try again later.')
    screen.getByText('2 clips ahead of yours. You can leave this page.')
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(1)
    await act(async () => press('Try again'))
    screen.getByText('3 clips ahead of yours. You can leave this page.')
  })

  it('get another name, held to the rules of a new one', async () => {
    server.on(OWN, many(aClip(3))).on('/api/clip/3', one(aClip(3, { name: 'Off the post' })))
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'Rename Clip 3' }))
    const words = await dialog()
    fireEvent.change(words.getByLabelText('Name'), { target: { value: ' ' } })
    fireEvent.click(words.getByRole('button', { name: 'Save' }))
    words.getByText('Field is required')
    expect(sent()).toEqual([])
    fireEvent.change(words.getByLabelText('Name'), { target: { value: 'Off the post' } })
    fireEvent.click(words.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { name: 'Off the post' })
  })

  it('get another link, and say what became of the old one', async () => {
    server
      .on(OWN, many(aClip(3)))
      .on('/api/clip/3/unshare', one(aClip(3, { uuid: 'new', share_url: '/share/3/new' })))
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'New link for Clip 3' }))
    await vi.waitFor(() => expect(toasts()).toHaveLength(1))
    press('Share')
    const link = (await dialog()).getByLabelText('Link') as HTMLInputElement
    expect(new URL(link.value).pathname).toBe('/share/3/new')
  })

  it('stay where deleting is refused, and go after a question where it is not', async () => {
    server
      .on(OWN, many(aClip(3)))
      .on('/api/clip/3', problem(403, 'This clip was made by another viewer.'), { status: 204 })
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Clip 3' }))
    const question = await dialog()
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(toasts()).toEqual(['This clip was made by another viewer.']))
    screen.getByRole('heading', { name: 'Clip 3', hidden: true })
    server.on(OWN, many())
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText('You have cut no clip yet')
  })

  it('are asked for anew as the list goes on after one was deleted, so that none is passed over', async () => {
    server.on(OWN, many(aClip(3), aClip(4))).on('/api/clip/3', { status: 204 })
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Clip 3' }))
    server.on(OWN, many(aClip(4), aClip(5)))
    fireEvent.click((await dialog()).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Clip 5' })
  })

  it('that did not load can be asked for again; none at all lead to the replays', async () => {
    server.on(OWN, problem(503), many())
    open('/profile/clips?kind=downloads')
    await screen.findByText('Your clips did not load')
    await act(async () => press('Try again'))
    await screen.findByText('You have taken no clip away yet')
    expect(screen.getByRole('link', { name: 'See replays' }).getAttribute('href')).toBe('/vod')
    expect(server.asked.at(-1)?.query.kind).toBe('downloads')
  })
})
