import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Entry } from '@/shared/studio/entries'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { IconButton } from '@/shared/ui/IconButton'
import { Picture } from '@/shared/ui/Picture'

interface Props {
  entry: Entry
  to: string
  name: string
  detail: string
  picture: string | null | undefined
  colors: readonly string[]
  /** The names of the languages in which a text is missing. */
  untranslated: string
  busy: boolean
  /** Renames the entry. Without it, it has no name of its own yet. */
  onRename?: (name: string) => void
  /** Removes the entry. Without it, entries cannot be removed here. */
  onRemove?: () => void
  /** The site has the entry anyway: to remove it is to reset it. */
  isBuiltIn: boolean
  /** Moves the entry by a number of places. Without it, the order does not count or is hidden by a filter. */
  onMove?: (by: number) => void
  onDragStart?: () => void
  onDrop?: () => void
}

/** A row of a section: picture, name with inline edit, detail, and actions. */
export function EntryRow(props: Props) {
  const { t } = useLingui()
  const { entry, to, name, detail, picture, colors, untranslated, busy, onRemove, onMove } = props
  const [isRenaming, setRenaming] = useState(false)
  const allowDrop = (event: DragEvent) => event.preventDefault()
  return (
    <tr
      aria-busy={busy || undefined}
      draggable={onMove && !isRenaming ? true : undefined}
      onDragStart={props.onDragStart}
      onDragOver={onMove ? allowDrop : undefined}
      onDrop={props.onDrop}
    >
      <td data-label={t`Name`}>
        <span className="content-row">
          {picture === undefined ? null : (
            <Picture className="content-row__picture" src={picture} width={40} height={40} />
          )}
          {isRenaming ? (
            <Rename
              name={name}
              onSave={next => {
                setRenaming(false)
                if (next && next !== name) props.onRename?.(next)
              }}
            />
          ) : (
            <>
              <Link className="content-row__name" to={to}>
                <strong>{name || entry.key}</strong>
              </Link>
              {colors.map(color => (
                <span
                  key={color}
                  className="color-input__swatch"
                  style={{ background: color }}
                  role="img"
                  aria-label={color}
                  title={color}
                />
              ))}
              {props.onRename ? (
                <IconButton icon="edit" small label={t`Rename ${name}`} onClick={() => setRenaming(true)} />
              ) : null}
            </>
          )}
        </span>
      </td>
      <td data-label={t`Details`}>{detail}</td>
      <td data-label={t`Translation`}>
        {untranslated ? (
          <Badge tone="plain" icon="globe">
            <Trans>Missing: {untranslated}</Trans>
          </Badge>
        ) : null}
      </td>
      <td data-label="">
        <span className="actions content-row__actions">
          {onMove ? (
            <>
              <Button kind="quiet" size="s" disabled={busy} onClick={() => onMove(-1)}>
                <span aria-hidden="true">↑</span>
                <span className="sr-only">{t`Move ${name} up`}</span>
              </Button>
              <Button kind="quiet" size="s" disabled={busy} onClick={() => onMove(1)}>
                <span aria-hidden="true">↓</span>
                <span className="sr-only">{t`Move ${name} down`}</span>
              </Button>
            </>
          ) : null}
          {onRemove ? (
            <Button kind="quiet" size="s" aria-haspopup="dialog" onClick={onRemove}>
              {props.isBuiltIn ? (
                <Trans>
                  Reset <span className="sr-only">{name}</span>
                </Trans>
              ) : (
                <Trans>
                  Remove <span className="sr-only">{name}</span>
                </Trans>
              )}
            </Button>
          ) : null}
        </span>
      </td>
    </tr>
  )
}

/** The name as an input. Enter and leaving it save; Escape keeps the old name. */
function Rename({ name, onSave }: { name: string; onSave: (name: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState(name)
  // The browser also reports that a removed input loses the focus.
  const isDone = useRef(false)
  function finish(next: string) {
    if (!isDone.current) onSave(next)
    isDone.current = true
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') finish(text.trim())
    if (event.key === 'Escape') finish(name)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the operator has just pressed the button to rename
      autoFocus
      className="input content-row__input"
      aria-label={t`Name`}
      value={text}
      onChange={event => setText(event.target.value)}
      onKeyDown={press}
      onBlur={() => finish(text.trim())}
    />
  )
}
