// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { ToastStore } from '@/shared/notices/ToastStore'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { ShareButton } from './ShareButton'

const EVENT_URL = 'https://watch.example/watch/3'
let setTouchDevice = false
const clipboard = { writeText: vi.fn(async (_text: string) => undefined) }
const nativeShare = vi.fn(async (_data: ShareData) => undefined)

function press(embed?: string) {
  const toasts = new ToastStore()
  renderPage(<ShareButton title="Hawks @ Otters" url={EVENT_URL} embed={embed} toasts={toasts} />)
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  return toasts
}

// The dialog is a lazy chunk. Load it first, so that no test waits for it.
beforeAll(() => import('./ShareDialog'))

beforeEach(() => {
  setTouchDevice = false
  clipboard.writeText.mockClear()
  nativeShare.mockReset()
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(query => setTouchDevice && query === '(pointer: coarse)'),
  )
  Object.defineProperties(navigator, {
    clipboard: { value: clipboard, configurable: true },
    share: { value: nativeShare, configurable: true },
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(navigator, 'share')
})

describe('sharing a game', () => {
  it('of a viewer who hides scores has a link without them', () => {
    setTouchDevice = true
    const spoilers = { isEnabled: true, isHidden: () => true, reveal: vi.fn() }
    const button = <ShareButton title="Hawks @ Otters" url={EVENT_URL} toasts={new ToastStore()} />
    renderPage(<SpoilerContext value={spoilers}>{button}</SpoilerContext>)
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    const url = `${EVENT_URL}?scores=hidden`
    expect(nativeShare).toHaveBeenCalledWith({ title: 'Hawks @ Otters', url })
  })

  it('uses the device’s share sheet on a touch device', () => {
    setTouchDevice = true
    press()
    expect(nativeShare).toHaveBeenCalledWith({ title: 'Hawks @ Otters', url: EVENT_URL })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows the link if the device refuses, and nothing if the viewer cancels', async () => {
    setTouchDevice = true
    nativeShare.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    press()
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeTruthy()
    cleanup()
    nativeShare.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    press()
    await nativeShare.mock.results.at(-1)?.value.catch(() => undefined)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('copies the link', async () => {
    const toasts = press()
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
    await vi.waitFor(() => expect(toasts.toasts.at(-1)?.text).toBe('Link copied'))
    expect(clipboard.writeText).toHaveBeenCalledWith(EVENT_URL)
    expect(nativeShare).not.toHaveBeenCalled()
  })

  it('provides the embed code of the player', async () => {
    press('/watch_embed/3')
    const code = (await screen.findByLabelText<HTMLTextAreaElement>('Embed code')).value
    expect(code).toContain(`<iframe src="${location.origin}/watch_embed/3" title="Hawks @ Otters"`)
    fireEvent.click(screen.getByRole('button', { name: 'Copy code' }))
    await vi.waitFor(() => expect(clipboard.writeText).toHaveBeenCalledWith(code))
  })

  it('has no embed code for content without an embedded player', async () => {
    press()
    await screen.findByRole('dialog')
    expect(screen.queryByLabelText('Embed code')).toBeNull()
  })

  it('links to email and social networks with the URL', async () => {
    press()
    await screen.findByRole('dialog')
    const links = screen.getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(link => link.textContent)).toEqual(['Email', 'WhatsApp', 'Facebook', 'X'])
    for (const link of links) {
      expect(decodeURIComponent(link.href)).toContain(EVENT_URL)
      expect(link.rel).toBe('noopener noreferrer')
    }
  })

  it('shows an error if copying is not possible', async () => {
    clipboard.writeText.mockRejectedValueOnce(new Error('denied'))
    const toasts = press()
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
    await vi.waitFor(() => expect(toasts.toasts.at(-1)?.type).toBe('error'))
  })
})
