import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ChangeEvent, type FormEvent, useMemo, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import type { Entry } from '@/shared/studio/entries'
import { PendingChangeDialogs } from '@/shared/studio/PendingChangeDialogs'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { useBilling } from '../../../context'
import { type CouponForm, suggestCode, toCouponForm, toCouponValue } from '../../../couponForm'
import { studioOffersStore } from '../../../stores/StudioOffersStore'
import { Choices } from './Choices'
import { useFormLanguage } from './useFormLanguage'
import { useProductOptions } from './useProductOptions'
import '@/shared/ui/Panel.css'
import './StudioOffers.css'

const FIELDS = ['code', 'percent', 'amount', 'products', 'limit', 'limit_each', 'starts', 'ends']

interface Props {
  /** Null for a new code. */
  entry: Entry | null
  editor: EntryEditor
  onSaved: (code: string) => void
}

/** The form of a promo code. A new one has a suggested code. */
export const CouponEditor = observer(function CouponEditor({ entry, editor: given, onSaved }: Props) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOffersStore)
  const formatError = useErrorMessage()
  const language = useFormLanguage()
  const before = useMemo(() => entry?.value ?? {}, [entry])
  const [saved] = useState(() => toCouponForm(before, language))
  const [form, setForm] = useState<CouponForm>(() => (entry ? saved : { ...saved, code: suggestCode() }))
  const [editor, setEditor] = useState(given)
  const { errorMessage } = editor
  const others = [...editor.errorsBeside(FIELDS), ...(errorMessage ? [errorMessage] : [])]
  const change = (part: Partial<CouponForm>) => setForm(previous => ({ ...previous, ...part }))

  function errorFor(name: string) {
    const [error] = editor.errorsOf(name)
    return error && formatError(error)
  }
  const bind = (name: 'limit' | 'limitEach' | 'starts' | 'ends', field: string) => ({
    error: errorFor(field),
    value: form[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const value = toCouponValue(form, before, language)
    const code = String(value.code ?? '')
    const current = entry ? editor : new EntryEditor(store.entries, 'coupons', code)
    setEditor(current)
    if (await current.save(value)) onSaved(code)
  }

  return (
    <form className="offer-form stack stack--8" onSubmit={event => void submit(event)} noValidate>
      <section className="panel stack">
        {entry ? null : (
          <CodeField code={form.code} error={errorFor('code')} onChange={code => change({ code })} />
        )}
        <DiscountFields form={form} errorFor={errorFor} onChange={change} />
        <Choices
          label={t`Applies to (none: everything)`}
          options={useProductOptions()}
          value={form.products}
          error={errorFor('products')}
          onChange={products => change({ products })}
        />
        <div className="offer-form__grid">
          <TextField
            label={t`Uses at most`}
            hint={t`Empty: no limit`}
            inputMode="numeric"
            {...bind('limit', 'limit')}
          />
          <TextField
            label={t`Uses by one viewer`}
            hint={t`Empty: no limit`}
            inputMode="numeric"
            {...bind('limitEach', 'limit_each')}
          />
          <TextField label={t`First day`} type="date" {...bind('starts', 'starts')} />
          <TextField label={t`Last day`} type="date" {...bind('ends', 'ends')} />
        </div>
      </section>
      {others.length ? <FormError message={others.map(formatError).join(' ')} /> : null}
      <div className="cluster offer-form__actions">
        <Button
          kind="primary"
          submit
          busy={editor.isBusy}
          disabled={!form.code.trim() || JSON.stringify(form) === JSON.stringify(saved)}
        >
          {entry ? <Trans>Save changes</Trans> : <Trans>Create the code</Trans>}
        </Button>
      </div>
      {editor.pending?.value ? (
        <PendingChangeDialogs editor={editor} onDone={() => onSaved(editor.key)} />
      ) : null}
    </form>
  )
})

function CodeField({
  code,
  error,
  onChange,
}: {
  code: string
  error: string | undefined
  onChange: (code: string) => void
}) {
  const { t } = useLingui()
  return (
    <div className="offer-form__feature">
      <TextField
        label={t`Code`}
        hint={t`Letters, digits, hyphens or underscores. Viewers may type it in lowercase.`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
        value={code}
        onChange={event => onChange(event.target.value.toUpperCase())}
      />
      <Button onClick={() => onChange(suggestCode())}>
        <Trans>Suggest</Trans>
      </Button>
    </div>
  )
}

function DiscountFields({
  form,
  errorFor,
  onChange,
}: {
  form: CouponForm
  errorFor: (name: string) => string | undefined
  onChange: (part: Partial<CouponForm>) => void
}) {
  const { t } = useLingui()
  const { currency } = useFormLanguage()
  return (
    <div className="stack">
      <SegmentedControl<CouponForm['kind']>
        label={t`Discount`}
        choices={[
          { value: 'percent', label: t`Percent` },
          { value: 'amount', label: t`Amount` },
        ]}
        value={form.kind}
        onChange={kind => onChange({ kind })}
      />
      <TextField
        label={form.kind === 'percent' ? t`Discount in percent` : t`Discount in ${currency}`}
        hint={t`It reduces the price, never the service fee. For a subscription, only the first payment.`}
        inputMode="decimal"
        autoComplete="off"
        error={errorFor('percent') ?? errorFor('amount')}
        value={form.discount}
        onChange={event => onChange({ discount: event.target.value })}
      />
    </div>
  )
}
