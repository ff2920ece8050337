// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { mediaThat, show } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aCatalog } from '../fakes'
import { ShareButton } from './ShareButton'

const URL_OF_GAME = 'https://watch.example/watch/3'
let touched = false
const clipboard = { writeText: vi.fn(async (_text: string) => undefined) }
const native = vi.fn(async (_what: ShareData) => undefined)

function press(embed?: string) {
  const catalog = aCatalog(new FakeServer())
  show(
    <CatalogProvider store={catalog}>
      <ShareButton title="Hawks @ Otters" url={URL_OF_GAME} embed={embed} />
    </CatalogProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  return catalog.shell.toasts
}

// It comes when it is asked for; here, before a test waits for it.
beforeAll(() => import('@/shared/ui/ShareDialog'))

beforeEach(() => {
  touched = false
  clipboard.writeText.mockClear()
  native.mockReset()
  vi.stubGlobal(
    'matchMedia',
    mediaThat(query => touched && query === '(pointer: coarse)'),
  )
  Object.defineProperties(navigator, {
    clipboard: { value: clipboard, configurable: true },
    share: { value: native, configurable: true },
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(navigator, 'share')
})

describe('sharing a game', () => {
  it('leaves it to the device where it is held in the hand', () => {
    touched = true
    press()
    expect(native).toHaveBeenCalledWith({ title: 'Hawks @ Otters', url: URL_OF_GAME })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows the address when the device refuses, and nothing when the viewer changes their mind', async () => {
    touched = true
    native.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    press()
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeTruthy()
    cleanup()
    native.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    press()
    await native.mock.results.at(-1)?.value.catch(() => undefined)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('copies the link', async () => {
    const toasts = press()
    fireEvent.click(await screen.findByRole('button', { name: 'Copy the link' }))
    await vi.waitFor(() => expect(toasts.toasts.at(-1)?.text).toBe('The link is copied'))
    expect(clipboard.writeText).toHaveBeenCalledWith(URL_OF_GAME)
    expect(native).not.toHaveBeenCalled()
  })

  it('gives the code of the player for other pages', async () => {
    press('/watch_embed/3')
    const code = (await screen.findByLabelText<HTMLTextAreaElement>('Embed code')).value
    expect(code).toContain(`<iframe src="${location.origin}/watch_embed/3" title="Hawks @ Otters"`)
    fireEvent.click(screen.getByRole('button', { name: 'Copy the code' }))
    await vi.waitFor(() => expect(clipboard.writeText).toHaveBeenCalledWith(code))
  })

  it('has no code for what has no player of its own', async () => {
    press()
    await screen.findByRole('dialog')
    expect(screen.queryByLabelText('Embed code')).toBeNull()
  })

  it('leads to mail and networks by plain links that carry the address', async () => {
    press()
    await screen.findByRole('dialog')
    const links = screen.getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(link => link.textContent)).toEqual(['E-mail', 'WhatsApp', 'Facebook', 'X'])
    for (const link of links) {
      expect(decodeURIComponent(link.href)).toContain(URL_OF_GAME)
      expect(link.rel).toBe('noopener noreferrer')
    }
  })

  it('says so where nothing can be copied', async () => {
    clipboard.writeText.mockRejectedValueOnce(new Error('denied'))
    const toasts = press()
    fireEvent.click(await screen.findByRole('button', { name: 'Copy the link' }))
    await vi.waitFor(() => expect(toasts.toasts.at(-1)?.type).toBe('error'))
  })
})
