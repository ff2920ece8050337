import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useRef, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { HttpError } from '@/shared/http/errors'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { Picture } from '@/shared/ui/Picture'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'
import type { FieldProps } from './fieldProps'
import './PictureField.css'

const ACCEPTED = '.svg,.png,.jpg,.jpeg,.webp,.avif,.gif'

interface Props extends FieldProps<'picture'> {
  /** The picture that the site shows if this one is empty. */
  fallback?: string
}

/** A picture: upload, replace and remove. The upload does not change the entry until it is saved. */
export function PictureField({ field, value, error, onChange, fallback = '' }: Props) {
  const { t } = useLingui()
  const { api } = useCatalog().resolve(entriesStore)
  const formatError = useErrorMessage()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const path = typeof value === 'string' ? value : ''
  const label = t(field.label)
  const note = error ?? refusal
  const shown = path || fallback

  async function upload(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setBusy(true)
    setRefusal('')
    try {
      onChange((await api.uploadPicture(file)).path)
    } catch (failure) {
      const message = failure instanceof HttpError ? failure : null
      setRefusal(formatError(message?.errors.picture?.[0] ?? message?.errorMessage ?? UNKNOWN_ERROR))
    } finally {
      setBusy(false)
    }
  }

  return (
    <fieldset className="field picture-field">
      <legend className="label">{label}</legend>
      {field.size ? <ShapedPreview src={shown} size={field.size} isFallback={!path} /> : null}
      <div className="cluster">
        {shown && !field.size ? (
          <Picture className="picture-field__image" src={shown} width={96} height={96} eager />
        ) : null}
        <Button busy={busy} onClick={() => input.current?.click()}>
          {path ? <Trans>Replace</Trans> : <Trans>Upload picture</Trans>}
          <span className="sr-only">: {label}</span>
        </Button>
        {path ? (
          <Button kind="quiet" onClick={() => onChange(undefined)}>
            <Trans>
              Remove <span className="sr-only">{label}</span>
            </Trans>
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={label}
        onChange={event => void upload(event)}
      />
      <div role="alert">
        {note ? (
          <p className="error">
            <Icon name="alert" />
            {note}
          </p>
        ) : null}
      </div>
      <p className="hint">
        {field.hint ? t(field.hint) : null} <Trans>PNG, JPEG, WebP or SVG, up to 12 MB.</Trans>
      </p>
    </fieldset>
  )
}

interface PreviewProps {
  src: string
  size: readonly [width: number, height: number]
  isFallback: boolean
}

/** The picture in the shape in which the site shows it. */
function ShapedPreview({ src, size: [width, height], isFallback }: PreviewProps) {
  return (
    <span
      className={cx('picture-field__shape', isFallback && 'picture-field__shape--fallback')}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <Picture src={src} width={width} height={height} eager />
    </span>
  )
}
