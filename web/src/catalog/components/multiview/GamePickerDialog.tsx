import { useLingui } from '@lingui/react/macro'
import { Dialog } from '@/shared/ui/Dialog'
import { GamePicker } from './GamePicker'
import './GamePickerDialog.css'

interface Props {
  ids: readonly number[]
  onClose: () => void
  onWatch: (ids: readonly number[]) => void
}

/** The picker over the pictures, which go on behind it. */
export default function GamePickerDialog({ ids, onClose, onWatch }: Props) {
  const { t } = useLingui()
  return (
    <Dialog open wide onClose={onClose} title={t`Change games`}>
      <div className="picker-dialog">
        <GamePicker ids={ids} onWatch={onWatch} />
      </div>
    </Dialog>
  )
}
