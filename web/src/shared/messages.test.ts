import { i18n } from '@lingui/core'
import { describe, expect, it, vi } from 'vitest'
import { messages as first } from '@/locales/en.first.po'
import { messages as rest } from '@/locales/en.rest.po'

const [homeMessage] = Object.keys(first)
const [otherScreenMessage] = Object.keys(rest)
const areLoaded = () => [homeMessage, otherScreenMessage].map(id => Object.hasOwn(i18n.messages, id ?? ''))

/** Import the module again, without an active language. The messages that Lingui has loaded stay. */
async function importMessages() {
  vi.resetModules()
  return import('./messages')
}

describe('the messages of a language', () => {
  it('are those of the first page at first', async () => {
    const { activateLanguage } = await importMessages()
    await activateLanguage('en')
    expect(i18n.locale).toBe('en')
    expect(areLoaded()).toEqual([true, false])
  })

  it('are complete after a screen with more texts was requested, even before it is shown', async () => {
    const { activateLanguage, loadAllMessages, preloadLanguage } = await importMessages()
    preloadLanguage('en')
    await loadAllMessages()
    await activateLanguage('en')
    expect(areLoaded()).toEqual([true, true])
  })

  it('do not notify the page if they load later, because nothing on it uses them', async () => {
    const { activateLanguage, loadAllMessages } = await importMessages()
    await activateLanguage('fr')
    const listener = vi.fn()
    i18n.on('change', listener)
    await loadAllMessages()
    i18n.removeListener('change', listener)
    expect(listener).not.toHaveBeenCalled()
    expect(areLoaded()).toEqual([true, true])
  })

  it('are not loaded for a language without any', async () => {
    const { hasMessages, activateLanguage } = await importMessages()
    expect(hasMessages('de')).toBe(false)
    await expect(activateLanguage('de')).rejects.toThrow(RangeError)
  })
})
