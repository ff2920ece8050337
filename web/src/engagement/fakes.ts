import type { FormDefinition } from '@/shared/contexts/forms'
import type { Category } from '@/shared/shell'
import type { FakeServer } from '@/shared/testing/fakes'
import { createShell, type ShellOptions } from '@/shared/testing/shell'
import { loadEngagement } from './deferred'
import { EngagementStore } from './EngagementStore'
import type { Favorite, Position, Reminder } from './model'

/** Create the engagement store of a test. By default a viewer is logged in and the channel has games. */
export const createEngagementStore = (
  server: FakeServer,
  { viewer, channel, ...others }: ShellOptions = {},
) =>
  new EngagementStore(
    createShell(server, {
      viewer: { id: 7, email: 'maya@example.com', ...viewer },
      channel: { categories: [HOCKEY], ...channel },
      ...others,
    }),
    loadEngagement,
  )

const HOCKEY: Category = {
  id: 3,
  name: 'Boys hockey',
  short_name: 'Hockey',
  alias: null,
  sport: 'hockey',
  gender: 'boys',
  image: null,
  weight: 0,
}

/** A channel without games. */
export const NO_EVENTS: ShellOptions = { channel: { categories: [] } }

export const VISITOR: ShellOptions = { viewer: { id: null, email: null } }

export const aFavorite = (id: number, changes: Partial<Favorite> = {}): Favorite => ({
  id,
  favoritable_type: 'participant',
  favoritable_id: 70 + id,
  name: `Team ${id}`,
  full_name: changes.name ?? `Team ${id}`,
  short_name: `T${id}`,
  alias: `team-${id}`,
  image: null,
  color: null,
  ...changes,
})

export const aReminder = (id: number, changes: Partial<Reminder> = {}): Reminder => ({
  id,
  about_type: 'event',
  about_id: 10 + id,
  name: 'Timber @ Tide',
  score_alerts: false,
  ...changes,
})

export const aPosition = (item_id: number, changes: Partial<Position> = {}): Position => ({
  kind: 'event',
  item_id,
  position: 600,
  duration: 3600,
  watched_at: '2026-11-20T20:00:00Z',
  ...changes,
})

export const aForm = (changes: Partial<FormDefinition> = {}): FormDefinition => ({
  alias: 'contacts',
  title: 'Write to us',
  intro: 'We read everything.',
  thanks: '',
  submit: '',
  robot_check: false,
  fields: [
    { name: 'name', label: 'Your name', type: 'text', required: true, rules: { max: 10 }, options: [] },
    { name: 'email', label: 'Email', type: 'email', required: true, rules: {}, options: [] },
    { name: 'message', label: 'Message', type: 'textarea', required: false, rules: { min: 3 }, options: [] },
  ],
  ...changes,
})
