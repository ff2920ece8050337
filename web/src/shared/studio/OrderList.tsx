import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import './OrderList.css'

export interface OrderItem {
  id: string
  label: string
  detail?: string
  /** Why the item cannot be removed. */
  lock?: string | null
  /** What is wrong with the item, shown while its form is closed. */
  error?: string
}

interface Props {
  label: string
  items: readonly OrderItem[]
  /** Without it, the order does not count. */
  onMove?: (from: number, to: number) => void
  /** Without it, items cannot be removed. */
  onRemove?: (id: string) => void
  /** The content before the name of an item, such as its image. */
  renderMedia?: (id: string) => ReactNode
  /** Buttons and other things at the end of an item's row. */
  renderActions?: (id: string) => ReactNode
  /** The form of an item. With it, each item has a button that opens its form. */
  renderForm?: (id: string) => ReactNode
  openId?: string | null
  /** Without it, the forms of all items are open. */
  onOpen?: (id: string | null) => void
}

/** A list that is put in order by drag, by buttons, and by Alt with the arrow keys. */
export const OrderList = observer(function OrderList({
  label,
  items,
  onMove,
  onRemove,
  renderMedia,
  renderActions,
  renderForm,
  openId,
  onOpen,
}: Props) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const total = items.length

  function move(from: number, to: number) {
    const name = items[from]?.label
    if (from === to || to < 0 || to >= total) return
    const position = to + 1
    onMove?.(from, to)
    setAnnouncement(t`${name} is now number ${position} of ${total}`)
  }

  function remove({ id, label: name }: OrderItem) {
    onRemove?.(id)
    setAnnouncement(t`Removed: ${name}`)
  }

  function press(event: KeyboardEvent, index: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !by || !onMove) return
    event.preventDefault()
    // An item of a list inside this one does not move both.
    event.stopPropagation()
    move(index, index + by)
  }

  function start(event: PointerEvent, index: number) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from: index, to: index })
  }

  /** Follow the pointer, and scroll to the item below it. */
  function follow({ clientY }: PointerEvent) {
    if (!drag) return
    const rows = [...(list.current?.children ?? [])]
    const below = rows.findIndex(row => clientY < row.getBoundingClientRect().bottom)
    const to = below === -1 ? total - 1 : below
    rows[to]?.scrollIntoView({ block: 'nearest' })
    setDrag({ ...drag, to })
  }

  function drop() {
    if (drag) move(drag.from, drag.to)
    setDrag(null)
  }

  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ol className="order-list" aria-label={label} ref={list}>
        {items.map((item, index) => {
          const { id, label: name, detail, lock, error } = item
          const isOpen = !onOpen || openId === id
          return (
            <li
              key={id}
              className={cx(
                'order-list__item',
                drag?.from === index && 'order-list__item--dragged',
                drag && drag.from !== index && drag.to === index && 'order-list__item--target',
              )}
              onKeyDown={event => press(event, index)}
            >
              <div className="order-list__row">
                {onMove ? (
                  <span
                    className="order-list__handle"
                    aria-hidden="true"
                    onPointerDown={event => start(event, index)}
                    onPointerMove={follow}
                    onPointerUp={drop}
                    onPointerCancel={() => setDrag(null)}
                  >
                    <Icon name="menu" size="s" />
                  </span>
                ) : null}
                {renderMedia?.(id)}
                <span className="order-list__name">
                  <strong>{name}</strong>
                  {detail ? <span className="muted">{detail}</span> : null}
                </span>
                <span className="actions">
                  {renderForm && onOpen ? (
                    <Button
                      kind="quiet"
                      className="order-list__button"
                      aria-expanded={isOpen}
                      onClick={() => onOpen(isOpen ? null : id)}
                    >
                      <Trans>
                        Edit <span className="sr-only">{name}</span>
                      </Trans>
                    </Button>
                  ) : null}
                  {onMove ? (
                    <>
                      <Button
                        kind="quiet"
                        className="order-list__button"
                        aria-disabled={index === 0 || undefined}
                        onClick={() => move(index, index - 1)}
                      >
                        <span aria-hidden="true">↑</span>
                        <span className="sr-only">{t`Move ${name} up`}</span>
                      </Button>
                      <Button
                        kind="quiet"
                        className="order-list__button"
                        aria-disabled={index === total - 1 || undefined}
                        onClick={() => move(index, index + 1)}
                      >
                        <span aria-hidden="true">↓</span>
                        <span className="sr-only">{t`Move ${name} down`}</span>
                      </Button>
                    </>
                  ) : null}
                  {renderActions?.(id)}
                  {lock || !onRemove ? null : (
                    <Button kind="quiet" className="order-list__button" onClick={() => remove(item)}>
                      <Trans>
                        Remove <span className="sr-only">{name}</span>
                      </Trans>
                    </Button>
                  )}
                </span>
              </div>
              {lock ? <p className="hint">{lock}</p> : null}
              {error && !isOpen ? <p className="error">{error}</p> : null}
              {isOpen ? renderForm?.(id) : null}
            </li>
          )
        })}
      </ol>
    </>
  )
})
