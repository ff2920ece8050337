import { storeContext } from '@/shared/storeContext'
import type { ChannelStore } from './ChannelStore'

export const [ChannelProvider, useChannel] = storeContext<ChannelStore>('channel')
