import { useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { Card } from '@/shared/ui/Card'
import type { Clip } from '../model'
import { formatSeconds } from '../timeline'
import { ClipImage } from './ClipImage'
import { ReportButton } from './ReportButton'
import { useClipLabels } from './useClipLabels'

interface Props {
  clip: Clip
  level?: 2 | 3 | 4
}

/** The card of a clip, with its image, length and name. */
export function ClipCard({ clip, level }: Props) {
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
      action={<ReportButton clip={clip} onCard />}
      subtitle={clip.event?.full_name}
      level={level}
    />
  )
}
