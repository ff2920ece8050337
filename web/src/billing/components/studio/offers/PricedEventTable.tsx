import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { fromAmountText, toAmountText } from '@/shared/studio/amounts'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Button } from '@/shared/ui/Button'
import { TableHead } from '@/shared/ui/TableHead'
import { useBilling } from '../../../context'
import { withoutEmpty } from '../../../offerForm'
import { studioOffersStore } from '../../../stores/StudioOffersStore'
import type { PricedEvent } from '../../../studioOffersApi'
import { useFormLanguage } from './useFormLanguage'
import { useOfferTexts } from './useOfferTexts'
import './StudioOffers.css'

/** The events with their own price. Prices are edited in place. */
export function PricedEventTable({ events }: { events: readonly PricedEvent[] }) {
  const { t } = useLingui()
  const { day } = useOfferTexts()
  const headings = [t`Event`, t`Start`, t`Price`]
  return (
    <table className="table">
      <TableHead headings={headings} />
      <tbody>
        {events.map(event => (
          <tr key={event.key}>
            <td data-label={headings[0]}>
              <span className="stack stack--2">
                <Link className="link" to={`/studio/schedule/${event.key}`}>
                  {event.name}
                </Link>
                <span className="muted">{event.category}</span>
              </span>
            </td>
            <td data-label={headings[1]} className="tabular-nums">
              {day(event.starts_at)}
            </td>
            <td data-label={headings[2]}>
              <PriceCell event={event} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The price of an event. A press edits it in place. */
function PriceCell({ event }: { event: PricedEvent }) {
  const { name } = event
  const { money } = useOfferTexts()
  const { currency } = useFormLanguage()
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <PriceEditor event={event} onClose={() => setEditing(false)} />
  return (
    <Button size="s" kind="quiet" onClick={() => setEditing(true)}>
      <span className="sr-only">
        <Trans>Change the price of {name}:</Trans>{' '}
      </span>
      <span className="tabular-nums">{event.price === null ? '–' : money(event.price, currency)}</span>
    </Button>
  )
}

const PriceEditor = observer(function PriceEditor({
  event,
  onClose,
}: {
  event: PricedEvent
  onClose: () => void
}) {
  const { t } = useLingui()
  const billing = useBilling()
  const formatError = useErrorMessage()
  const language = useFormLanguage()
  const store = billing.resolve(studioOffersStore)
  const toText = (amount: unknown) => toAmountText(amount, language.currency, language.current)
  const [base, setBase] = useState(toText(event.price))
  const [fee, setFee] = useState<string | null>(null)
  const [editor] = useState(() => {
    const created = new EntryEditor(store.entries, 'events', event.key)
    void created.load()
    return created
  })
  const before = editor.entry.value?.value
  const savedFee = (before?.price as { fee?: unknown } | undefined)?.fee
  const feeText = fee ?? (Number(savedFee) ? toText(savedFee) : '')
  const [error = editor.errorMessage] = [...editor.errorsOf('price'), ...editor.errorsBeside(['price'])]

  async function finish() {
    onClose()
    billing.shell.toasts.show(t`Price saved. It applies from the next purchase.`, { type: 'success' })
    await store.events.refresh()
  }

  async function save() {
    if (!before) return
    const price = withoutEmpty({ base: fromAmountText(base), fee: fromAmountText(feeText) })
    if (await editor.save(withoutEmpty({ ...before, price }))) await finish()
  }

  function handleKey(press: KeyboardEvent) {
    if (press.key === 'Enter') void save()
    if (press.key === 'Escape') onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key events are from the fields inside
    <div className="priced-event" onKeyDown={handleKey} aria-busy={editor.isBusy}>
      <input
        className="input priced-event__amount"
        inputMode="decimal"
        aria-label={t`Price in ${language.currency}`}
        // biome-ignore lint/a11y/noAutofocus: the operator has just asked to edit this field
        autoFocus
        value={base}
        onChange={change => setBase(change.target.value)}
      />
      <input
        className="input priced-event__amount"
        inputMode="decimal"
        aria-label={t`Service fee`}
        placeholder={t`Service fee`}
        value={feeText}
        onChange={change => setFee(change.target.value)}
      />
      <p className="hint priced-event__note">
        {error ? (
          <span role="alert" className="error">
            {formatError(error)}
          </span>
        ) : (
          <Trans>Enter saves, Escape cancels. Earlier buyers keep what they paid.</Trans>
        )}
      </p>
      <PendingChangeDialogs editor={editor} onDone={() => void finish()} />
    </div>
  )
})
