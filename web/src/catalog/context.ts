import { storeContext } from '@/shared/storeContext'
import type { CatalogStore } from './CatalogStore'

export const [CatalogProvider, useCatalog] = storeContext<CatalogStore>('catalog')
