import type { Clip } from '../model'

/** Return the path of the embedded player of a shared clip, for pages of other sites. */
export const embedPath = ({ id, uuid }: Pick<Clip, 'id' | 'uuid'>): string | undefined =>
  uuid ? `/share_embed/${id}/${uuid}` : undefined
