import { type ScreenRoute, screen } from '@/shared/loading/screens'

export { ClipsStore } from './ClipsStore'
export { ClipsProvider } from './context'

/** What this context shows beside and below a game; the app puts each into its place. */
export const loadClipActions = async () => ({ default: (await import('./components/slots')).ClipActions })
export const loadEventClips = async () => ({ default: (await import('./components/slots')).EventClips })

const watchScreen = (name: keyof typeof import('./screens/watchScreens')) => async () => ({
  default: (await import('./screens/watchScreens'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/watch/:id/clip', () => import('./screens/ClipEditor')),
  screen('/watch_library/:id', watchScreen('ClipWatch')),
  screen('/share/:id/:uuid', watchScreen('SharedClip')),
  screen('/share_embed/:id/:uuid', watchScreen('SharedEmbed'), { isBare: true }),
]

/** The viewer's clips, a part of the profile; the app puts it into its page. */
export const loadClips = () => import('./screens/ProfileClips')
