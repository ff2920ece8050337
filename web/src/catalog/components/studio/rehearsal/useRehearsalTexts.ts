import { useLingui } from '@lingui/react/macro'
import type { RehearsalState, RehearsalStep, StepName, StepState } from '../../../rehearsalApi'

/** The texts of rehearsals. A code that is not known here shows the server's English sentence. */
export function useRehearsalTexts() {
  const { t, i18n } = useLingui()
  const steps: Record<StepName, string> = {
    event: t`Create a private event`,
    stream: t`Open the stream`,
    encoder: t`Connect the encoder`,
    on_air: t`Go on air`,
    purchase: t`Buy with a test card`,
    playback: t`Play and rewind`,
    stop: t`End the stream`,
    recording: t`Play the recording`,
    removal: t`Remove everything`,
  }
  const stepStates: Record<StepState, string> = {
    waiting: t`Waiting`,
    running: t`Running`,
    passed: t`Passed`,
    failed: t`Failed`,
    skipped: t`Skipped`,
  }
  const states: Record<RehearsalState, string> = {
    queued: t`Starting`,
    running: t`Running`,
    passed: t`Passed`,
    failed: t`Failed`,
    stopped: t`Stopped`,
  }

  const formatDetails = ({ code, text, params }: RehearsalStep): string => {
    const value = (name: string) => {
      const found = params[name] ?? ''
      return typeof found === 'number' ? i18n.number(found) : found
    }
    const [seconds, sent, error] = [value('seconds'), value('sent'), value('error')]
    const [segments, delay, sync, limit] = [value('segments'), value('delay'), value('sync'), value('limit')]
    const [host, reason, path, status] = [value('host'), value('reason'), value('path'), value('status')]
    const [total, currency, fault, answer] = [
      value('total'),
      value('currency'),
      value('fault'),
      value('text'),
    ]
    const texts: Record<string, string> = {
      event_created: t`A private event was created. Nobody but operators can open it.`,
      event_is_visible: t`A visitor could open the private event. Do not use private events on this site.`,
      stream_opened: t`An ingest process waits for the encoder.`,
      no_ingest: t`No ingest process serves the stream. Start touchline ingest, or use touchline run.`,
      encoder_connected: t`The test encoder connected with the stream key.`,
      encoder_failed: t`The test encoder could not connect: ${error}. Check the ports of the ingest process.`,
      on_air: t`The first segment was on air ${seconds} s after the encoder began.`,
      not_on_air: t`The video did not go on air. ${fault} The log of the ingest process has the details.`,
      not_requested: t`The rehearsal was started without a purchase.`,
      payments_off: t`Payments are turned off on this site.`,
      live_payments: t`Payments on this site take real money, so no purchase was made.`,
      no_package: t`The channel sells no single events.`,
      provider_failed: t`The payment provider refused the keys: ${error} Check the keys in the settings.`,
      free_before_purchase: t`The viewer had access before the purchase. Check the offers of the channel.`,
      order_not_paid: t`The test card was not charged: the order is ${status}. Check the payment provider.`,
      no_access: t`The order is paid, but the viewer has no access. Check the offers of the channel.`,
      purchased: t`Locked before the purchase, open after it. The test card paid ${total} ${currency}.`,
      played: t`${segments} segments played. A viewer gets the picture ${delay} s after the camera. Picture and sound are ${sync} ms apart. Rewinding to the start works.`,
      no_playback_url: t`The viewer has access, but gets no video. Check the country rules of the channel.`,
      wrong_picture: t`The viewer does not get the picture of the encoder. Check the storage and its delivery.`,
      too_few_segments: t`Only ${segments} segments arrived. Check the load of this server, and the storage.`,
      out_of_sync: t`Picture and sound are ${sync} ms apart; at most ${limit} ms are allowed.`,
      no_sound: t`The sound of the encoder does not arrive.`,
      no_rewind: t`Viewers cannot rewind to the start.`,
      stream_ended: t`The stream ended after ${seconds} s of video.`,
      stream_not_ended: t`The ingest process did not close the stream. Check its log.`,
      recorded: t`The recording has ${seconds} of ${sent} s and plays.`,
      no_worker: t`No worker took the job. Start touchline worker.`,
      recording_slow: t`The recording was not ready after ${seconds} s. The worker has other videos to process.`,
      recording_failed: t`The recording failed: ${error}`,
      recording_incomplete: t`The recording has ${seconds} s, but ${sent} s were sent.`,
      removed: t`The event, its video, the viewer and the order are removed.`,
      no_answer: t`${host} does not answer this server (${reason}). Check the address of the site, its DNS entry and its proxy.`,
      unexpected_status: t`${path} was answered with status ${status}. ${answer}`,
      unexpected: t`Unexpected error (${error}). The log has the details.`,
      interrupted: t`The rehearsal was interrupted.`,
      stopped: t`The rehearsal was stopped.`,
      not_reached: t`An earlier step failed.`,
    }
    return texts[code] ?? text
  }
  return { steps, stepStates, states, formatDetails }
}
