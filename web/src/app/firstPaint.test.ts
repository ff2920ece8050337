// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showFirstPaint } from './firstPaint'
import { replaceFirstPaint } from './replaceFirstPaint'

const pageConfig =
  '<script type="application/json" id="touchline-page">{"storage_prefix":"touchline.a."}</script>'
const firstPaintElement = () => document.getElementById('first')
const root = () => document.getElementById('root') as HTMLElement

function page(attributes = '', inner = ''): void {
  document.body.innerHTML = `${pageConfig}<div id="first" ${attributes}></div><div id="root">${inner}</div>`
}

beforeEach(() => {
  localStorage.clear()
  Object.defineProperty(document, 'fonts', { configurable: true, value: { status: 'loaded' } })
})

describe('the first paint', () => {
  it('is shown at once, and its promise resolves once it is painted', async () => {
    page()
    const shown = showFirstPaint(document)
    expect(firstPaintElement()?.dataset.shown).toBe('')
    await shown
  })

  it('of a game is removed only for viewers who hide scores', async () => {
    const setting = JSON.stringify({ value: { hides: true, by: null }, until: 1 })
    localStorage.setItem('touchline.a.hide_scores', setting)
    page('data-spoiler')
    await showFirstPaint(document)
    expect(firstPaintElement()).toBeNull()
    page()
    await showFirstPaint(document)
    expect(firstPaintElement()?.dataset.shown).toBe('')
  })

  it('of a game is shown to viewers who show scores', async () => {
    localStorage.setItem('touchline.a.hide_scores', JSON.stringify({ value: { hides: false } }))
    page('data-spoiler')
    await showFirstPaint(document)
    expect(firstPaintElement()).not.toBeNull()
  })
})

describe('the app', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))

  it('replaces the first paint once nothing visible is loading', () => {
    page('', '<main><p aria-busy="true"></p></main>')
    replaceFirstPaint(firstPaintElement() as HTMLElement, root())
    vi.advanceTimersByTime(500)
    expect(firstPaintElement()).not.toBeNull()
    expect(root().ariaHidden).toBe('true')
    root().innerHTML = '<main></main>'
    vi.advanceTimersByTime(100)
    expect(firstPaintElement()).toBeNull()
    expect([root().ariaHidden, root().style.opacity]).toEqual([null, ''])
  })

  it('replaces the first paint 1.5 s after its first content, even if still loading', () => {
    page()
    replaceFirstPaint(firstPaintElement() as HTMLElement, root())
    vi.advanceTimersByTime(5_000)
    expect(firstPaintElement()).not.toBeNull()
    root().innerHTML = '<main aria-busy="true"></main>'
    vi.advanceTimersByTime(1_400)
    expect(firstPaintElement()).not.toBeNull()
    vi.advanceTimersByTime(200)
    expect(firstPaintElement()).toBeNull()
  })

  it('replaces the first paint even if the browser drops a timer', () => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] })
    vi.stubGlobal('setTimeout', () => 0)
    page('', '<main></main>')
    replaceFirstPaint(firstPaintElement() as HTMLElement, root())
    vi.advanceTimersByTime(100)
    expect(firstPaintElement()).toBeNull()
    vi.unstubAllGlobals()
  })
})
