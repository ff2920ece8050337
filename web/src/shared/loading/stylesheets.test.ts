// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { reloadFailedStylesheets, trackFailedStylesheets } from './stylesheets'

const links = () => [...document.querySelectorAll('link')]
const fireLoadEvent = (kind: 'load' | 'error', id: string) =>
  document.querySelector(`[href="${id}"]`)?.dispatchEvent(new Event(kind))

it('a style sheet that failed is requested until it loads, and loaded ones are not requested again', async () => {
  trackFailedStylesheets()
  document.head.innerHTML = `
    <link rel="stylesheet" href="/lost.css"><link rel="stylesheet" href="/there.css"><link rel="icon" href="/icon.png">`
  fireLoadEvent('error', '/lost.css')
  fireLoadEvent('error', '/icon.png')
  expect(links().map(link => link.getAttribute('href'))).toEqual(['/there.css', '/icon.png'])

  const first = reloadFailedStylesheets()
  fireLoadEvent('error', 'http://localhost:3000/lost.css')
  expect(await first).toBe(false)
  expect(links()).toHaveLength(2)

  const second = reloadFailedStylesheets()
  fireLoadEvent('load', 'http://localhost:3000/lost.css')
  expect(await second).toBe(true)
  expect(await reloadFailedStylesheets()).toBe(true)
  expect(links().map(({ href }) => new URL(href).pathname)).toEqual(['/there.css', '/icon.png', '/lost.css'])
})
