import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/**
 * What the ingest says about encoders, and how each sentence is recognized. The texts are those of the server
 * (`contracts/tests/test_encoder_faults.py`).
 */
const FAULTS: readonly (readonly [RegExp, MessageDescriptor])[] = [
  [
    /^The encoder sends (?<codec>.+) video\. Set/,
    msg({ message: 'The encoder sends {codec} video. Set it to H.264.' }),
  ],
  [
    /^The encoder sends (?<codec>.+) audio\. Set/,
    msg({ message: 'The encoder sends {codec} audio. Set it to AAC.' }),
  ],
  [
    /^The encoder uses the H\.264 profile (?<name>.+), which/,
    msg({
      message: 'The encoder uses the H.264 profile {name}, which browsers cannot play. Set it to High.',
    }),
  ],
  [
    /^The encoder sends a keyframe only every (?<seconds>.+) s\./,
    msg({
      message:
        'The encoder sends a keyframe only every {seconds} s. Set its keyframe interval to 2 s to reduce the delay.',
    }),
  ],
  [
    /^The encoder sends no keyframes/,
    msg({ message: 'The encoder sends no keyframes. Set its keyframe interval to 2 s.' }),
  ],
  [
    /^The encoder sends only audio/,
    msg({ message: 'The encoder sends only audio, no video. Add a video source.' }),
  ],
  [
    /^The encoder disconnected before/,
    msg({ message: 'The encoder disconnected before any video arrived.' }),
  ],
  [/^A part of the phone/, msg({ message: "A part of the phone's video is damaged and was left out." })],
  [
    /^An encoder used a wrong stream key/,
    msg({ message: 'An encoder used a wrong stream key and was rejected.' }),
  ],
  [
    /^A second encoder tried/,
    msg({
      message:
        'A second encoder tried to use this stream key and was rejected. Turn off one encoder, or change the key.',
    }),
  ],
  [
    /^An encoder used a wrong SRT passphrase/,
    msg({ message: 'An encoder used a wrong SRT passphrase and was rejected.' }),
  ],
  [
    /^An encoder sent SRT without/,
    msg({
      message: 'An encoder sent SRT without a passphrase and was rejected. Enter the passphrase in it.',
    }),
  ],
  [
    /^An encoder tried to use RTMPS/,
    msg({
      message:
        'An encoder tried to use RTMPS, but this server has no certificate. Use rtmp:// in the encoder, or set TOUCHLINE_INGEST_CERTIFICATE.',
    }),
  ],
  [
    /^An encoder refused the RTMPS certificate/,
    msg({
      message:
        'An encoder refused the RTMPS certificate of this server. Check TOUCHLINE_INGEST_CERTIFICATE: it needs the host name of the server, all certificates of the chain, and a date that has not passed.',
    }),
  ],
  [
    /^The encoder's timestamps do not/,
    msg({ message: "The encoder's timestamps do not advance. Restart the encoder." }),
  ],
  [/^The disk is full/, msg({ message: 'The disk is full. Free some space for the stream.' })],
  [/^The stream failed/, msg({ message: 'The stream failed. See the log of the ingest process.' })],
]

/** Return a fault of an encoder in the page's language. A sentence that this release does not know stays English. */
export function translateEncoderFault(i18n: I18n, fault: string): string {
  for (const [pattern, message] of FAULTS) {
    const match = pattern.exec(fault)
    if (match) return i18n._({ ...message, values: { ...match.groups } })
  }
  return fault
}
