import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Button } from '@/shared/ui/Button'
import { LazyMenu } from '@/shared/ui/LazyMenu'
import { calendarPath, type Filters } from '../../filters'
import { useCalendarLink } from './useCalendarLink'

/** A menu to subscribe to the calendar of the filtered events, to copy its URL, or to download it. */
export const CalendarMenu = observer(function CalendarMenu({
  filters,
  size,
}: {
  filters: Partial<Filters>
  size?: 's'
}) {
  const { t, i18n } = useLingui()
  const { isEnabled } = useSpoilers()
  const [isOpen, setIsOpen] = useState(false)
  const { subscribe, copy, download } = useCalendarLink(calendarPath(filters, i18n.locale, isEnabled))
  const button = (
    <Button
      kind="outline"
      size={size}
      className="calendar-btn"
      icon="cal"
      aria-haspopup="menu"
      onPointerEnter={LazyMenu.preload}
      onClick={isOpen ? undefined : () => setIsOpen(true)}
    >
      <Trans>Subscribe</Trans>
      <span className="sr-only">
        <Trans>to this game calendar</Trans>
      </span>
    </Button>
  )
  if (!isOpen) return button
  const items = [
    { key: 'subscribe', icon: 'bell' as const, label: t`Subscribe in calendar app`, onSelect: subscribe },
    {
      key: 'copy',
      icon: 'share' as const,
      label: t`Copy calendar link`,
      onSelect: () => void copy(),
    },
    { key: 'download', icon: 'download' as const, label: t`Download games (.ics)`, onSelect: download },
  ]
  return <LazyMenu trigger={button} items={items} onLoadError={() => setIsOpen(false)} />
})
