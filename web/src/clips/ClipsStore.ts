import type { Shell } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'

/** The registry of the stores of clips. It keeps the first page small, because the stores load with their screens. */
export class ClipsStore extends LazyStoreRegistry<Shell> {}
