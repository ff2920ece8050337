import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The messages about prices, refunds, vouchers, bundles, revenue shares and make-goods, a part of `ERROR_MESSAGES`. */
export const MONEY_ERROR_MESSAGES: Readonly<Record<string, MessageDescriptor>> = {
  // Prices and payments
  'errors.promo_code_choice': msg`Promo codes don’t apply to an amount that you choose yourself.`,
  'errors.amount_range': msg({ message: 'Choose an amount from {minimum} to {maximum} {currency}.' }),
  'errors.card_blocked': msg`This card was declined too often. Use another card, or try again tomorrow.`,
  'errors.promo_code': msg`Promo code is invalid`,
  'errors.amount': msg`This amount cannot be paid by card.`,
  // Refunds
  'errors.order_no_receipt': msg`This order has no receipt, because it is unpaid or its viewer was erased.`,
  'errors.order_no_payment': msg({ message: 'Order {order} has no payment to refund.' }),
  'errors.refund_too_large': msg({ message: 'At most {amount} {currency} of this payment can be refunded.' }),
  'errors.already_refunded': msg`This payment has already been fully refunded.`,
  'errors.refund_amount': msg({ message: '{amount} is not a valid amount in {currency}.' }),
  'errors.refund_outdated': msg`The payment has changed, or it was already refunded. Check the order first.`,
  // Vouchers
  'errors.invalid_voucher': msg`This code is not valid. Check it and try again, or ask the person who sent it.`,
  'errors.voucher_not_needed': msg`You already have access to this. The code was not used, so you can give it to someone else.`,
  'errors.voucher_unavailable': msg`This can no longer be watched. Ask the person who sent the code to get a refund.`,
  'errors.voucher_redeemed': msg`This code has been redeemed, so it can no longer be refunded.`,
  'errors.voucher_not_resendable': msg`This code was redeemed or canceled, so it cannot be sent again.`,
  'errors.no_subscription_gifts': msg`Subscriptions cannot be given. Choose a pass or a single event.`,
  'errors.promo_code_gift': msg`Promo codes don’t apply to gifts and group codes.`,
  // Bundles
  'errors.bundle_own_channel': msg`Choose a channel other than this one.`,
  'errors.bundle_offer': msg`Only passes and subscriptions can include other channels. Choose another offer.`,
  'errors.bundle_shares': msg`The shares of this offer would add up to more than 100%. Enter a smaller share.`,
  'errors.bundle_exists': msg`This offer already includes this channel, or a proposal is waiting.`,
  'errors.bundle_closed': msg`This bundle has already ended. Load the page again.`,
  'errors.bundle_channel_unknown': msg`There is no channel with this address. Check it and try again.`,
  'errors.bundle_percent_invalid': msg`Enter a share from 0 to 100, with at most two decimals.`,
  // Revenue shares
  'errors.share_month_not_over': msg({ message: '{month} is not over yet.' }),
  'errors.share_month_not_next': msg({ message: 'Close {month} first.' }),
  'errors.share_month_closed': msg({ message: '{month} is already closed.' }),
  'errors.share_no_rules': msg`Add a rule first.`,
  'errors.share_lines_pending': msg({
    message: '{count} payments wait for their taxes or fees. Try again later.',
  }),
  'errors.share_rule_exists': msg({ message: 'There is already a rule from {month} on.' }),
  'errors.share_month_too_early': msg({
    message: 'A rule can begin in {month} at the earliest. Earlier months are closed.',
  }),
  'errors.share_payouts_off': msg`Payouts are turned off on this server.`,
  'errors.share_month_open': msg({ message: 'Close {month} before you pay out.' }),
  'errors.share_nothing_payable': msg`There is nothing to pay out.`,
  'errors.share_no_account': msg({ message: 'Add the Stripe account of {party} first.' }),
  'errors.share_month_invalid': msg`Enter a month such as 2026-11.`,
  // Make-goods
  'errors.make_good_off': msg`Make-goods are off. Change the policy in the settings.`,
  'errors.make_good_paid': msg`This make-good was already paid.`,
  'errors.make_good_changed': msg`The amounts have changed. Check the new total and try again.`,
}
