import type { ContentRef, Followable } from '@/shared/contexts/slots'

/** What the server calls a thing that is followed or reminded of (§3, `favoritable_type`). */
export type FavoriteType = Followable['type']

/** A team, school or sport that a viewer follows. */
export interface Favorite {
  id: number
  favoritable_type: FavoriteType
  favoritable_id: number
  name: string
  /** The name, of a team with its category. */
  full_name: string
  short_name: string | null
  alias: string | null
  image: string | null
  color: string | null
}

export type ReminderType = 'event' | FavoriteType

/** That a viewer wants to be told when something goes live: one game, or all of a team, school or sport. */
export interface Reminder {
  id: number
  about_type: ReminderType
  about_id: number
  name: string
}

/** Where a viewer stopped watching; seconds. */
export interface Position extends PositionItem {
  position: number
  duration: number
  watched_at: string
}

interface PositionItem {
  kind: ContentRef['kind']
  item_id: number
}

/** How a viewer is told of what they follow. Quiet hours are `HH:MM` in `time_zone`, or null for none. */
export interface NotificationSettings {
  by_mail: boolean
  by_push: boolean
  quiet_from: string | null
  quiet_to: string | null
  /** IANA. */
  time_zone: string
}

/** What one click stopped. */
export interface StoppedNotification {
  about_type: ReminderType
  about_id: number
  name: string
}

export type FieldType = 'text' | 'email' | 'tel' | 'textarea' | 'select' | 'checkbox' | 'number'

/** One field of a channel's form (§3, custom form); its texts are in the viewer's language. */
export interface FormField {
  name: string
  label: string
  type: FieldType
  required: boolean
  /** Of a number its value, of a text its length; `pattern` is a regular expression for all of it. */
  rules: { min?: number | null; max?: number | null; pattern?: string | null }
  options: readonly { value: string; label: string }[]
}

export interface FormDefinition {
  alias: string
  title: string
  /** Empty where the channel has no words of its own; so are the next two. */
  intro: string
  /** What is said once it was sent. */
  thanks: string
  /** What its button says. */
  submit: string
  fields: readonly FormField[]
  robot_check: boolean
}

export type FormAnswers = Readonly<Record<string, string | boolean>>

/** A name for a thing among those of all kinds. */
export const contentKey = (type: string, id: number): string => `${type}-${id}`
