import { type ScreenRoute, screen } from '@/shared/screens'

export { ClipsProvider } from './context'
export { ClipsStore } from './store'

/** What this context shows beside and below a game; the app puts each into its place. */
export const loadClipActions = async () => ({ default: (await import('./components/parts')).ClipActions })
export const loadGameClips = async () => ({ default: (await import('./components/parts')).GameClips })

const watching = (name: keyof typeof import('./screens/watching')) => async () => ({
  default: (await import('./screens/watching'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/watch/:id/clip', () => import('./screens/ClipEditor')),
  screen('/watch_library/:id', watching('ClipWatch')),
  screen('/share/:id/:uuid', watching('SharedClip')),
  screen('/share_embed/:id/:uuid', watching('SharedEmbed'), { bare: true }),
]

/** The viewer's clips, a part of the profile; the app puts it into its page. */
export const loadClips = () => import('./screens/ProfileClips')
