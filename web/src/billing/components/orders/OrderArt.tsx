import { observer } from 'mobx-react-lite'
import { Icon } from '@/shared/ui/Icon'
import { Picture } from '@/shared/ui/Picture'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { orderedContentStore } from '../../stores/OrderedContentStore'
import { EventArt } from '../EventArt'

/** The image of an order: the event, the team's crest, or an image of the channel. */
export const OrderArt = observer(function OrderArt({ order }: { order: Order }) {
  return (
    <div className="order__art" aria-hidden="true">
      <OrderImage order={order} />
    </div>
  )
})

const OrderImage = observer(function OrderImage({ order: { product } }: { order: Order }) {
  const billing = useBilling()
  const content = billing.resolve(orderedContentStore)
  const { categories, slides } = billing.shell.channel
  const event = content.event(product.event_id)
  if (event) return <EventArt event={event} />
  const team = content.team(product.participant_id)
  if (team) {
    return (
      <div className="order__image" style={{ '--team': team.color } as React.CSSProperties}>
        {team.images.logo ? <img src={team.images.logo} alt="" width="200" height="200" /> : null}
      </div>
    )
  }
  const category = product.event_categories.map(id => categories.find(item => item.id === id))[0]
  const slide = product.subscription_id === null ? null : slides.find(({ image }) => image)
  const picture = category?.image ?? slide?.image
  if (picture) return <Picture src={picture} />
  return (
    <div className="order__image">
      <Icon name="ticket" />
    </div>
  )
})
