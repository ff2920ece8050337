import { storeContext } from '@/shared/storeContext'
import type { CatalogStore } from './store'

export const [CatalogProvider, useCatalog] = storeContext<CatalogStore>('catalog')
