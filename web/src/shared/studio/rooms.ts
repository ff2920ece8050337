import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType } from 'react'
import type { IconName } from '@/shared/ui/Icon'

/** A room of the studio. Only operators with the permission see it. Null opens it to every operator. */
export interface StudioRoom {
  /** The path below `/studio`. The room also shows the paths below its own. */
  path: string
  label: MessageDescriptor
  icon: IconName
  permission: string | null
  Screen: ComponentType
}

/** Rooms that the navigation lists under one heading. */
export interface StudioGroup {
  /** Null for rooms without a heading. */
  label: MessageDescriptor | null
  rooms: readonly StudioRoom[]
}

/** Return whether a path is the path of the room, or below it. */
export const isInRoom = ({ path }: StudioRoom, pathname: string) =>
  `${pathname}/`.startsWith(`/studio/${path}/`)
