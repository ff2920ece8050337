import type { ContentRef, Followable } from '@/shared/contexts/slots'

/** The server's name for the kind of a followed item (§3, `favoritable_type`). */
export type FavoriteType = Followable['type']

/** A team, school or sport that a viewer follows. */
export interface Favorite {
  id: number
  favoritable_type: FavoriteType
  favoritable_id: number
  name: string
  /** The full name. The full name of a team includes its category. */
  full_name: string
  short_name: string | null
  alias: string | null
  image: string | null
  color: string | null
}

export type ReminderType = 'event' | FavoriteType

/** A request to notify the viewer when a game, or any game of a team, school or sport, goes live. */
export interface Reminder {
  id: number
  about_type: ReminderType
  about_id: number
  name: string
  /** Whether the viewer also gets the score of the game, or of the games of the team. */
  score_alerts: boolean
}

/** Return whether reminders of this kind can have score alerts: a school or a sport has too many games. */
export const canHaveScoreAlerts = (type: string): boolean => type === 'event' || type === 'participant'

/** The position where a viewer stopped watching. The position and the duration are in seconds. */
export interface Position extends PositionItem {
  position: number
  duration: number
  watched_at: string
}

interface PositionItem {
  kind: ContentRef['kind']
  item_id: number
}

/** The notification settings of a viewer. Quiet hours are `HH:MM` in `time_zone`, or null for none. */
export interface NotificationSettings {
  by_mail: boolean
  by_push: boolean
  quiet_from: string | null
  quiet_to: string | null
  /** An IANA time zone, such as `America/Chicago`. */
  time_zone: string
}

/** The reminder that an unsubscribe link stopped. */
export interface StoppedNotification {
  about_type: ReminderType
  about_id: number
  name: string
  /** Whether the link turned off only the score alerts of the reminder. */
  score_alerts: boolean
}

export type FormAnswers = Readonly<Record<string, string | boolean>>

/** Return a key that is unique across all kinds of items. */
export const contentKey = (type: string, id: number): string => `${type}-${id}`
