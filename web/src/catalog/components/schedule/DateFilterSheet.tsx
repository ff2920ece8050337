import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { Filters } from '../../filters'
import { DateFilter } from './DateFilter'

interface Props {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  onClose: () => void
}

/** The calendar as a sheet, for screens that are too narrow to show it beside the list. */
export default function DateFilterSheet({ filters, onChange, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      kind="sheet"
      title={t`Dates`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          <Trans>Show games</Trans>
        </Button>
      }
    >
      <DateFilter filters={filters} onChange={onChange} />
    </Dialog>
  )
}
