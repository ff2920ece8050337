import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What the steps of a rehearsal say, by code. The texts are those of `StepMessage` on the server. */
export const STEP_MESSAGES: Readonly<Record<string, MessageDescriptor>> = {
  event_created: msg`A private event was created. Nobody but operators can open it.`,
  event_is_visible: msg`A visitor could open the private event. Do not use private events on this site.`,
  stream_opened: msg`An ingest process waits for the encoder.`,
  no_ingest: msg`No ingest process serves the stream. Start touchline ingest, or use touchline run.`,
  encoder_connected: msg`The test encoder connected with the stream key.`,
  encoder_failed: msg({
    message: 'The test encoder could not connect: {error}. Check the ports of the ingest process.',
  }),
  on_air: msg({ message: 'The first segment was on air {seconds} s after the encoder began.' }),
  not_on_air: msg({
    message: 'The video did not go on air. {fault} The log of the ingest process has the details.',
  }),
  not_requested: msg`The rehearsal was started without a purchase.`,
  payments_off: msg`Payments are turned off on this site.`,
  live_payments: msg`Payments on this site take real money, so no purchase was made.`,
  no_package: msg`The channel sells no single events.`,
  provider_failed: msg({
    message: 'The payment provider refused the keys: {error} Check the keys in the settings.',
  }),
  free_before_purchase: msg`The viewer had access before the purchase. Check the offers of the channel.`,
  order_not_paid: msg({
    message: 'The test card was not charged: the order is {status}. Check the payment provider.',
  }),
  no_access: msg`The order is paid, but the viewer has no access. Check the offers of the channel.`,
  purchased: msg({
    message: 'Locked before the purchase, open after it. The test card paid {total} {currency}.',
  }),
  played: msg({
    message:
      '{segments} segments played. A viewer gets the picture {delay} s after the camera. Picture and sound are {sync} ms apart. Rewinding to the start works.',
  }),
  no_playback_url: msg`The viewer has access, but gets no video. Check the country rules of the channel.`,
  wrong_picture: msg`The viewer does not get the picture of the encoder. Check the storage and its delivery.`,
  too_few_segments: msg({
    message: 'Only {segments} segments arrived. Check the load of this server, and the storage.',
  }),
  out_of_sync: msg({ message: 'Picture and sound are {sync} ms apart; at most {limit} ms are allowed.' }),
  no_sound: msg`The sound of the encoder does not arrive.`,
  no_rewind: msg`Viewers cannot rewind to the start.`,
  stream_ended: msg({ message: 'The stream ended after {seconds} s of video.' }),
  stream_not_ended: msg`The ingest process did not close the stream. Check its log.`,
  recorded: msg({ message: 'The recording has {seconds} of {sent} s and plays.' }),
  no_worker: msg`No worker took the job. Start touchline worker.`,
  recording_slow: msg({
    message: 'The recording was not ready after {seconds} s. The worker has other videos to process.',
  }),
  recording_failed: msg({ message: 'The recording failed: {error}' }),
  recording_incomplete: msg({ message: 'The recording has {seconds} s, but {sent} s were sent.' }),
  removed: msg`The event, its video, the viewer and the order are removed.`,
  no_answer: msg({
    message:
      '{host} does not answer this server ({reason}). Check the address of the site, its DNS entry and its proxy.',
  }),
  unexpected_status: msg({ message: '{path} was answered with status {status}. {text}' }),
  unexpected: msg({ message: 'Unexpected error ({error}). The log has the details.' }),
  interrupted: msg`The rehearsal was interrupted.`,
  stopped: msg`The rehearsal was stopped.`,
  not_reached: msg`An earlier step failed.`,
}
