import { storeContext } from '@/shared/storeContext'
import type { ClipsStore } from './ClipsStore'

export const [ClipsProvider, useClips] = storeContext<ClipsStore>('clips')
