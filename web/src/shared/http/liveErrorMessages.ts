import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The messages about phone cameras, restreams, live captions and rehearsals, a part of `ERROR_MESSAGES`. */
export const LIVE_ERROR_MESSAGES: Readonly<Record<string, MessageDescriptor>> = {
  // Phone cameras
  'errors.camera_stream_closed': msg`The stream of this event has ended. Resume it in the studio first.`,
  'errors.camera_encoder': msg`An encoder already sends video for this event. Stop it first, then go live.`,
  'errors.camera_other': msg`Another phone is the camera of this event. Stop it there first, then go live.`,
  'errors.camera_ended': msg`This recording was ended on another page. Press Go live to start again.`,
  'errors.camera_chunk_changed': msg`The server already has different video for this moment. Press Go live to start again.`,
  'errors.camera_chunk_damaged': msg`The video was damaged on its way. Send it again.`,
  'errors.camera_chunk_gap': msg`Send the chunks in order.`,
  // Restreams
  'errors.too_many_restream_targets': msg({
    message: 'A channel can have at most {number} targets. Delete one first.',
  }),
  'errors.restream_name_required': msg`Enter a name`,
  'errors.restream_key_required': msg`Enter the stream key of the service`,
  'errors.invalid_restream_url': msg`Enter the server's URL, such as rtmps://a.rtmps.youtube.com/live2`,
  'errors.restream_scheme': msg`Enter a URL that begins with rtmp://, rtmps:// or srt://`,
  'errors.restream_passphrase': msg`Enter a passphrase of 10 to 79 characters`,
  'errors.restream_passphrase_without_srt': msg`Only SRT servers have a passphrase. Leave it empty.`,
  'errors.restream_stream_id': msg`Enter a stream ID of at most 512 characters`,
  'errors.restream_secrets_required': msg`Enter the stream ID and the passphrase of the new server`,
  'errors.restream_url_secret': msg`Enter the URL without user name, query or key. The key has its own field.`,
  'errors.private_restream_url': msg`This address is private. Enter a public one.`,
  'errors.restream_application_required': msg`Enter the whole URL, with its path, such as /live2 or /app`,
  'errors.restream_srt': msg`Enter an SRT server as srt://host:port. Stream ID and passphrase have their own fields.`,
  'errors.restream_key_unreadable': msg`The key can no longer be read. Enter it again.`,
  // Live captions
  'errors.captions_language': msg`Choose the language of the captions, such as en or fr-CA.`,
  'errors.captions_languages': msg`An event has captions in at most 8 languages. Remove one first.`,
  'errors.captions_no_stream': msg`The stream of this event is not open. Open it, and send the captions again.`,
  'errors.captions_wrong_time': msg`A caption is not of the last hour, or ends before it begins. Correct its times.`,
  'errors.captions_too_many': msg({
    message: 'A call has at most {number} captions. Send the captions in several calls.',
  }),
  'errors.captions_no_times': msg`Write the time in UTC above each caption, such as 2026-11-30T19:04:11.250.`,
  // Rehearsals
  'errors.rehearsal_in_progress': msg`A rehearsal is in progress. Wait until it ends, or stop it.`,
  'errors.rehearsal_is_over': msg`This rehearsal is over.`,
}
