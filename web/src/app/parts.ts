import type { PartList } from '@/shared/parts'

/** What contexts show inside each other's screens, in the order in which it stands there. */
export const PARTS: PartList = {}
