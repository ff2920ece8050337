import { describe, expect, it } from 'vitest'
import { readPageConfig } from './pageConfig'

const createDocument = (textContent: string | null) =>
  ({ getElementById: () => (textContent === null ? null : { textContent }) }) as unknown as Document

describe('the configuration that the server embeds in the page', () => {
  it('is read before any call', () => {
    expect(readPageConfig(createDocument('{"slug":"prairie","name":"Prairie","language":"fr"}'))).toEqual({
      slug: 'prairie',
      name: 'Prairie',
      logo: null,
      language: 'fr',
    })
  })

  it('falls back to defaults if it is missing or invalid', () => {
    expect(readPageConfig(createDocument(null)).name).toBe('')
    expect(readPageConfig(createDocument('{')).name).toBe('')
  })
})
