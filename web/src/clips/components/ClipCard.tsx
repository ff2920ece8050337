import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '@/shared/ui/Badge'
import { Card } from '@/shared/ui/Card'
import type { ClipSummary } from '../model'
import { formatSeconds } from '../timeline'
import { ClipImage } from './ClipImage'
import { useClipLabels } from './useClipLabels'

interface Props {
  clip: ClipSummary
  /** A button at the top right. */
  action?: ReactNode
}

/** The card of a clip, with its image, length and name. */
export function ClipCard({ clip, action }: Props) {
  const { t } = useLingui()
  const labels = useClipLabels()
  const duration = labels.seconds(clip.duration)
  return (
    <Card
      to={`/watch_library/${clip.id}`}
      title={clip.name}
      name={t`${clip.name}, ${duration}`}
      poster={<ClipImage clip={clip} />}
      footer={<Badge>{formatSeconds(Math.round(clip.duration))}</Badge>}
      isFooterAtEnd
      action={action}
      subtitle={clip.event?.full_name}
    />
  )
}
