import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

/**
 * The sentences of the server (§5, §8), each with what the page says for it: mostly the same, by which
 * it is translated. They come with the screens that need them, never with the first page.
 */
const SERVER_MESSAGES = {
  // Who somebody is
  'A valid email address is required': msg`A valid email address is required`,
  'Enter your Email': msg`Enter your Email`,
  'The email address you have entered is already registered': msg`The email address you have entered is already registered`,
  'A valid phone number is required': msg`A valid phone number is required`,
  'The phone number you have entered is already registered': msg`The phone number you have entered is already registered`,
  'Field is required': msg`Field is required`,
  'Please fill in the input field': msg`Please fill in the input field`,
  'Enter your first name': msg`Enter your first name`,
  'Enter your last name': msg`Enter your last name`,
  'Please accept terms & conditions': msg`Please accept terms & conditions`,
  // Passwords
  'The password is too short': msg`The password is too short`,
  "PASSWORDS DON'T MATCH": msg`The password and password confirmation do not match`,
  'The password and password confirmation do not match': msg`The password and password confirmation do not match`,
  'This password is known from data breaches. Please choose another.': msg`This password is known from data breaches. Please choose another.`,
  'Please choose another password than the temporary one.': msg`Please choose another password than the temporary one.`,
  'Incorrect password': msg`Incorrect password`,
  // Logging in
  'Invalid email or password. Please try again.': msg`Invalid email or password. Please try again.`,
  'This temporary password has expired. Reset your password, or ask the channel for another temporary one.': msg`This temporary password has expired. Reset your password, or ask the channel for another temporary one.`,
  'Choose a new password first.': msg`Choose a new password first.`,
  'You are already logged in': msg`You are already logged in`,
  'Wrong auth data': msg`Wrong auth data`,
  'You are not registered yet. Please accept terms and conditions and click Register to continue.': msg`You are not registered yet. Please accept terms and conditions and click Register to continue.`,
  'User not found': msg`User not found`,
  'Enter the code of your authenticator app': msg`Enter the code of your authenticator app`,
  'This code is wrong. Please try again.': msg`This code is wrong. Please try again.`,
  'The authenticator app is turned on already': msg`The authenticator app is turned on already`,
  'There is no new authenticator app to confirm. Please start again.': msg`There is no new authenticator app to confirm. Please start again.`,
  'There is an account with this email address already. Please log in with your password.': msg`There is an account with this email address already. Please log in with your password.`,
  'There is an account with this email address already. Enter its password to log in this way from now on.': msg`There is an account with this email address already. Enter its password to log in this way from now on.`,
  'To register we need your email address, and the other site did not tell it.': msg`To register we need your email address, and the other site did not tell it.`,
  // Links out of letters, devices
  'Verification failed': msg`Verification your email address failed`,
  'Email already verified': msg`Your email already verified`,
  'Log in to this account, or enter its password, to verify the address.': msg`Log in to this account, or enter its password, to verify the address.`,
  'Reset password key expired': msg`Reset password key expired`,
  'Reset password failed': msg`Reset password failed`,
  'This code is unknown or has expired. Ask your TV for a new one.': msg`This code is unknown or has expired. Ask your TV for a new one.`,
  // Watching
  "We're sorry, but this content is not available in your region.": msg`We're sorry, but this content is not available in your region.`,
  // Buying
  'id not selected': msg`There is nothing to buy here`,
  'Package is TeamPass but team not selected': msg`Choose the team that the pass is for.`,
  'You already bought this event.': msg`You already bought this event.`,
  'You already bought this package.': msg`You already bought this package.`,
  'You already bought this subscription.': msg`You already bought this subscription.`,
  'Please select one of your saved cards or enter new one': msg`Please select one of your saved cards or enter new one`,
  'Wrong promo code': msg`Promo code is invalid`,
  'The price has changed. Please look at it once more.': msg`The price has changed. Please look at it once more.`,
  'This is free. You do not need to buy it.': msg`This is free. You do not need to buy it.`,
  'This is free with an account. You do not need to buy it.': msg`This is free with an account. You do not need to buy it.`,
  'This event is over and has no recording. There is nothing to buy.': msg`This event is over and has no recording. There is nothing to buy.`,
  'This event was canceled. It cannot be bought.': msg`This event was canceled. It cannot be bought.`,
  'This event was postponed. You can buy it once its new date is known.': msg`This event was postponed. You can buy it once its new date is known.`,
  'This offer has ended. Please choose another one.': msg`This offer has ended. Please choose another one.`,
  'This pass does not cover that team. Please choose another team.': msg`This pass does not cover that team. Please choose another team.`,
  'This pass does not open anything at the moment. Please choose another one.': msg`This pass does not open anything at the moment. Please choose another one.`,
  'You already have a pass that opens this.': msg`You already have a pass that opens this.`,
  'You have already used your free trial.': msg`You have already used your free trial.`,
  'This subscription has no free trial.': msg`This subscription has no free trial.`,
  'This order does not renew.': msg`This order does not renew.`,
  'This order is still being paid. Please wait a moment.': msg`This order is still being paid. Please wait a moment.`,
  'This key was used for another purchase.': msg`Something else was being paid. Please try again.`,
  'This price cannot be paid by card.': msg`This price cannot be paid by card.`,
  'Payments are not set up on this site.': msg`Nothing can be bought at the moment`,
  'The video storage does not answer. Please try again in a few minutes.': msg`The video storage does not answer. Please try again in a few minutes.`,
  'The payment service does not answer. Please try again in a few minutes.': msg`The payment service does not answer. Please try again in a few minutes.`,
  // Why a card was not charged
  'Your card was declined.': msg`Your card was declined.`,
  'Your card has insufficient funds.': msg`Your card has insufficient funds.`,
  'Your card has reached its limit.': msg`Your card has reached its limit.`,
  'Your card has expired.': msg`Your card has expired.`,
  'Your card number is incorrect.': msg`Your card number is incorrect.`,
  "Your card's expiry date is incorrect.": msg`Your card’s expiry date is incorrect.`,
  "Your card's security code is incorrect.": msg`Your card’s security code is incorrect.`,
  "Your card's postal code is incorrect.": msg`Your card’s postal code is incorrect.`,
  'Your bank could not confirm this payment. Please try again or use another card.': msg`Your bank could not confirm this payment. Please try again or use another card.`,
  'Your card does not support this kind of purchase.': msg`Your card does not support this kind of purchase.`,
  'Your card could not be charged at the moment. Please try again.': msg`Your card could not be charged at the moment. Please try again.`,
  'The payment was not completed.': msg`The payment was not completed.`,
  'The payment was not completed in time.': msg`The payment was not completed in time.`,
  'Another payment for the same was begun.': msg`Another payment for the same was begun.`,
  // What somebody follows
  'user must be logged in': msg`Please log in first.`,
  'Quiet hours need a beginning and an end': msg`Quiet hours need a beginning and an end`,
  'Quiet hours must begin and end at different times': msg`Quiet hours must begin and end at different times`,
  'This is not a known time zone': msg`This is not a known time zone`,
  'This event is over.': msg`This event is over.`,
  'This link is not valid.': msg`This link is not valid.`,
  'This site sends no notifications to browsers.': msg`This site sends no notifications to browsers.`,
  'This browser’s push service is not one that we send to.': msg`This browser’s push service is not one that we send to.`,
  'This is no key of a browser.': msg`This browser cannot be told anything.`,
  // Forms
  'There is no such form.': msg`There is no such form.`,
  'Attachments are not taken. Please send text alone.': msg`Attachments are not taken. Please send text alone.`,
  // Clips and downloads
  'Please select tag': msg`Please select tag`,
  'Your clip duration is longer than the end time': msg`Your clip duration is longer than the end time`,
  'The stream does not reach back so far any more.': msg`The stream does not reach back so far any more.`,
  'You have this clip under that name already.': msg`You have this clip under that name already.`,
  'This clip was made by another viewer.': msg`This clip was made by another viewer.`,
  'The channel has hidden this clip.': msg`The channel has hidden this clip.`,
  'The channel has stopped you from making clips.': msg`The channel has stopped you from making clips.`,
  'Choose a reason.': msg`Choose a reason.`,
  'This account is suspended. Contact the channel for help.': msg`This account is suspended. Contact the channel for help.`,
  'This clip is still being cut.': msg`This clip is still being cut.`,
  'This clip could not be cut.': msg`This clip could not be cut.`,
  'Only a clip that failed can be cut once more.': msg`Only a clip that failed can be cut once more.`,
  'You may not watch this event.': msg`You may not watch this event.`,
  'There is no recording of this event yet.': msg`There is no recording of this event yet.`,
  'There is no room left on the disk. Please try again later.': msg`There is no room left on the disk. Please try again later.`,
  'This recording is no longer there. Please ask again.': msg`This recording is no longer there. Please ask again.`,
  'The recording has a gap in this range. Move the start by a second and try again.': msg`The recording has a gap in this range. Move the start by a second and try again.`,
  'A part of the recording in this range is damaged. Choose another range and try again.': msg`A part of the recording in this range is damaged. Choose another range and try again.`,
  'There are no pictures in this range.': msg`There are no pictures in this range.`,
  'Your pass does not include making clips.': msg`Your pass does not include making clips.`,
  'Your pass does not include downloads.': msg`Your pass does not include downloads.`,
  'The recording has no picture at this time.': msg`The recording has no picture at this time.`,
  // Reports
  'Only an operator of this channel may see this.': msg`Only an operator of this channel may see this.`,
  'This is not a day: write it as 2026-11-21.': msg`This is not a day: write it as 2026-11-21.`,
  'The first day cannot come after the last one.': msg`The first day cannot come after the last one.`,
  'A report tells of 400 days at most.': msg`A report tells of 400 days at most.`,
  'The reports cannot be counted at the moment. Please try again in a few minutes.': msg`The reports cannot be counted at the moment. Please try again in a few minutes.`,
  // Any call
  'An amount is written like 10.74.': msg`An amount is written like 10.74.`,
  'An idempotency key has 8 to 64 letters, digits, - or _.': msg`An idempotency key has 8 to 64 letters, digits, - or _.`,
  'Choose true or false': msg`Choose true or false`,
  'Enter a day such as 2026-11-20 or an instant such as 2026-11-20T19:00:00Z': msg`Enter a day such as 2026-11-20 or an instant such as 2026-11-20T19:00:00Z`,
  'Enter an instant such as 2026-11-20T19:00:00Z': msg`Enter an instant such as 2026-11-20T19:00:00Z`,
  'Enter a number': msg`Enter a number`,
  'Enter a time such as 19:30': msg`Enter a time such as 19:30`,
  'Enter a whole number': msg`Enter a whole number`,
  'Send a JSON object': msg`Send a JSON object`,
  'Send a list of values': msg`Send a list of values`,
  'This list has a fixed order': msg`This list has a fixed order`,
  'This value has the wrong format': msg`This value has the wrong format`,
  'The request could not be read.': msg`The request could not be read.`,
  'There is no such thing in this channel.': msg`There is no such thing in this channel.`,
  'This address does not support that method.': msg`This address does not support that method.`,
  'The request took too long.': msg`The request took too long.`,
  'The request is too large.': msg`The request is too large.`,
  'The address is too long.': msg`The address is too long.`,
  'Send the request as JSON.': msg`Send the request as JSON.`,
  'The file has no such range.': msg`The file has no such range.`,
  'You made many minutes of clips in the last hour. Try again later, or make a shorter clip.': msg`You made many minutes of clips in the last hour. Try again later, or make a shorter clip.`,
  'Too many requests. Please try again later.': msg`Too many requests. Please try again later.`,
  'The request headers are too large.': msg`The request headers are too large.`,
  'The request was refused.': msg`The request was refused.`,
  'No channel or api key found': msg`No channel or api key found`,
  'The server could not be reached': msg`The server could not be reached. Check your connection and try again.`,
  'The server did not answer in time': msg`The server did not answer in time. Please try again.`,
  'This is not possible at the moment. Please try again in a few minutes.': msg`This is not possible at the moment. Please try again in a few minutes.`,
  'Something went wrong. Please try again or contact technical support': msg`Something went wrong. Please try again or contact technical support`,
} as const satisfies Record<string, MessageDescriptor>

