import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { serverNow } from '@/shared/clock'
import { DAY_MS } from '@/shared/constants'
import { Slot } from '@/shared/contexts/slots'
import { formatDuration } from '@/shared/format/dates'
import { MEDIA } from '@/shared/mediaTypes'
import { Badge } from '@/shared/ui/Badge'
import { Card } from '@/shared/ui/Card'
import { Picture } from '@/shared/ui/Picture'
import { type LibraryItem, mediaUrl } from '../../model'

const NEW_DAYS = 7

/** Return the image of a library item: the operator's image, otherwise a frame of the video. */
export const libraryItemImage = (item: LibraryItem) =>
  item.assets.find(asset => asset.type === 'image')?.path ?? mediaUrl(item.media, MEDIA.image)

interface Props {
  item: LibraryItem
  level?: 2 | 3 | 4
  /** A button at the top right. */
  action?: ReactNode
}

/** The card of a library item: its image, category and duration. It contains one link with one name. */
export function LibraryCard({ item, level, action }: Props) {
  const { t } = useLingui()
  const { author } = item
  const isNew = serverNow() - Date.parse(item.date) < NEW_DAYS * DAY_MS
  const kind = item.categories[0]?.name
  return (
    <Card
      to={`/vod_library/${item.id}`}
      title={item.full_title}
      poster={<Picture src={libraryItemImage(item)} />}
      badges={
        isNew ? (
          <Badge tone="price">
            <Trans>New</Trans>
          </Badge>
        ) : null
      }
      footer={item.has_access ? null : <LockBadge item={item} />}
      isFooterAtEnd
      action={action}
      progress={<Slot name="cardProgress" slotProps={{ kind: 'vod', id: item.id }} />}
      meta={[kind, formatDuration(item.duration)].filter(Boolean).join(', ')}
      subtitle={author ? t`With ${author}` : null}
      level={level}
    />
  )
}

function LockBadge({ item }: { item: LibraryItem }) {
  if (item.access_reason === 'geo_blocked') return null
  return (
    <Badge icon={item.pass_type === 'register' ? 'user' : 'lock'}>
      {item.pass_type === 'register' ? <Trans>Free</Trans> : <Trans>Pass</Trans>}
    </Badge>
  )
}
