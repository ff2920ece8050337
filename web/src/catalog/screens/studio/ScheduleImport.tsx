import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { HttpError } from '@/shared/http/errors'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { StateBlock } from '@/shared/ui/states'
import { FeedsPanel } from '../../components/studio/import/FeedsPanel'
import { ImportApply } from '../../components/studio/import/ImportApply'
import { ImportFilePanel } from '../../components/studio/import/ImportFilePanel'
import { ImportNames } from '../../components/studio/import/ImportNames'
import { ImportProblems } from '../../components/studio/import/ImportProblems'
import { ImportReading } from '../../components/studio/import/ImportReading'
import { ImportResultPanel } from '../../components/studio/import/ImportResultPanel'
import { ImportRows } from '../../components/studio/import/ImportRows'
import { useCatalog } from '../../context'
import type { ImportPreview } from '../../importApi'
import { type ScheduleImportStore, scheduleImportStore } from '../../stores/studio/ScheduleImportStore'
import '@/shared/ui/Panel.css'
import '@/shared/ui/Table.css'
import '../../components/studio/import/Import.css'

/** `/studio/schedule/import`: brings the games of a file into the schedule, after a preview. */
export default observer(function ScheduleImport() {
  const { t } = useLingui()
  const store = useCatalog().resolve(scheduleImportStore)
  useEffect(() => () => store.reset(), [store])
  return (
    <StudioPage
      title={t`Import a schedule`}
      parent={{ to: '/studio/schedule', label: t`Schedule` }}
      lede={<Trans>Nothing is written before you have seen the preview.</Trans>}
      actions={
        store.file ? (
          <Button icon="left" onClick={() => store.reset()}>
            <Trans>Choose another file</Trans>
          </Button>
        ) : null
      }
    >
      {store.result ? (
        <ImportResultPanel result={store.result} />
      ) : store.file ? (
        <PreviewSteps store={store} />
      ) : (
        <>
          <ImportFilePanel store={store} />
          <FeedsPanel onOpen={feed => void store.openFeed(feed)} />
        </>
      )}
    </StudioPage>
  )
})

const PreviewSteps = observer(function PreviewSteps({ store }: { store: ScheduleImportStore }) {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  const { error, isBusy } = store.preview
  const retry = useCallback(() => void store.load(), [store])
  if (error) {
    const detail = error instanceof HttpError && error.status < 500 ? errorMessage(error.errorMessage) : null
    return (
      <StateBlock
        role="alert"
        icon="alert"
        title={t`The file could not be read`}
        actions={
          <Button busy={isBusy} onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {detail}
      </StateBlock>
    )
  }
  return (
    <Loaded source={store.preview} errorTitle="" onRetry={retry}>
      {value => <Steps store={store} preview={value} />}
    </Loaded>
  )
})

const Steps = observer(function Steps({
  store,
  preview,
}: {
  store: ScheduleImportStore
  preview: ImportPreview
}) {
  return (
    <div className="stack stack--8">
      {store.isOutdated ? (
        <p className="panel" role="alert">
          <Trans>The schedule has changed since this preview. Check the new preview.</Trans>
        </p>
      ) : null}
      <ImportReading store={store} preview={preview} />
      <ImportNames store={store} preview={preview} />
      <ImportProblems problems={preview.problems} />
      {preview.questions.length ? null : (
        <>
          <ImportRows store={store} preview={preview} />
          <ImportApply store={store} />
        </>
      )}
    </div>
  )
})
