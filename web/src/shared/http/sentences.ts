import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

/** The server's sentences (§5, §8) and what the page says for them, by which they are translated. */
const SENTENCES = {
  'A valid email address is required': msg`A valid email address is required`,
} as const satisfies Record<string, MessageDescriptor>

/** A sentence that the server says, or a rule that is checked here in the same words. */
export type Sentence = keyof typeof SENTENCES

/** Says a sentence of the server in the page's language; one that is not known stays as it is. */
export function useSentence(): (sentence: string) => string {
  const { _ } = useLingui()
  return useCallback(
    (sentence: string) => (sentence in SENTENCES ? _(SENTENCES[sentence as Sentence]) : sentence),
    [_],
  )
}
