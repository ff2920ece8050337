import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { ErrorMessage, ErrorParams } from './errors'

/** `You already bought this {type}.` (§8), one message per type: each type needs a different article in French. */
const ALREADY_BOUGHT: Record<string, MessageDescriptor> = {
  event: msg`You already bought this event.`,
  package: msg`You already bought this package.`,
  subscription: msg`You already bought this subscription.`,
}

/**
 * The message of each error code (§5, §8; `docs/reference/api/errors.md`). The messages load with the screens that
 * show them, never with the first page.
 */
export const ERROR_MESSAGES: Readonly<
  Record<string, MessageDescriptor | ((params: ErrorParams) => MessageDescriptor | undefined)>
> = {
  // Fields
  'errors.invalid': msg`The request is not valid. Check the marked fields.`,
  'errors.required': msg`Field is required`,
  'errors.input_required': msg`Please fill in the input field`,
  'errors.too_short': msg({ message: 'Field length must be greater than {number}' }),
  'errors.too_long': msg({ message: 'Field length must be less than {number}' }),
  'errors.invalid_choice': msg({ message: "Field {field} must be equal one of {names}, but it's {value}" }),
  'errors.invalid_format': msg`This value is not in the right format`,
  'errors.invalid_integer': msg`Enter a whole number`,
  'errors.invalid_number': msg`Enter a number`,
  'errors.invalid_boolean': msg`Choose true or false`,
  'errors.invalid_list': msg`Send a list of values`,
  'errors.invalid_object': msg`Send a JSON object`,
  'errors.invalid_time': msg`Enter a time such as 19:30`,
  'errors.invalid_date': msg`Enter a date such as 2026-11-20 or a date and time such as 2026-11-20T19:00:00Z`,
  'errors.invalid_datetime': msg`Enter a date and time such as 2026-11-20T19:00:00Z`,
  'errors.invalid_day': msg`Enter a date such as 2026-11-21.`,
  'errors.greater_than': msg({ message: 'Enter a number greater than {number}' }),
  'errors.at_least': msg({ message: 'Enter a number of at least {number}' }),
  'errors.at_most': msg({ message: 'Enter a number of at most {number}' }),
  'errors.out_of_range': msg({ message: 'Enter a number from {minimum} to {maximum}' }),
  'errors.fixed_order': msg`This list can’t be sorted`,
  // Accounts
  'errors.invalid_email': msg`A valid email address is required`,
  'errors.email_required': msg`Enter your Email`,
  'errors.email_taken': msg`The email address you have entered is already registered`,
  'errors.invalid_phone': msg`Enter a valid phone number`,
  'errors.phone_taken': msg`This phone number is already registered`,
  'errors.first_name_required': msg`Enter your first name`,
  'errors.last_name_required': msg`Enter your last name`,
  'errors.terms_required': msg`Please accept terms & conditions`,
  'errors.password_too_short': msg`The password is too short`,
  'errors.password_breached': msg`This password has appeared in a data breach. Choose another one.`,
  'errors.password_mismatch': msg`The password and password confirmation do not match`,
  'errors.temporary_password_reused': msg`Choose a password that is different from the temporary one.`,
  'errors.incorrect_password': msg`Incorrect password`,
  'errors.password_change_required': msg`Choose a new password first.`,
  'errors.robot_check_required': msg({ message: '{service} token required' }),
  'errors.robot_check_failed': msg({ message: 'The {service} token is invalid or you look like a robot' }),
  'errors.robot_check_unavailable': msg`The robot check is not available right now. Please try again later.`,
  // Login
  'errors.not_logged_in': msg`Log in to continue.`,
  'errors.invalid_credentials': msg`Invalid email or password. Please try again.`,
  'errors.temporary_password_expired': msg`This temporary password has expired. Reset your password, or ask the channel for a new temporary password.`,
  'errors.account_suspended': msg`This account is suspended. Contact the channel for help.`,
  'errors.already_logged_in': msg`You are already logged in`,
  'errors.invalid_auth_data': msg`Wrong auth data`,
  'errors.not_registered': msg`You are not registered yet. Please accept terms and conditions and click Register to continue.`,
  'errors.user_not_found': msg`User not found`,
  'errors.second_factor_required': msg`Enter the code from your authenticator app`,
  'errors.incorrect_second_factor': msg`This code is incorrect. Please try again.`,
  'errors.second_factor_already_enabled': msg`Your authenticator app is already on`,
  'errors.second_factor_not_started': msg`No authenticator app setup is in progress. Please start again.`,
  'errors.email_not_verified': msg`You already have an account with this email address. Log in with your password.`,
  'errors.password_required': msg`You already have an account with this email address. Enter its password to log in this way from now on.`,
  'errors.social_email_missing': msg`We need your email address to register you, but the other site did not share it. Register with your email instead.`,
  'errors.social_unavailable': msg`This login is not available right now. Please try again later.`,
  // Email links and devices
  'errors.verification_failed': msg`Verification your email address failed`,
  'errors.email_already_verified': msg`Your email already verified`,
  'errors.verification_password_required': msg`To verify this address, log in to the account or enter its password.`,
  'errors.password_reset_expired': msg`Reset password key expired`,
  'errors.password_reset_failed': msg`Reset password failed`,
  'errors.device_code': msg`This code is invalid or has expired. Get a new code on your TV.`,
  'errors.authorization_pending': msg`Waiting for the viewer to enter the code.`,
  'errors.slow_down': msg`Too many requests. Wait longer between requests.`,
  'errors.expired_token': msg`This code has expired. Request a new one.`,
  // Purchases
  'errors.not_selected': msg`Nothing to buy here`,
  'errors.team_not_selected': msg`Choose a team for this pass.`,
  'errors.promo_code': msg`Promo code is invalid`,
  'errors.price_changed': msg`The price has changed. Check the new total and try again.`,
  'errors.free': msg`This is free. You don’t need to buy it.`,
  'errors.free_with_account': msg`You can watch this for free with an account. You don’t need to buy it.`,
  'errors.no_recording': msg`This event has ended and has no recording to buy.`,
  'errors.event_canceled': msg`This event was canceled and is no longer on sale.`,
  'errors.event_postponed': msg`This event was postponed. You can buy it when it has a new date.`,
  'errors.offer_ended': msg`This offer has ended. Choose another one.`,
  'errors.team_not_covered': msg`This pass does not cover that team. Choose another team.`,
  'errors.opens_nothing': msg`This pass doesn’t include anything right now. Choose another one.`,
  'errors.already_covered': msg`You already have a pass that includes this.`,
  'errors.trial_used': msg`You have already used your free trial.`,
  'errors.no_trial': msg`This subscription has no free trial.`,
  'errors.no_renewal': msg`This order does not renew automatically.`,
  'errors.payment_in_progress': msg`This payment is still being processed. Please wait a moment.`,
  'errors.idempotency_key': msg`Another purchase was in progress. Please try again.`,
  'errors.invalid_idempotency_key': msg`Use an idempotency key of 8 to 64 letters, digits, - or _.`,
  'errors.invalid_amount': msg`Enter an amount such as 10.74.`,
  'errors.invalid_currency_amount': msg({ message: 'This is not a valid amount in {currency}.' }),
  'errors.amount': msg`This amount cannot be paid by card.`,
  'errors.card': msg`Please select one of your saved cards or enter new one`,
  'errors.payments_disabled': msg`Purchases are unavailable`,
  'errors.payments_unavailable': msg`The payment service is not responding. Please try again in a few minutes.`,
  'errors.signature': msg`This webhook was not sent by the payment provider.`,
  'errors.webhook_too_large': msg`The webhook is larger than allowed.`,
  'errors.already_bought': ({ type }) => ALREADY_BOUGHT[String(type)],
  // Failed payments
  'errors.card_declined': msg`Your card was declined. Use another card or contact your bank.`,
  'errors.insufficient_funds': msg`Your card has insufficient funds. Use another card.`,
  'errors.card_limit_reached': msg`Your card has reached its limit. Use another card.`,
  'errors.card_expired': msg`Your card has expired. Use another card.`,
  'errors.incorrect_card_number': msg`Your card number is incorrect. Check it and try again.`,
  'errors.incorrect_card_expiry': msg`Your card’s expiry date is incorrect. Check it and try again.`,
  'errors.incorrect_security_code': msg`Your card’s security code is incorrect. Check it and try again.`,
  'errors.incorrect_postal_code': msg`Your card’s postal code is incorrect. Check it and try again.`,
  'errors.authentication_failed': msg`Your bank could not confirm this payment. Please try again or use another card.`,
  'errors.card_not_supported': msg`Your card doesn’t support this type of purchase. Use another card.`,
  'errors.charge_failed': msg`Your card could not be charged. Please try again.`,
  'errors.payment_not_completed': msg`The payment was not completed. Please try again.`,
  'errors.payment_timed_out': msg`The payment timed out. Please try again.`,
  'errors.payment_replaced': msg`This payment was replaced by a newer one for the same item.`,
  // Clips and downloads
  'errors.no_access': msg`You don’t have access to this event. Get a pass or log in to another account.`,
  'errors.clip_minutes_exceeded': msg`You reached the hourly clip limit. Try again later, or create a shorter clip.`,
  'errors.clip_processing': msg`This clip is still being created. Please wait a moment.`,
  'errors.clip_failed': msg`This clip could not be created. Please try again.`,
  'errors.no_recording_yet': msg`This event has no recording yet. Please try again later.`,
  'errors.clip_hidden': msg`The channel has hidden this clip.`,
  'errors.not_clip_owner': msg`This clip belongs to another viewer.`,
  'errors.clipping_not_included': msg`Your pass does not include clips. Choose another pass.`,
  'errors.clipping_blocked': msg`The channel has turned off clips for your account. Contact the channel for help.`,
  'errors.downloads_not_included': msg`Your pass does not include downloads. Choose another pass.`,
  'errors.disk_full': msg`The server is out of storage. Please try again later.`,
  'errors.recording_replaced': msg`This recording is no longer available. Reload the page and try again.`,
  'errors.tag_required': msg`Please select tag`,
  'errors.clip_past_end': msg`Your clip duration is longer than the end time`,
  'errors.clip_before_start': msg`This part of the stream is no longer available. Choose a later time.`,
  'errors.reason_required': msg`Choose a reason.`,
  'errors.no_video_in_range': msg`There is no video in this range. Choose another range.`,
  'errors.clip_not_failed': msg`Only a failed clip can be retried.`,
  'errors.duplicate_clip': msg`You already have this clip with that name. Choose another name.`,
  'errors.file_gone': msg`This part of the stream is no longer available.`,
  'errors.recording_gap': msg`The recording has a gap in this range. Move the start by one second and try again.`,
  'errors.recording_damaged': msg`Part of the recording in this range is damaged. Choose another range and try again.`,
  'errors.outside_recording': msg`The recording has no video at this time. Choose another time.`,
  'errors.too_many_tags': msg({ message: 'Choose {number} tags or fewer.' }),
  'errors.clips_used': msg({ message: 'You have used all {number} clips on your pass.' }),
  'errors.downloads_used': msg({ message: 'You have used all {number} downloads on your pass.' }),
  'errors.clip_attempts_failed': msg`This clip failed several times. Please try again.`,
  'errors.file_attempts_failed': msg`This file failed several times. Please try again later.`,
  // Video
  'errors.geo_blocked': msg`We're sorry, but this content is not available in your region.`,
  'errors.media_token': msg`This media link is not valid or has expired. Reload the page.`,
  'errors.not_shown_yet': msg`This part has not been broadcast yet.`,
  'errors.stream_key': msg`This stream key is not valid.`,
  'errors.storage_unavailable': msg`The video service is not responding. Please try again in a few minutes.`,
  // Notifications and forms
  'errors.quiet_hours_incomplete': msg`Enter a start and an end for quiet hours`,
  'errors.quiet_hours_empty': msg`Quiet hours must start and end at different times`,
  'errors.invalid_time_zone': msg`Choose a valid time zone`,
  'errors.event_ended': msg`This event has ended.`,
  'errors.push_disabled': msg`Browser notifications are turned off on this site.`,
  'errors.unsupported_push_service': msg`Notifications are not supported for this browser. Try another browser.`,
  'errors.invalid_push_key': msg`This browser can’t receive notifications. Try another browser.`,
  'errors.invalid_link': msg`This link is not valid. Use the link from the latest email.`,
  'errors.form_not_found': msg`This form was not found. Check the link and try again.`,
  'errors.attachments_not_accepted': msg`Attachments are not accepted. Send text only.`,
  // Studio
  'errors.permission_missing': msg`Your role does not include this. Ask an owner of this channel for access.`,
  'errors.event_not_assigned': msg`This event is not assigned to you. Ask an owner of this channel to assign it.`,
  'errors.operator_second_factor': msg`This channel requires an authenticator app for operators. Set it up in your profile under Security.`,
  'errors.last_owner': msg`A channel needs an owner. Make somebody else an owner first, then try again.`,
  'errors.already_operator': msg`This person already belongs to the team. Change their role in the list.`,
  'errors.already_invited': msg`This address already has an invitation. Send it again, or revoke it first.`,
  'errors.role_without_events': msg`Only scorekeepers have assigned events. Remove the events, or change the role.`,
  'errors.invitation_invalid': msg`This invitation is no longer valid. Ask an owner of the channel for a new one.`,
  'errors.invitation_expired': msg`This invitation has expired. Ask an owner of the channel to send it again.`,
  'errors.invitation_other_address': msg`This invitation was sent to another email address. Log in with the account of that address.`,
  'errors.invitation_unverified': msg`Verify your email address first, then accept the invitation.`,
  // Reports
  'errors.operators_only': msg`Only operators of this channel can see this. Log in with an operator account.`,
  'errors.reversed_period': msg`The first day must not be after the last day.`,
  'errors.period_too_long': msg`A report can cover up to 400 days. Choose a shorter period.`,
  'errors.reports_unavailable': msg`Reports are unavailable right now. Please try again in a few minutes.`,
  'errors.invalid_session': msg`This session id is not valid. Use 8 to 64 letters, digits, hyphens or underscores.`,
  'errors.video_access_denied': msg`You do not have access to this video. Log in or buy access to report its views.`,
  // Every request
  'errors.unavailable': msg`This is unavailable right now. Please try again in a few minutes.`,
  'errors.server': msg`Something went wrong. Please try again or contact technical support`,
  'errors.not_found': msg`This item was not found on this channel.`,
  'errors.throttled': msg`Too many requests. Please try again later.`,
  'errors.channel_not_found': msg`There is no channel at this address.`,
  'errors.file_not_found': msg`This file does not exist.`,
  'errors.image_not_found': msg`This image does not exist.`,
  'errors.sitemap_not_found': msg`This sitemap does not exist.`,
  'errors.nothing_to_embed': msg`There is nothing to embed at this address.`,
  'errors.http_400': msg`The request could not be read. Check its format and try again.`,
  'errors.http_405': msg`This URL does not support that method.`,
  'errors.http_408': msg`The request took too long. Please try again.`,
  'errors.http_413': msg`The request is too large.`,
  'errors.http_414': msg`The URL is too long. Shorten it and try again.`,
  'errors.http_415': msg`Send the request as JSON.`,
  'errors.http_416': msg`The requested range is outside the file.`,
  'errors.http_431': msg`The request headers are too large.`,
  'errors.refused': msg`The request was refused.`,
  'errors.api_key': msg`No channel or api key found`,
  'errors.channel_key': msg`No channel or api key found`,
  network: msg`We couldn’t reach the server. Check your connection and try again.`,
  timeout: msg`The server took too long to respond. Please try again.`,
}

/** Return the message of an error code with its values, or null for an unknown code. */
export function descriptorFor({ code, params = {} }: ErrorMessage): MessageDescriptor | null {
  const message = Object.hasOwn(ERROR_MESSAGES, code) ? ERROR_MESSAGES[code] : undefined
  if (!message) return null
  return typeof message === 'function' ? (message(params) ?? null) : { ...message, values: params }
}

/** Return a function that translates an error. An unknown code gets the server's text. */
export function useErrorMessage(): (error: ErrorMessage) => string {
  const { _ } = useLingui()
  return useCallback(
    (error: ErrorMessage) => {
      const message = descriptorFor(error)
      return message ? _(message) : (error.text ?? '')
    },
    [_],
  )
}