/** A sentence that the server says, or a rule that is checked here in the same words. */
export type ServerMessage = keyof typeof SERVER_MESSAGES

/** Those with something of the moment in them: a number, the name of the robot check's service. */
const MESSAGE_PATTERNS: readonly [RegExp, (...found: string[]) => MessageDescriptor][] = [
  [/^Field length must be greater than (\d+)$/, number => msg`Field length must be greater than ${number}`],
  [/^Field length must be less than (\d+)$/, number => msg`Field length must be less than ${number}`],
  [/^Enter a number greater than (-?\d+)$/, number => msg`Enter a number greater than ${number}`],
  [/^Enter a number from (-?\d+) to (-?\d+)$/, (least, most) => msg`Enter a number from ${least} to ${most}`],
  [/^Enter a number of at least (-?\d+)$/, least => msg`Enter a number of at least ${least}`],
  [/^Enter a number of at most (-?\d+)$/, most => msg`Enter a number of at most ${most}`],
  [/^At most (\d+) tags\.$/, number => msg`At most ${number} tags.`],
  [
    /^You have made all (\d+) clips of your pass\.$/,
    number => msg`You have made all ${number} clips of your pass.`,
  ],
  [
    /^You have used all (\d+) downloads of your pass\.$/,
    number => msg`You have used all ${number} downloads of your pass.`,
  ],
  [
    /^Cutting was cut short (\d+) times\. Please try again\.$/,
    number => msg`Cutting was cut short ${number} times. Please try again.`,
  ],
  [
    /^The file was cut short (\d+) times\. Please try again later\.$/,
    number => msg`The file was cut short ${number} times. Please try again later.`,
  ],
  [
    /^Field (\w+) must be equal one of (.+), but it's (.*)$/s,
    (field, names, value) => msg`Field ${field} must be equal one of ${names}, but it's ${value}`,
  ],
  [/^A (.+) token required$/, service => msg`${service} token required`],
  [
    /^The (.+) token is invalid or you look like a robot$/,
    service => msg`The ${service} token is invalid or you look like a robot`,
  ],
]

/** What the page says for a sentence of the server; null for one that is not known. */
export function descriptorFor(sentence: string): MessageDescriptor | null {
  if (Object.hasOwn(SERVER_MESSAGES, sentence)) return SERVER_MESSAGES[sentence as ServerMessage]
  for (const [pattern, make] of MESSAGE_PATTERNS) {
    const found = pattern.exec(sentence)
    if (found) return make(...found.slice(1))
  }
  return null
}

/** Says a sentence of the server in the page's language; one that is not known stays as it is. */
export function useServerMessage(): (sentence: string) => string {
  const { _ } = useLingui()
  return useCallback(
    (sentence: string) => {
      const message = descriptorFor(sentence)
      return message ? _(message) : sentence
    },
    [_],
  )
}
