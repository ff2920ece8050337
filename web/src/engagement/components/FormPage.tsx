import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useEngagement } from '../context'
import { customFormStore } from '../stores/CustomFormStore'
import { FormFields } from './FormFields'
import { FormSent } from './FormSent'
import '@/shared/ui/Panel.css'
import './FormPage.css'

/** The page of a form: the title, the introduction, and the fields or the confirmation. */
export const FormPage = observer(function FormPage({ alias }: { alias: string }) {
  const { t } = useLingui()
  const store = useEngagement().resolve(customFormStore)
  const load = useCallback(() => void store.open(alias), [store, alias])
  useEffect(load, [load])
  const { value, error, isBusy } = store.definition
  const isSent = store.form.state.kind === 'success'
  const title = value?.title ?? (store.isMissing ? t`Form not found` : t`Contact us`)
  useDocumentTitle(title)
  return (
    <div className="page page--narrow form-page">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {title}
        </h1>
        {value?.intro && !isSent ? <p className="lede">{value.intro}</p> : null}
      </div>
      {store.isMissing ? (
        <FormNotFound />
      ) : value ? (
        isSent ? (
          <FormSent
            definition={value}
            action={
              <LinkButton kind="primary" to="/">
                <Trans>Go to home page</Trans>
              </LinkButton>
            }
          />
        ) : (
          <FormFields definition={value} store={store} />
        )
      ) : error ? (
        <ErrorState title={t`The form could not be loaded`} onRetry={load} busy={isBusy} />
      ) : (
        <div className="panel stack" aria-busy="true">
          {[48, 100, 48, 100].map((width, index) => (
            <SkeletonLine key={`${width}-${index < 2}`} width={width} />
          ))}
        </div>
      )}
    </div>
  )
})

function FormNotFound() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="mail"
      title={t`Form unavailable`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>Go to home page</Trans>
        </LinkButton>
      }
    >
      <Trans>The form may be closed, or the link may be wrong. Check the link and try again.</Trans>
    </EmptyState>
  )
}
