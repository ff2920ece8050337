// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { loadScript } from './loadScript'

const URL = 'https://scripts.example/one.js'
const scripts = () => [...document.querySelectorAll('script')]

describe('loadScript', () => {
  afterEach(() => document.head.replaceChildren())

  it('adds the script to the page and waits until it has run', async () => {
    const loading = loadScript(URL)
    expect(scripts().map(({ src, async }) => ({ src, async }))).toEqual([{ src: URL, async: true }])
    scripts()[0]?.dispatchEvent(new Event('load'))
    await expect(loading).resolves.toBeUndefined()
  })

  it('removes a script that fails to load', async () => {
    const loading = loadScript(URL)
    scripts()[0]?.dispatchEvent(new Event('error'))
    await expect(loading).rejects.toThrow(`${URL} did not load`)
    expect(scripts()).toEqual([])
  })
})
