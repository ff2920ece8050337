import { type ScreenRoute, screen } from '@/shared/loading/screens'

export { ClipsStore } from './ClipsStore'
export { ClipsProvider } from './context'

/** Load the components beside and below an event. The app puts them into slots. */
export const loadClipActions = async () => ({ default: (await import('./components/slots')).ClipActions })
export const loadEventClips = async () => ({ default: (await import('./components/slots')).EventClips })
/** Load the featured clips of the home page. The app puts them into a slot. */
export const loadFeaturedClips = () => import('./components/FeaturedClips')

const watchScreen = (name: keyof typeof import('./screens/watchScreens')) => async () => ({
  default: (await import('./screens/watchScreens'))[name],
})

export const routes: readonly ScreenRoute[] = [
  screen('/watch/:id/clip', () => import('./screens/ClipEditor')),
  screen('/watch_library/:id', watchScreen('ClipWatch')),
  screen('/share/:id/:uuid', watchScreen('SharedClip')),
  screen('/share_embed/:id/:uuid', watchScreen('SharedEmbed'), { isBare: true }),
]

/** Load the viewer's clips for the profile. The app puts them into the profile page. */
export const loadClips = () => import('./screens/ProfileClips')
