import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Icon } from '@/shared/ui/Icon'
import { canCrop } from '../../../crops'
import { PictureField } from '../PictureField'
import { UploadButton } from '../UploadButton'
import { usePictureUpload } from '../useUpload'
import { type FormProps, useFieldErrors } from './formFields'

const CropDialog = lazyComponent(() => import('../CropDialog'))

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
const TALL = {
  name: 'images.tall',
  label: msg`Tall picture for phones`,
  hint: msg`At least 1080 × 1350. Shown where a slide is about the event. If it is empty, the poster is used.`,
  kind: 'picture',
  size: [1080, 1350],
} as const

/** The pictures of an event, each in the shape in which the site shows it. One upload can make all of them. */
export function EventPictures({ form, onChange, errors }: FormProps) {
  const errorOf = useFieldErrors(errors)
  const upload = <Trans context="verb">Upload</Trans>
  return (
    <>
      <UploadForAll onChange={onChange} />
      <div className="event-pictures">
        <PictureField
          field={CARD}
          uploadLabel={upload}
          value={form.card}
          error={errorOf('images.card', 'images')}
          onChange={card => onChange({ card: String(card ?? '') })}
        />
        <PictureField
          field={POSTER}
          uploadLabel={upload}
          value={form.poster}
          fallback={form.card}
          error={errorOf('images.poster')}
          onChange={poster => onChange({ poster: String(poster ?? '') })}
        />
        <PictureField
          field={TALL}
          uploadLabel={upload}
          value={form.tall}
          fallback={form.poster || form.card}
          error={errorOf('images.tall')}
          onChange={tall => onChange({ tall: String(tall ?? '') })}
        />
      </div>
    </>
  )
}

/** One picture for all places: it is stored once, then cropped to each shape. */
function UploadForAll({ onChange }: Pick<FormProps, 'onChange'>) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const [path, setPath] = useState('')
  const { busy, refusal, upload } = usePictureUpload(stored =>
    canCrop(stored) ? setPath(stored) : onChange({ card: stored, poster: stored, tall: stored }),
  )
  return (
    <div className="field">
      <div className="actions">
        <UploadButton
          label={t`Picture for all places`}
          busy={busy}
          buttonRef={button}
          onFile={file => void upload(file)}
        >
          <Trans>Upload picture</Trans>
        </UploadButton>
      </div>
      <div role="alert">
        {refusal ? (
          <p className="error">
            <Icon name="alert" />
            {refusal}
          </p>
        ) : null}
      </div>
      <p className="hint">
        <Trans>One picture for cards, the poster and phones. You choose what each of them shows.</Trans>
      </p>
      {path ? (
        <CropDialog
          path={path}
          shapes={[
            { name: 'card', label: t`Card`, size: CARD.size },
            { name: 'poster', label: t`Poster`, size: POSTER.size },
            { name: 'tall', label: t`Phone`, size: TALL.size },
          ]}
          finalFocus={() => button.current}
          onClose={() => setPath('')}
          onSaved={pictures => {
            setPath('')
            onChange(pictures)
          }}
        />
      ) : null}
    </div>
  )
}
