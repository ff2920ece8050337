// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showFirstPaint } from './firstPaint'
import { replaceFirstPaint } from './replaceFirstPaint'

const pageConfig =
  '<script type="application/json" id="touchline-page">{"storage_prefix":"touchline.a."}</script>'
const importFirstPaint = () => document.getElementById('first')
const root = () => document.getElementById('root') as HTMLElement

function page(attributes = '', inner = ''): void {
  document.body.innerHTML = `${pageConfig}<div id="first" ${attributes}></div><div id="root">${inner}</div>`
}

beforeEach(() => {
  localStorage.clear()
  Object.defineProperty(document, 'fonts', { configurable: true, value: { status: 'loaded' } })
})

describe('the first picture', () => {
  it('is shown at once and done with when it is painted', async () => {
    page()
    const shown = showFirstPaint(document)
    expect(importFirstPaint()?.dataset.shown).toBe('')
    await shown
  })

  it('of a game is taken away from who hides scores, and no other', async () => {
    const setting = JSON.stringify({ value: { hides: true, by: null }, until: 1 })
    localStorage.setItem('touchline.a.hide_scores', setting)
    page('data-spoiler')
    await showFirstPaint(document)
    expect(importFirstPaint()).toBeNull()
    page()
    await showFirstPaint(document)
    expect(importFirstPaint()?.dataset.shown).toBe('')
  })

  it('of a game is shown to who does not', async () => {
    localStorage.setItem('touchline.a.hide_scores', JSON.stringify({ value: { hides: false } }))
    page('data-spoiler')
    await showFirstPaint(document)
    expect(importFirstPaint()).not.toBeNull()
  })
})

describe('the app', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))

  it('takes its place once nothing that is seen waits', () => {
    page('', '<main><p aria-busy="true"></p></main>')
    replaceFirstPaint(importFirstPaint() as HTMLElement, root())
    vi.advanceTimersByTime(500)
    expect(importFirstPaint()).not.toBeNull()
    expect(root().ariaHidden).toBe('true')
    root().innerHTML = '<main></main>'
    vi.advanceTimersByTime(100)
    expect(importFirstPaint()).toBeNull()
    expect([root().ariaHidden, root().style.opacity]).toEqual([null, ''])
  })

  it('takes it with what it has, 1.5 s after it has something', () => {
    page()
    replaceFirstPaint(importFirstPaint() as HTMLElement, root())
    vi.advanceTimersByTime(5_000)
    expect(importFirstPaint()).not.toBeNull()
    root().innerHTML = '<main aria-busy="true"></main>'
    vi.advanceTimersByTime(1_400)
    expect(importFirstPaint()).not.toBeNull()
    vi.advanceTimersByTime(200)
    expect(importFirstPaint()).toBeNull()
  })

  it('takes it although the browser loses a timer', () => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] })
    vi.stubGlobal('setTimeout', () => 0)
    page('', '<main></main>')
    replaceFirstPaint(importFirstPaint() as HTMLElement, root())
    vi.advanceTimersByTime(100)
    expect(importFirstPaint()).toBeNull()
    vi.unstubAllGlobals()
  })
})
