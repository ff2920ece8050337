import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useMemo, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { createKey } from '@/shared/studio/localizedText'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useBilling } from '../../../context'
import { countHolders, offerChanges } from '../../../offerChanges'
import { type OfferForm, toOfferForm, toOfferValue } from '../../../offerForm'
import { studioOffersStore } from '../../../stores/StudioOffersStore'
import type { OfferKind } from '../../../studioOffersApi'
import { OfferFields } from './OfferFields'
import { useFormLanguage } from './useFormLanguage'
import '@/shared/ui/Panel.css'
import './StudioOffers.css'

const ChangeDialog = lazyComponent(() => import('./ChangeDialog'))

const FIELDS = [
  'name',
  'description',
  'features',
  'price',
  'type',
  'days',
  'until',
  'period',
  'offer',
] as const
const ACCESS_FIELDS = [
  'trial_period',
  'off_season.from',
  'off_season.until',
  'categories',
  'capabilities',
  'limits.clips',
  'limits.downloads',
  'limits.streams',
  'availability',
  'availability.replay',
  'availability.replay_delay_hours',
  'availability.audio_only',
  'weight',
]

interface Props {
  kind: OfferKind
  /** Null for a new offer. */
  entry: Entry | null
  editor: EntryEditor
  onSaved: (key: string) => void
}

/** The form of an offer. Before it saves new terms, it says what they mean for those who hold the offer. */
export const OfferEditor = observer(function OfferEditor({ kind, entry, editor: given, onSaved }: Props) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOffersStore)
  const formatError = useErrorMessage()
  const language = useFormLanguage()
  const before: EntryValue = useMemo(() => entry?.value ?? {}, [entry])
  const [saved] = useState(() => toOfferForm(before, kind, language))
  const [form, setForm] = useState<OfferForm>(saved)
  const [editor, setEditor] = useState(given)
  const [isConfirming, setConfirming] = useState(false)
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved)
  const offer = entry ? store.find(kind, entry.key) : undefined
  const value = toOfferValue(form, kind, before)
  const changes = entry ? offerChanges(before, value) : []
  const { errorMessage } = editor
  const others = [
    ...editor.errorsBeside([...FIELDS, ...ACCESS_FIELDS]),
    ...(errorMessage ? [errorMessage] : []),
  ]

  function errorFor(name: string) {
    const [error] = editor.errorsOf(name)
    return error && formatError(error)
  }

  async function send(isConfirmed: boolean) {
    const key = entry?.key ?? createKey(form.name[language.main] ?? '', usedKeys())
    const current = entry ? editor : new EntryEditor(store.entries, editor.section, key)
    setEditor(current)
    const isSaved = await current.save(
      { ...value, key },
      isConfirmed ? { confirm: true, refund: false } : undefined,
    )
    setConfirming(false)
    if (isSaved) onSaved(key)
  }

  function usedKeys(): ReadonlySet<string> {
    return new Set(store.offers.value?.filter(other => other.kind === kind).map(({ key }) => key))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (changes.length && countHolders(offer).holders) setConfirming(true)
    else void send(false)
  }

  return (
    <form className="offer-form stack stack--8" onSubmit={submit} noValidate>
      <OfferFields
        kind={kind}
        form={form}
        errorFor={errorFor}
        onChange={part => setForm(previous => ({ ...previous, ...part }))}
      />
      {others.length ? <FormError message={others.map(formatError).join(' ')} /> : null}
      <div className="cluster offer-form__actions">
        <Button kind="primary" submit busy={editor.isBusy} disabled={!isChanged}>
          {entry ? <Trans>Save changes</Trans> : <Trans>Put on sale</Trans>}
        </Button>
        {isChanged && entry ? (
          <Button kind="quiet" onClick={() => setForm(saved)}>
            <Trans>Discard</Trans>
          </Button>
        ) : null}
      </div>
      {isConfirming && offer ? (
        <ChangeDialog
          offer={offer}
          changes={changes}
          busy={editor.isBusy}
          onConfirm={() => void send(true)}
          onClose={() => setConfirming(false)}
        />
      ) : null}
      {editor.pending?.value ? (
        <PendingChangeDialogs
          editor={editor}
          labels={{ name: t`Name`, description: t`Description`, price: t`Price`, capabilities: t`Includes` }}
          onDone={() => onSaved(editor.key)}
        />
      ) : null}
    </form>
  )
})
