import { storeContext } from '@/shared/storeContext'
import type { ChannelStore } from './store'

export const [ChannelProvider, useChannel] = storeContext<ChannelStore>('channel')
