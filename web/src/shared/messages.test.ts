import { i18n } from '@lingui/core'
import { describe, expect, it, vi } from 'vitest'
import { messages as first } from '@/locales/en.first.po'
import { messages as rest } from '@/locales/en.rest.po'

const [home] = Object.keys(first)
const [otherScreenMessages] = Object.keys(rest)
const known = () => [home, otherScreenMessages].map(id => Object.hasOwn(i18n.messages, id ?? ''))

/** The module as it is before anybody speaks; what Lingui has heard already stays. */
async function silent() {
  vi.resetModules()
  return import('./messages')
}

describe('the messages of a language', () => {
  it('are those of the first page at first', async () => {
    const { activateLanguage: speak } = await silent()
    await speak('en')
    expect(i18n.locale).toBe('en')
    expect(known()).toEqual([true, false])
  })

  it('are complete after a screen with more texts was requested, even before it is shown', async () => {
    const {
      activateLanguage: speak,
      loadAllMessages: speakWhole,
      preloadLanguage: willSpeak,
    } = await silent()
    willSpeak('en')
    await speakWhole()
    await speak('en')
    expect(known()).toEqual([true, true])
  })

  it('do not notify the page if they load later, because nothing on it uses them', async () => {
    const { activateLanguage: speak, loadAllMessages: speakWhole } = await silent()
    await speak('fr')
    const listener = vi.fn()
    i18n.on('change', listener)
    await speakWhole()
    i18n.removeListener('change', listener)
    expect(listener).not.toHaveBeenCalled()
    expect(known()).toEqual([true, true])
  })

  it('are not loaded for a language without any', async () => {
    const { hasMessages, activateLanguage: speak } = await silent()
    expect(hasMessages('de')).toBe(false)
    await expect(speak('de')).rejects.toThrow(RangeError)
  })
})
