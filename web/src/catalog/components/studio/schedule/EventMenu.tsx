import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '@/shared/ui/IconButton'
import { LazyMenu } from '@/shared/ui/LazyMenu'
import type { MenuItem } from '@/shared/ui/Menu'
import type { ScheduleAction, StudioEvent } from '../../../scheduleApi'

interface Props {
  event: StudioEvent
  onChange: (action: ScheduleAction) => void
  /** Removes the event, if the page offers that. */
  onRemove?: () => void
}

/** The actions of an event: copies of it, changes of its schedule, its page on the site. */
export function EventMenu({ event, onChange, onRemove }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { id, key, name, status } = event
  const isOff = status === 'canceled' || status === 'postponed' || event.is_rescheduled
  const button = (
    <IconButton
      icon="more"
      label={t`Actions for ${name}`}
      aria-haspopup="menu"
      onPointerEnter={LazyMenu.preload}
      onClick={isOpen ? undefined : () => setOpen(true)}
    />
  )
  if (!isOpen) return button
  const items: (MenuItem | false)[] = [
    {
      key: 'duplicate',
      label: t`Duplicate`,
      icon: 'plus',
      onSelect: () => void navigate(`/studio/schedule/new?from=${key}`),
    },
    {
      key: 'second',
      label: t`Add a second game that day`,
      icon: 'cal',
      onSelect: () => void navigate(`/studio/schedule/new?from=${key}&second=1`),
    },
    status !== 'finished' && {
      key: 'postpone',
      label: t`Postpone…`,
      icon: 'clock',
      onSelect: () => onChange('postpone'),
    },
    status !== 'canceled' &&
      status !== 'finished' && {
        key: 'cancel',
        label: t`Cancel event…`,
        icon: 'close',
        onSelect: () => onChange('cancel'),
      },
    isOff && { key: 'reinstate', label: t`Reinstate…`, icon: 'check', onSelect: () => onChange('reinstate') },
    {
      key: 'site',
      label: t`Open on the site`,
      icon: 'globe',
      onSelect: () => void navigate(`/watch/${id}`),
    },
    onRemove !== undefined && { key: 'remove', label: t`Remove…`, icon: 'x', onSelect: onRemove },
  ]
  return (
    <LazyMenu
      trigger={button}
      items={items.filter((item): item is MenuItem => item !== false)}
      onLoadError={() => setOpen(false)}
    />
  )
}
