import { loadTracking } from '@/analytics'
import { loadDonateButton, loadDonateSection } from '@/billing'
import { loadRobotCheck } from '@/channel'
import { loadClipActions, loadEventClips, loadFeaturedClips } from '@/clips'
import { loadAccountSpoilerSwitch, loadEngagement } from '@/engagement'
import type { SlotRegistry } from '@/shared/contexts/slots'
import { lazyComponent } from '@/shared/loading/lazyComponent'

const consentComponent = (name: 'ConsentBar' | 'PrivacyLink') => async () => ({
  default: (await loadTracking())[name],
})

/** Load the components that contexts show inside each other's screens, in display order. */
export async function loadSlots(): Promise<SlotRegistry> {
  const engagement = await loadEngagement()
  return {
    // The clip actions load last and are last in order, so they move no other button.
    eventActions: [engagement.EventActions, lazyComponent(loadDonateButton), lazyComponent(loadClipActions)],
    belowEvent: [lazyComponent(loadEventClips)],
    followActions: [engagement.FollowActions],
    cardAction: [engagement.CardFavoriteButton],
    cardProgress: [engagement.CardProgress],
    homeRails: [engagement.ViewerRails],
    homeEnd: [lazyComponent(loadDonateSection)],
    homeClips: [lazyComponent(loadFeaturedClips)],
    rowAction: [engagement.RowAction],
    listTools: [engagement.ListSpoilerSwitch],
    accountTools: [lazyComponent(loadAccountSpoilerSwitch)],
    drawerTools: [engagement.DrawerSpoilerSwitch],
    robotCheck: [lazyComponent(loadRobotCheck)],
    pageOverlay: [lazyComponent(consentComponent('ConsentBar'))],
    footerTools: [lazyComponent(consentComponent('PrivacyLink'))],
  }
}
