import { describe, expect, it } from 'vitest'
import { readPageFacts } from './page'

const page = (textContent: string | null) =>
  ({ getElementById: () => (textContent === null ? null : { textContent }) }) as unknown as Document

describe('what the server says in the page', () => {
  it('is read before any call', () => {
    expect(readPageFacts(page('{"slug":"prairie","name":"Prairie","language":"fr"}'))).toEqual({
      slug: 'prairie',
      name: 'Prairie',
      logo: null,
      language: 'fr',
    })
  })

  it('may be missing or spoiled: the page starts without', () => {
    expect(readPageFacts(page(null)).name).toBe('')
    expect(readPageFacts(page('{')).name).toBe('')
  })
})
