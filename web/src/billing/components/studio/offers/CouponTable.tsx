import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { TableHead } from '@/shared/ui/TableHead'
import { useBilling } from '../../../context'
import { formatLastDay } from '../../../dates'
import { studioOffersStore } from '../../../stores/StudioOffersStore'
import type { StudioCoupon } from '../../../studioOffersApi'
import { useDateOptions } from '../../useDateOptions'
import { DeactivateDialog } from './DeactivateDialog'
import { useOfferTexts } from './useOfferTexts'
import { useProductOptions } from './useProductOptions'

/** The promo codes: what each reduces, when, and how often it was used. */
export const CouponTable = observer(function CouponTable({ coupons }: { coupons: readonly StudioCoupon[] }) {
  const { t } = useLingui()
  const { discountOf } = useOfferTexts()
  const products = useProductOptions()
  const store = useBilling().resolve(studioOffersStore)
  const [stopping, setStopping] = useState<StudioCoupon | null>(null)
  const headings = [t`Code`, t`Discount`, t`For`, t`Valid`, t`Uses`, t`Status`]
  const nameOf = (product: string) => products.find(({ value }) => value === product)?.label ?? product
  async function deactivate(code: string) {
    if (!(await store.deactivate(code))) return
    setStopping(null)
    await store.loadCoupons()
  }
  return (
    <>
      <table className="table">
        <TableHead headings={headings} />
        <tbody>
          {coupons.map(coupon => (
            <tr key={coupon.code}>
              <td data-label={headings[0]}>
                {coupon.is_temporary || coupon.state === 'inactive' ? (
                  <strong>{coupon.code}</strong>
                ) : (
                  <Link className="link" to={`/studio/offers/codes/${coupon.code}`}>
                    {coupon.code}
                  </Link>
                )}
              </td>
              <td data-label={headings[1]} className="tabular-nums">
                {discountOf(coupon)}
              </td>
              <td data-label={headings[2]}>{coupon.products.map(nameOf).join(', ') || t`Everything`}</td>
              <td data-label={headings[3]} className="tabular-nums">
                <Validity coupon={coupon} />
              </td>
              <td data-label={headings[4]} className="tabular-nums">
                {coupon.limit === null ? coupon.redemptions : `${coupon.redemptions} / ${coupon.limit}`}
              </td>
              <td data-label={headings[5]}>
                <span className="cluster">
                  <StateBadge coupon={coupon} />
                  {coupon.is_temporary && coupon.state !== 'inactive' ? (
                    <Button size="s" kind="quiet" aria-haspopup="dialog" onClick={() => setStopping(coupon)}>
                      <Trans>Deactivate</Trans>
                    </Button>
                  ) : null}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {stopping ? (
        <DeactivateDialog
          form={store.actionForm}
          code={stopping.code}
          onConfirm={() => void deactivate(stopping.code)}
          onClose={() => setStopping(null)}
        />
      ) : null}
    </>
  )
})

function Validity({ coupon: { starts_at: starts, ends_at: ends } }: { coupon: StudioCoupon }) {
  const options = useDateOptions()
  const { day } = useOfferTexts()
  const first = starts ? day(starts) : ''
  const last = ends ? formatLastDay(ends, options) : ''
  if (first && last) return `${first} – ${last}`
  if (first) return <Trans>from {first}</Trans>
  return last ? <Trans>until {last}</Trans> : <Trans>Always</Trans>
}

function StateBadge({ coupon: { state } }: { coupon: StudioCoupon }) {
  const { t } = useLingui()
  const states = {
    active: ['success', t({ message: 'Active', context: 'state of a promo code' })],
    scheduled: ['warning', t({ message: 'Scheduled', context: 'state of a promo code' })],
    ended: ['plain', t({ message: 'Ended', context: 'state of a promo code' })],
    used_up: ['plain', t({ message: 'Used up', context: 'state of a promo code' })],
    inactive: ['plain', t({ message: 'Inactive', context: 'state of a promo code' })],
  } as const
  const [tone, label] = states[state]
  return <Badge tone={tone}>{label}</Badge>
}
