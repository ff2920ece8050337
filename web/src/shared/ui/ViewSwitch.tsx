import { useLingui } from '@lingui/react/macro'
import { VIEWS, type View } from '@/shared/hooks/useView'
import type { IconName } from './Icon'
import { SegmentedControl } from './SegmentedControl'

const ICONS: Record<View, IconName> = { list: 'list', grid: 'grid', card: 'cards', table: 'table' }

interface Props {
  view: View
  onChange: (view: View) => void
  className?: string
}

/** A control that sets the view of a list: rows, grid, large cards or table. */
export function ViewSwitch({ view, onChange, className }: Props) {
  const { t } = useLingui()
  const names = { list: t`List`, grid: t`Grid`, card: t`Cards`, table: t`Table` }
  return (
    <SegmentedControl<View>
      label={t`View`}
      className={className}
      choices={VIEWS.map(value => ({ value, label: names[value], icon: ICONS[value] }))}
      value={view}
      onChange={onChange}
    />
  )
}
