import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

/** Return functions that format a count with its noun, in the page's language. */
export function useCountLabel() {
  const { t } = useLingui()
  return useMemo(
    () => ({
      views: (views: number) => t`${plural(views, { one: '# view', other: '# views' })}`,
      minutes: (minutes: number) => {
        const whole = Math.round(minutes)
        return t`${plural(whole, { one: '# minute', other: '# minutes' })}`
      },
      stalls: (stalls: number) => t`${plural(stalls, { one: '# stall', other: '# stalls' })}`,
      failures: (failures: number) => t`${plural(failures, { one: '# failure', other: '# failures' })}`,
      orders: (orders: number) => t`${plural(orders, { one: '# order', other: '# orders' })}`,
    }),
    [t],
  )
}
