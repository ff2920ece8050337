import { useLingui } from '@lingui/react/macro'
import type { ActivityEntry } from '../../activityApi'

/** Return functions that name the parts of an entry in the viewer's language. */
export function useActivityNames() {
  const { t } = useLingui()
  const kinds: Record<string, string> = {
    account: t`Accounts`,
    channel: t`Channel`,
    clip: t`Clips`,
    coupon: t`Promo codes`,
    event: t`Events`,
    form: t`Forms`,
    library_item: t`Videos`,
    order: t`Orders`,
    participant: t`Teams`,
  }
  const subjects: Record<string, (id: string) => string> = {
    account: id => t`Account ${id}`,
    channel: id => t`Channel ${id}`,
    clip: id => t`Clip ${id}`,
    coupon: id => t`Promo code ${id}`,
    event: id => t`Event ${id}`,
    form: id => t`Form ${id}`,
    library_item: id => t`Video ${id}`,
    order: id => t`Order ${id}`,
    participant: id => t`Team ${id}`,
  }
  const actions: Record<string, string> = {
    'account.add': t`Account created`,
    'account.erase': t`Account erased`,
    'account.list': t`Accounts viewed`,
    'account.log_out': t`Viewer logged out on all devices`,
    'account.remove_second_factor': t`Second factor removed`,
    'account.reset_password': t`Temporary password issued`,
    'account.suspend': t`Account suspended`,
    'account.unsuspend': t`Suspension lifted`,
    'activity.export': t`Activity exported`,
    'channel.apply': t`Pack applied`,
    'clip.approve': t`Clip approved`,
    'clip.delete': t`Clip deleted`,
    'clip.hide': t`Clip hidden`,
    'clip.list': t`Clips viewed`,
    'clip.list_reports': t`Reported clips viewed`,
    'clip.retry': t`Clip retried`,
    'clip.show': t`Clip shown again`,
    'clip.view': t`Clip viewed`,
    'clip_creator.block': t`Viewer blocked from clips`,
    'clip_creator.unblock': t`Viewer unblocked from clips`,
    'consent.check': t`Consent checked`,
    'consent.delete': t`Consent register deleted`,
    'consent.export': t`Consent register exported`,
    'consent.import': t`Consent register imported`,
    'consent.list': t`Consent registers viewed`,
    'coupon.add': t`Promo code added`,
    'coupon.deactivate': t`Promo code deactivated`,
    'event.cancel': t`Event canceled`,
    'event.postpone': t`Event postponed`,
    'event.reinstate': t`Event reinstated`,
    'event.simulate': t`Simulated live changed`,
    'form.export': t`Form requests exported`,
    'ledger.export': t`Ledger exported`,
    'library_item.delete': t`Video deleted`,
    'operator.add': t`Operator added`,
    'operator.list': t`Operators viewed`,
    'operator.remove': t`Operator removed`,
    'order.grant': t`Access granted`,
    'order.list': t`Orders viewed`,
    'order.refund': t`Order refunded`,
    'order.revoke': t`Access revoked`,
    'order.show': t`Order viewed`,
    'recording.add': t`Recording added`,
    'recording.delete': t`Recording deleted`,
    'recording.hide': t`Recording hidden`,
    'recording.restore': t`Recording restored`,
    'recording.show': t`Recording shown again`,
    'recording.withdraw': t`Recording withdrawn`,
    'stream.open': t`Stream opened`,
    'stream.reopen': t`Stream reopened`,
    'stream.stop': t`Stream stopped`,
    'stream.test': t`Stream tested`,
    'takedown.list': t`Takedown log viewed`,
  }
  return {
    kinds,
    /** Name an actor. A closed account has no name. */
    nameActor(key: string, name: string): string {
      const [kind, id = ''] = key.split(':')
      if (kind === 'system') return t`Touchline`
      if (kind === 'command') return t`Command by ${id}`
      return name || t`Closed account ${id}`
    },
    /** Name an action. An action without a text is shown as it is. */
    nameAction: (action: string): string => actions[action] ?? action,
    nameSubject({ subject_kind: kind, subject_id: id, subject_label: label }: ActivityEntry): string {
      return label || (id ? (subjects[kind]?.(id) ?? `${kind} ${id}`) : '')
    },
  }
}
