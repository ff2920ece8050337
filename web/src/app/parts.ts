import { loadCounting } from '@/analytics'
import { loadRobotCheck } from '@/channel'
import { loadClipActions, loadGameClips } from '@/clips'
import { loadAccountShield, loadFollowing } from '@/engagement'
import { late } from '@/shared/late'
import type { PartList } from '@/shared/parts'

const counting = (name: 'ConsentBar' | 'PrivacyLink') => async () => ({
  default: (await loadCounting())[name],
})

/** What contexts show inside each other's screens, in the order in which it stands there. */
export async function loadParts(): Promise<PartList> {
  const engagement = await loadFollowing()
  return {
    // The last to come stands last: it moves none of the others.
    eventActions: [engagement.EventActions, late(loadClipActions)],
    belowEvent: [late(loadGameClips)],
    followActions: [engagement.FollowActions],
    cardMark: [engagement.CardMark],
    cardProgress: [engagement.CardProgress],
    homeRails: [engagement.HomeRails],
    rowAction: [engagement.RowAction],
    listTools: [engagement.ListShield],
    accountTools: [late(loadAccountShield)],
    drawerTools: [engagement.DrawerShield],
    robotCheck: [late(loadRobotCheck)],
    overPage: [late(counting('ConsentBar'))],
    footerTools: [late(counting('PrivacyLink'))],
  }
}
