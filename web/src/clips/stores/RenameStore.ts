import type { ErrorMessage } from '@/shared/http/errors'
import { Form } from '@/shared/stores/Form'
import type { Clip } from '../model'
import type { ClipCacheStore } from './ClipCacheStore'

/** The form that changes the name and tags of a clip. The rules of a new clip apply (§5). */
export class RenameStore {
  readonly form: Form<{ name: string; tags: readonly string[] }>

  constructor(
    private readonly clipCache: ClipCacheStore,
    private readonly clip: Clip,
  ) {
    this.form = new Form({ name: clip.name, tags: clip.tags })
  }

  /** Save the changes. Resolve to false on an error, which the form shows. */
  async save(): Promise<boolean> {
    const { name, tags } = this.form.values
    if (this.form.setErrors(validateClipText({ name, tags }))) return false
    const result = await this.form.submit(values => this.clipCache.rename(this.clip.id, values))
    return result !== null
  }
}

/** Return the errors of a name and tags, by field. */
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
