// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import type { ClipsStore } from '../ClipsStore'
import { aClip } from '../fakes'
import { mutatingRequests, openPage, press, problemResponse } from '../testing/page'

const HOCKEY = {
  ...{ id: 3, name: 'Boys hockey', short_name: 'Hockey', alias: null },
  ...{ sport: 'hockey', gender: 'boys' as const, image: null, weight: 0 },
}

let server: FakeServer
let clips: ClipsStore

const open = (address: string, categories = [HOCKEY]) => {
  clips = openPage(server, address, { channel: { categories } })
}
const toasts = () => clips.shell.toasts.toasts.map(({ text }) => text)

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => import('../components/ClipDialogs'))
beforeEach(() => {
  server = new FakeServer()
})
afterEach(() => {
  cleanup()
  clips.reset()
})

describe('the clips in the profile', () => {
  const OWN = '/api/clips/user'
  const dialog = async () => within(await screen.findByRole('dialog'))

  it('show the state of their files', async () => {
    server
      .on(
        OWN,
        listResponse([
          aClip(1, {
            state: 'failed',
            failure_message: 'The server is out of storage. Please try again later.',
          }),
          aClip(2, { state: 'queued', ahead: 2 }),
          aClip(3),
        ]),
      )
      .on('/api/clip/1/retry', itemResponse(aClip(1, { state: 'queued', ahead: 3 })))
    open('/profile/clips')
    await screen.findByText('The server is out of storage. Please try again later.')
    screen.getByText('2 clips ahead of yours. You can leave this page.')
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(1)
    await act(async () => press('Try again'))
    screen.getByText('3 clips ahead of yours. You can leave this page.')
  })

  it('can be renamed, with the validation of new clips', async () => {
    server
      .on(OWN, listResponse([aClip(3)]))
      .on('/api/clip/3', itemResponse(aClip(3, { name: 'Off the post' })))
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'Rename Clip 3' }))
    const words = await dialog()
    fireEvent.change(words.getByLabelText('Name'), { target: { value: ' ' } })
    fireEvent.click(words.getByRole('button', { name: 'Save' }))
    words.getByText('Field is required')
    expect(mutatingRequests(server)).toEqual([])
    fireEvent.change(words.getByLabelText('Name'), { target: { value: 'Off the post' } })
    fireEvent.click(words.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { name: 'Off the post' })
  })

  it('can get a new link, with a message about the old one', async () => {
    server
      .on(OWN, listResponse([aClip(3)]))
      .on('/api/clip/3/unshare', itemResponse(aClip(3, { uuid: 'new', share_url: '/share/3/new' })))
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'New link for Clip 3' }))
    await vi.waitFor(() => expect(toasts()).toHaveLength(1))
    press('Share')
    const link = (await dialog()).getByLabelText('Link') as HTMLInputElement
    expect(new URL(link.value).pathname).toBe('/share/3/new')
  })

  it('are deleted after confirmation, and stay if the server rejects it', async () => {
    server
      .on(OWN, listResponse([aClip(3)]))
      .on('/api/clip/3', problemResponse(403, 'This clip belongs to another viewer.'), { status: 204 })
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Clip 3' }))
    const question = await dialog()
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(toasts()).toEqual(['This clip belongs to another viewer.']))
    screen.getByRole('heading', { name: 'Clip 3', hidden: true })
    server.on(OWN, listResponse([]))
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText('No clips yet')
  })

  it('explain how to create the first clip on a channel with games', async () => {
    server.on(OWN, listResponse([]))
    open('/profile/clips')
    await screen.findByText('Open a game and select Clip this to create your first clip.')
    expect(screen.getByRole('link', { name: 'Browse replays' }).getAttribute('href')).toBe('/vod')
  })

  it('link to the library on a channel without games', async () => {
    server.on(OWN, listResponse([]))
    open('/profile/clips', [])
    await screen.findByText('This channel has no games to clip.')
    expect(screen.getByRole('link', { name: 'Open the library' }).getAttribute('href')).toBe('/vod_library')
  })

  it('reload the next page after a deletion, so that no clip is skipped', async () => {
    server.on(OWN, listResponse([aClip(3), aClip(4)])).on('/api/clip/3', { status: 204 })
    open('/profile/clips')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Clip 3' }))
    server.on(OWN, listResponse([aClip(4), aClip(5)]))
    fireEvent.click((await dialog()).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'Clip 5' })
  })

  it('can be reloaded if they did not load; an empty list links to the replays', async () => {
    server.on(OWN, problemResponse(503), listResponse([]))
    open('/profile/clips?kind=downloads')
    await screen.findByText('Your clips could not be loaded')
    await act(async () => press('Try again'))
    await screen.findByText('No downloads yet')
    expect(screen.getByRole('link', { name: 'Browse replays' }).getAttribute('href')).toBe('/vod')
    expect(server.requests.at(-1)?.query.kind).toBe('downloads')
  })
})
