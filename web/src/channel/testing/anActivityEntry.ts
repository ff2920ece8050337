import type { ActivityEntry } from '../activityApi'

/** Return an entry of the audit log: an operator canceled a game. */
export function anActivityEntry(id: number, changes: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id,
    at: '2026-11-21T18:00:00Z',
    actor: 'account:12',
    actor_name: 'Rosa Diaz',
    session_id: 7,
    token_name: '',
    ip: '203.0.113.9',
    action: 'event.cancel',
    subject_kind: 'event',
    subject_id: '4',
    subject_label: 'Northgate @ Ridge',
    before: { status: 'scheduled' },
    after: { status: 'canceled', refund: true },
    reason: '',
    ...changes,
  }
}
