import type { ErrorMessage } from '@/shared/http/errors'
import { Form } from '@/shared/stores/Form'
import type { Clip } from '../model'
import type { ClipCacheStore } from './ClipCacheStore'

/** Other words for a clip: they are held to the rules of a new one (§5). */
export class RenameStore {
  readonly form: Form<{ name: string; tags: readonly string[] }>

  constructor(
    private readonly clipCache: ClipCacheStore,
    private readonly clip: Clip,
  ) {
    this.form = new Form({ name: clip.name, tags: clip.tags })
  }

  /** Whether it was done; the form says why not. */
  async save(): Promise<boolean> {
    const { name, tags } = this.form.values
    if (this.form.setErrors(validateClipText({ name, tags }))) return false
    const done = await this.form.submit(words => this.clipCache.rename(this.clip.id, words))
    return done !== null
  }
}

/** What is wrong with the words of a clip, by field. */
export function validateClipText({
  name,
  tags,
}: {
  name: string
  tags: readonly string[]
}): Record<string, ErrorMessage[]> {
  const errors: Record<string, ErrorMessage[]> = {}
  if (name.trim() === '') errors.name = [{ code: 'errors.required' }]
  if (tags.length === 0) errors.tags = [{ code: 'errors.tag_required' }]
  return errors
}
