import { storeContext } from '@/shared/storeContext'
import type { ClipsStore } from './store'

export const [ClipsProvider, useClips] = storeContext<ClipsStore>('clips')
