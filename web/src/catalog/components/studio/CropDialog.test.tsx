// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { CatalogStore } from '../../CatalogStore'
import { CatalogProvider } from '../../context'
import type { CropBox, CropShape } from '../../crops'
import { createCatalogStore } from '../../fakes'
import CropDialog from './CropDialog'

const CROPS = '/api/studio/pictures/crops'
const PHOTO = '/files/test/0123456789ab-final.jpg'
const CARD: CropShape = { name: 'card', label: 'Card', size: [640, 360] }
const TALL: CropShape = { name: 'tall', label: 'Phone', size: [1080, 1350] }
/** The photo has 4000 × 3000 pixels and is 400 × 300 on the screen. */
const ON_SCREEN = { x: 0, y: 0, left: 0, top: 0, right: 400, bottom: 300, width: 400, height: 300 }
let server: FakeServer
let store: CatalogStore

const stored = (path: string) => ({ json: { data: { path, url: path, width: 1, height: 1 } } })
/** The sent crops, without the key of the session. */
const boxes = () =>
  server.requests.filter(({ path }) => path === CROPS).map(({ body }) => ({ ...body, api_key: undefined }))
const save = (name = 'Save crop') => fireEvent.click(screen.getByRole('button', { name }))
const press = (element: HTMLElement, key: string, shiftKey = false) =>
  fireEvent.keyDown(element, { key, shiftKey })
const rectangle = () => screen.getByRole('group', { name: /Crop of the picture/ })

function open(path: string, ...shapes: [CropShape, ...CropShape[]]) {
  const onSaved = vi.fn()
  const onClose = vi.fn()
  renderPage(
    <CatalogProvider store={store}>
      <CropDialog path={path} shapes={shapes} onSaved={onSaved} onClose={onClose} />
    </CatalogProvider>,
  )
  const picture = document.querySelector('.crop__stage img') as HTMLImageElement
  Object.defineProperties(picture, { naturalWidth: { value: 4000 }, naturalHeight: { value: 3000 } })
  fireEvent.load(picture)
  return { onSaved, onClose }
}

beforeEach(() => {
  server = new FakeServer()
  store = createCatalogStore(server)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(ON_SCREEN as DOMRect)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the crop of a picture', () => {
  it('is its middle in the shape of the place, without any change', async () => {
    server.on(CROPS, stored('/files/test/crop.jpg'))
    const { onSaved } = open(PHOTO, CARD)
    save()
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ card: '/files/test/crop.jpg' }))
    expect(boxes()).toEqual([{ path: PHOTO, x: 0, y: 375, width: 4000, height: 2250, max_width: 1280 }])
  })

  it('moves by one step with the arrow keys, and by ten with Shift', async () => {
    server.on(CROPS, stored('/files/test/crop.jpg'))
    const { onSaved } = open(PHOTO, CARD)
    press(rectangle(), 'ArrowDown', true)
    press(rectangle(), 'ArrowUp')
    save()
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    expect(boxes()[0]).toMatchObject({ x: 0, y: 375 + 90, width: 4000, height: 2250 })
  })

  it('changes its size at a corner with the arrow keys, and keeps its shape', async () => {
    server.on(CROPS, stored('/files/test/crop.jpg'))
    const { onSaved } = open(PHOTO, CARD)
    press(screen.getByRole('button', { name: /Lower right corner/ }), 'ArrowLeft', true)
    save()
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    const [box] = boxes() as unknown as [CropBox]
    expect(box.width).toBeLessThan(4000)
    expect(box.width / box.height).toBeCloseTo(640 / 360, 2)
    expect([box.x, box.y]).toEqual([0, 375])
  })

  it('says if it has fewer pixels than the site shows', () => {
    const large: CropShape = { name: 'wide', label: 'Wide', size: [8000, 4000] }
    open(PHOTO, large)
    expect(screen.getByText('This crop is 4000 × 2000. The site shows up to 8000 × 4000.')).toBeTruthy()
  })

  it('shows why the server refused it, and stays open', async () => {
    const code = 'errors.cannot_crop_animation'
    const text = 'An animated picture cannot be cropped. Upload one of its pictures as PNG or JPEG.'
    server.on(CROPS, {
      status: 422,
      json: { message: text, errors: { path: [text] }, error_codes: { path: [{ code, params: {} }] } },
    })
    const { onSaved } = open(PHOTO, CARD)
    save()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('is cut from the original picture when it is opened again', async () => {
    server.on(CROPS, stored('/files/test/crop.jpg'))
    const { onSaved } = open(PHOTO, CARD)
    press(rectangle(), 'ArrowDown', true)
    save()
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    cleanup()
    open('/files/test/crop.jpg', CARD)
    press(rectangle(), 'ArrowDown')
    save()
    await waitFor(() => expect(boxes()).toHaveLength(2))
    expect(boxes()[1]).toMatchObject({ path: PHOTO, y: 375 + 110 })
  })

  it('closes without a request on Cancel', () => {
    const { onClose } = open(PHOTO, CARD)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalled()
    expect(boxes()).toEqual([])
  })
})

describe('the crops for several places', () => {
  it('are saved together, each in its shape', async () => {
    server.on(CROPS, stored('/files/test/card.jpg'), stored('/files/test/tall.jpg'))
    const { onSaved } = open(PHOTO, CARD, TALL)
    fireEvent.click(screen.getByRole('button', { name: 'Phone' }))
    expect(screen.getByRole('button', { name: 'Phone' }).getAttribute('aria-pressed')).toBe('true')
    press(rectangle(), 'ArrowRight')
    save('Save crops')
    await waitFor(() =>
      expect(onSaved).toHaveBeenCalledWith({ card: '/files/test/card.jpg', tall: '/files/test/tall.jpg' }),
    )
    expect(boxes()).toEqual([
      { path: PHOTO, x: 0, y: 375, width: 4000, height: 2250, max_width: 1280 },
      { path: PHOTO, x: 810, y: 0, width: 2400, height: 3000, max_width: 2160 },
    ])
  })
})
