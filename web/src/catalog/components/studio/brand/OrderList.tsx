import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '@/shared/ui/Button'

export interface OrderItem {
  id: string
  label: string
  detail?: string
}

interface Props {
  label: string
  items: readonly OrderItem[]
  onMove: (from: number, to: number) => void
  onRemove: (id: string) => void
  /** The form of an item. With it, each item has a button that opens its form. */
  renderForm?: (id: string) => ReactNode
  openId?: string | null
  onOpen?: (id: string | null) => void
}

/** A list that is put in order by drag, by buttons, and by Alt with the arrow keys. */
export function OrderList({ label, items, onMove, onRemove, renderForm, openId, onOpen }: Props) {
  const { t } = useLingui()
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const total = items.length

  function move(from: number, to: number) {
    const name = items[from]?.label
    if (from === to || to < 0 || to >= total) return
    const position = to + 1
    onMove(from, to)
    setAnnouncement(t`${name} is now number ${position} of ${total}`)
  }

  function press(event: KeyboardEvent, index: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    move(index, index + by)
  }

  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ol className="order-list" aria-label={label}>
        {items.map(({ id, label: name, detail }, index) => (
          <li
            key={id}
            className="order-list__item"
            draggable={openId !== id}
            onDragStart={() => setDragged(index)}
            onDragOver={(event: DragEvent) => event.preventDefault()}
            onDrop={() => dragged !== null && move(dragged, index)}
            onKeyDown={event => press(event, index)}
          >
            <div className="order-list__row">
              <span className="order-list__name">
                <strong>{name}</strong>
                {detail ? <span className="muted">{detail}</span> : null}
              </span>
              <span className="actions">
                {renderForm ? (
                  <Button
                    kind="quiet"
                    size="s"
                    aria-expanded={openId === id}
                    onClick={() => onOpen?.(openId === id ? null : id)}
                  >
                    <Trans>
                      Edit <span className="sr-only">{name}</span>
                    </Trans>
                  </Button>
                ) : null}
                <Button kind="quiet" size="s" disabled={index === 0} onClick={() => move(index, index - 1)}>
                  <span aria-hidden="true">↑</span>
                  <span className="sr-only">{t`Move ${name} up`}</span>
                </Button>
                <Button
                  kind="quiet"
                  size="s"
                  disabled={index === total - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <span aria-hidden="true">↓</span>
                  <span className="sr-only">{t`Move ${name} down`}</span>
                </Button>
                <Button kind="quiet" size="s" onClick={() => onRemove(id)}>
                  <Trans>
                    Remove <span className="sr-only">{name}</span>
                  </Trans>
                </Button>
              </span>
            </div>
            {openId === id ? renderForm?.(id) : null}
          </li>
        ))}
      </ol>
    </>
  )
}
