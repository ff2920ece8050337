import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { Filters } from '../../filters'
import { FilterControls } from './FilterControls'

interface Props {
  filters: Filters
  total: number
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
  onClose: () => void
}

/** The filters as a bottom sheet on phones. Its button shows the number of matching games. */
export default function FilterSheet({ filters, total, onChange, onClear, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      kind="sheet"
      title={t`Filters`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClear}>
            <Trans>Clear all</Trans>
          </Button>
          <Button kind="primary" onClick={onClose}>
            <Trans>Show games</Trans> ({total})
          </Button>
        </>
      }
    >
      <div className="stack filter-sheet">
        <FilterControls filters={filters} onChange={onChange} className="filter-sheet__control" />
      </div>
    </Dialog>
  )
}
