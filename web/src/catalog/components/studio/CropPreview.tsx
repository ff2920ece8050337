import { observer } from 'mobx-react-lite'
import type { CropShape } from '../../crops'
import type { CropStore } from '../../stores/studio/CropStore'

/** The part of the picture that a place will show. */
export const CropPreview = observer(function CropPreview({
  store,
  shape,
}: {
  store: CropStore
  shape: CropShape
}) {
  const share = store.shares[shape.name]
  const [width, height] = shape.size
  return (
    <span
      className="crop__frame"
      style={{ aspectRatio: `${width} / ${height}`, '--shape': width / height } as React.CSSProperties}
    >
      {share && store.size ? (
        <img
          src={store.path}
          alt=""
          style={{
            width: `${10_000 / share.width}%`,
            height: `${10_000 / share.height}%`,
            left: `${(-100 * share.x) / share.width}%`,
            top: `${(-100 * share.y) / share.height}%`,
          }}
        />
      ) : null}
    </span>
  )
})
