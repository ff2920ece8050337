import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { EncoderValues } from '../../../streamHealthApi'

interface Props {
  picture: Blob | null
  values: EncoderValues | null
}

/** The picture that the encoder sends, about one a second. Only operators can load it. */
export function PreviewPicture({ picture, values }: Props) {
  const { t } = useLingui()
  const url = useObjectUrl(picture)
  const size = values?.width ? `${values.width} × ${values.height}` : ''
  return (
    <figure className="stream-preview">
      {url ? (
        <img src={url} alt={t`What the encoder sends now`} />
      ) : (
        <p className="stream-preview__empty">
          <Trans>No picture yet</Trans>
        </p>
      )}
      <figcaption className="stream-preview__caption">
        <span>
          <Trans>Private preview</Trans>
        </span>
        <span className="tabular-nums">{size}</span>
      </figcaption>
    </figure>
  )
}

/** Return the address of a blob. The address of the previous one is released. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) {
      setUrl(null)
      return
    }
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [blob])
  return url
}
