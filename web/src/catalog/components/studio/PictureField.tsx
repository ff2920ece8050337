import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { Picture } from '@/shared/ui/Picture'
import { canCrop } from '../../crops'
import type { FieldProps } from './fieldProps'
import { UploadButton } from './UploadButton'
import { usePictureUpload } from './useUpload'
import './PictureField.css'

const CropDialog = lazyComponent(() => import('./CropDialog'))

interface Props extends FieldProps<'picture'> {
  /** The picture that the site shows if this one is empty. */
  fallback?: string
  /** The label of the button of an empty field. */
  uploadLabel?: ReactNode
}

/** A picture: upload, crop, replace and remove. Nothing changes the entry until it is saved. */
export function PictureField({ field, value, error, onChange, fallback = '', uploadLabel }: Props) {
  const { t } = useLingui()
  const { busy, refusal, upload } = usePictureUpload(onChange)
  const path = typeof value === 'string' ? value : ''
  const label = t(field.label)
  const note = error ?? refusal
  const shown = path || fallback

  return (
    <fieldset className="field picture-field">
      <legend className="label">{label}</legend>
      {field.size ? <ShapedPreview src={shown} size={field.size} isFallback={!path} /> : null}
      <div className="cluster">
        {shown && !field.size ? (
          <Picture className="picture-field__image" src={shown} width={96} height={96} eager />
        ) : null}
        <UploadButton label={label} busy={busy} onFile={file => void upload(file)}>
          {path ? <Trans>Replace</Trans> : (uploadLabel ?? <Trans>Upload picture</Trans>)}
          <span className="sr-only">: {label}</span>
        </UploadButton>
        {path && field.size ? (
          <CropButton path={path} label={label} size={field.size} onCropped={onChange} />
        ) : null}
        {path ? (
          <Button kind="quiet" onClick={() => onChange(undefined)}>
            <Trans>
              Remove <span className="sr-only">{label}</span>
            </Trans>
          </Button>
        ) : null}
      </div>
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

interface CropButtonProps {
  path: string
  label: string
  size: readonly [width: number, height: number]
  onCropped: (path: string) => void
}

/** A button that opens the crop of a picture. A picture without pixels, such as an SVG, has none. */
function CropButton({ path, label, size, onCropped }: CropButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (!canCrop(path)) return null
  return (
    <>
      <Button ref={button} onClick={() => setOpen(true)}>
        <Trans>
          Crop <span className="sr-only">{label}</span>
        </Trans>
      </Button>
      {isOpen ? (
        <CropDialog
          path={path}
          shapes={[{ name: 'picture', label, size }]}
          finalFocus={() => button.current}
          onClose={() => setOpen(false)}
          onSaved={({ picture }) => {
            setOpen(false)
            if (picture) onCropped(picture)
          }}
        />
      ) : null}
    </>
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
      style={{ aspectRatio: `${width} / ${height}`, '--shape': width / height } as React.CSSProperties}
    >
      <Picture src={src} width={width} height={height} eager />
    </span>
  )
}
