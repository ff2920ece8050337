import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../context'
import type { CropShape } from '../../crops'
import { entriesStore } from '../../stores/EntriesStore'
import { CropStore } from '../../stores/studio/CropStore'
import { CropPreview } from './CropPreview'
import './CropDialog.css'

interface Props {
  /** The stored picture. */
  path: string
  shapes: readonly [CropShape, ...CropShape[]]
  /** Called with the paths of the crops, by the names of the shapes. */
  onSaved: (paths: Readonly<Record<string, string>>) => void
  onClose: () => void
  /** Returns the element to focus after closing. */
  finalFocus?: () => HTMLElement | null
}

/** The smallest rectangle on the screen, which a finger can still hold. */
const MIN_RECTANGLE = 64

/** The crops of a picture: a rectangle for each shape, moved by finger, mouse or keyboard. */
const CropDialog = observer(function CropDialog({ path, shapes, onSaved, onClose, finalFocus }: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const formatError = useErrorMessage()
  const [store] = useState(() => new CropStore(catalog.resolve(entriesStore), path, shapes))
  const [failed, setFailed] = useState(false)
  const { form } = store
  const error = Object.values(form.errors).flat()[0] ?? form.errorMessage
  const message = failed ? t`This picture cannot be shown. Upload it again.` : error && formatError(error)
  const isSingle = shapes.length === 1

  async function save() {
    const paths = await store.save()
    if (paths) onSaved(paths)
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      finalFocus={finalFocus}
      title={isSingle ? t`Crop picture` : t`Crop picture for each place`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" busy={form.isBusy} disabled={!store.size} onClick={() => void save()}>
            {isSingle ? <Trans>Save crop</Trans> : <Trans>Save crops</Trans>}
          </Button>
        </>
      }
    >
      <div className="crop">
        <Stage store={store} onFail={() => setFailed(true)} />
        <div className="crop__side">
          <Previews store={store} />
          <SizeNote store={store} />
        </div>
      </div>
      <FormError message={message ?? null} />
    </Dialog>
  )
})
export default CropDialog

/** The picture with the rectangle of the selected shape. */
const Stage = observer(function Stage({ store, onFail }: { store: CropStore; onFail: () => void }) {
  const { t } = useLingui()
  const { shape, shares } = store
  const corner = (name: string) => t`${name}. Change the size with the arrow keys.`
  const labels = {
    cropArea: t`Crop of the picture. Move it with the arrow keys.`,
    nwDragHandle: corner(t`Upper left corner`),
    neDragHandle: corner(t`Upper right corner`),
    seDragHandle: corner(t`Lower right corner`),
    swDragHandle: corner(t`Lower left corner`),
    // A fixed shape has no handles at its sides.
    nDragHandle: '',
    eDragHandle: '',
    sDragHandle: '',
    wDragHandle: '',
  }
  return (
    <div className="crop__stage" aria-busy={!store.size || undefined}>
      <ReactCrop
        className="crop__picture"
        crop={shares[shape.name]}
        aspect={shape.size[0] / shape.size[1]}
        minWidth={MIN_RECTANGLE}
        minHeight={MIN_RECTANGLE}
        keepSelection
        ruleOfThirds
        ariaLabels={labels}
        onChange={(_, share) => store.change(share)}
      >
        <img
          src={store.path}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            store.setSize([naturalWidth, naturalHeight])
          }
          onError={onFail}
        />
      </ReactCrop>
    </div>
  )
})

/** What each place will show. A press selects the shape whose rectangle is moved. */
const Previews = observer(function Previews({ store }: { store: CropStore }) {
  const { t } = useLingui()
  const { shapes, shape: selected } = store
  if (shapes.length === 1)
    return (
      <figure className="crop__preview">
        <CropPreview store={store} shape={selected} />
        <figcaption>{selected.label}</figcaption>
      </figure>
    )
  return (
    <fieldset className="crop__shapes" aria-label={t`Places`}>
      {shapes.map(shape => (
        <button
          key={shape.name}
          type="button"
          className="crop__shape"
          aria-pressed={shape === selected}
          onClick={() => store.select(shape)}
        >
          <CropPreview store={store} shape={shape} />
          {shape.label}
        </button>
      ))}
    </fieldset>
  )
})

/** How to move the rectangle, or that the crop is smaller than the site shows it. */
const SizeNote = observer(function SizeNote({ store }: { store: CropStore }) {
  const [mostWidth, mostHeight] = store.shape.size
  const box = store.boxOf(store.shape)
  return (
    <p className="hint" aria-live="polite">
      {box && box.width < mostWidth ? (
        <Trans>
          This crop is {box.width} × {box.height}. The site shows up to {mostWidth} × {mostHeight}.
        </Trans>
      ) : (
        <Trans>Move the rectangle, or drag its corners. The arrow keys work, too.</Trans>
      )}
    </p>
  )
})
