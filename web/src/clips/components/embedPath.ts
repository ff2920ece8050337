import type { Clip } from '../model'

/** Where the player of a shared clip stands alone, for other sites' pages. */
export const embedPath = ({ id, uuid }: Pick<Clip, 'id' | 'uuid'>): string | undefined =>
  uuid ? `/share_embed/${id}/${uuid}` : undefined
