import { msg } from '@lingui/core/macro'
import { PictureField } from '../PictureField'
import { type FormProps, useFieldErrors } from './formFields'

const CARD = {
  name: 'images.card',
  label: msg`Picture for cards`,
  hint: msg`At least 640 × 360. If it is empty, a game shows both teams.`,
  kind: 'picture',
  size: [640, 360],
} as const
const POSTER = {
  name: 'images.poster',
  label: msg`Poster for the watch page and shared links`,
  hint: msg`At least 1200 × 630. If it is empty, the picture for cards is used.`,
  kind: 'picture',
  size: [1200, 630],
} as const

/** The pictures of an event, each in the shape in which the site shows it. */
export function EventPictures({ form, onChange, errors }: FormProps) {
  const errorOf = useFieldErrors(errors)
  return (
    <div className="event-form__grid">
      <PictureField
        field={CARD}
        value={form.card}
        error={errorOf('images.card', 'images')}
        onChange={card => onChange({ card: String(card ?? '') })}
      />
      <PictureField
        field={POSTER}
        value={form.poster}
        fallback={form.card}
        error={errorOf('images.poster')}
        onChange={poster => onChange({ poster: String(poster ?? '') })}
      />
    </div>
  )
}
