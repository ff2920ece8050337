import type { EntryValue } from '@/shared/studio/entries'

/** A blackout, as its fields show it. Dates are in the channel's time zone. */
export interface BlackoutForm {
  countries: string
  from: string
  until: string
  /** Hours after the end of the event, in place of `until`. */
  hours: string
}

/** The fields of an event about how viewers may watch it. */
export interface AvailabilityForm {
  replay: 'always' | 'none' | 'window' | 'next_day' | 'hours'
  /** Day and time as an input shows them: `2026-11-27T18:00`. */
  replayFrom: string
  replayUntil: string
  /** Hours from the end of the event to its replay. */
  replayHours: string
  hasLive: boolean
  hasVideo: boolean
  allowsDownloads: boolean
  blackouts: readonly BlackoutForm[]
}

export const EMPTY_AVAILABILITY: AvailabilityForm = {
  replay: 'always',
  replayFrom: '',
  replayUntil: '',
  replayHours: '',
  hasLive: true,
  hasVideo: true,
  allowsDownloads: true,
  blackouts: [],
}

export const EMPTY_BLACKOUT: BlackoutForm = { countries: '', from: '', until: '', hours: '24' }

/** Return the fields of an entry. `toInput` returns an instant of the document as an input shows it. */
export function toAvailabilityFields(
  entry: EntryValue,
  toInput: (instant: unknown) => string,
): AvailabilityForm {
  const replay = (entry.replay ?? {}) as EntryValue
  const availability = (entry.availability ?? {}) as EntryValue
  const delay = String(replay.delay ?? '')
  const rule = replay.offered === false ? 'none' : replay.from || replay.until ? 'window' : 'always'
  return {
    replay: delay === 'next_day' ? 'next_day' : delay ? 'hours' : rule,
    replayFrom: toInput(replay.from),
    replayUntil: toInput(replay.until),
    replayHours: delay.endsWith('h') ? delay.slice(0, -1) : '',
    hasLive: availability.live !== false,
    hasVideo: availability.audio_only !== true,
    allowsDownloads: availability.download !== false,
    blackouts: toBlackoutForms(entry.blackouts, toInput),
  }
}

/** Return the fields of the blackouts of an entry. */
export const toBlackoutForms = (
  blackouts: unknown,
  toInput: (instant: unknown) => string,
): readonly BlackoutForm[] =>
  ((blackouts ?? []) as EntryValue[]).map(blackout => ({
    countries: ((blackout.regions ?? []) as string[]).join(', '),
    from: toInput(blackout.from),
    until: toInput(blackout.until),
    hours: String(blackout.hours_after_end ?? ''),
  }))

/** Return the parts of an entry. A part without limits is null. */
export function toAvailability(form: AvailabilityForm): EntryValue {
  const { hasLive, hasVideo, allowsDownloads, blackouts } = form
  const allowed = { live: hasLive, download: allowsDownloads }
  return {
    replay: toReplay(form),
    availability: hasVideo
      ? hasLive && allowsDownloads
        ? null
        : allowed
      : { ...allowed, audio_only: true },
    blackouts: blackouts.length ? blackouts.map(toBlackout) : null,
  }
}

function toReplay({ replay, replayFrom, replayUntil, replayHours }: AvailabilityForm): EntryValue | null {
  const until = replayUntil.replace('T', ' ')
  switch (replay) {
    case 'none':
      return { offered: false }
    case 'next_day':
      return withoutEmpty({ delay: 'next_day', until })
    case 'hours':
      return withoutEmpty({ delay: replayHours ? `${replayHours.trim()}h` : '', until })
    case 'window':
      return replayFrom || replayUntil ? withoutEmpty({ from: replayFrom.replace('T', ' '), until }) : null
    default:
      return null
  }
}

/** Return a blackout of an entry. */
export const toBlackout = ({ countries, from, until, hours }: BlackoutForm): EntryValue =>
  withoutEmpty({
    regions: countries.toUpperCase().match(/[A-Z]{2}/g) ?? [],
    from: from.replace('T', ' '),
    until: until.replace('T', ' '),
    hours_after_end: hours.trim() === '' ? null : /^\d+$/.test(hours.trim()) ? Number(hours) : hours,
  })

const withoutEmpty = (value: EntryValue): EntryValue =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null && part !== ''))
