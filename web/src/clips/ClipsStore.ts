import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'

/** What the first page carries of clips: nothing but the way to what comes with their screens and parts. */
export class ClipsStore extends LazyStoreRegistry<Shell> {}
