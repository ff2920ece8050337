import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link, Navigate, Route } from 'react-router'
import { Loaded } from '@/shared/studio/Loaded'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { LinkButton } from '@/shared/ui/Button'
import { EntryList } from '../../components/studio/EntryList'
import type { ContentSection } from '../../contentFields'
import { CONTENT_SECTIONS } from '../../contentSections'
import { useCatalog } from '../../context'
import { entriesStore } from '../../stores/EntriesStore'
import { EntryPage, NewEntryPage } from './EntryPage'
import '@/shared/ui/Table.css'
import { TabNav } from '@/shared/ui/TabNav'
import '../../components/studio/Content.css'

/** `/studio/content`: teams, schools, locations, categories, videos, pages, questions, forms, pre-rolls and pop-ups. */
export default function Content() {
  return (
    <RoomRoutes>
      {CONTENT_SECTIONS.map(section => (
        <Route key={section.path} path={section.path}>
          <Route index element={<SectionPage key={section.path} section={section} />} />
          {section.addLabel ? <Route path="_new" element={<NewEntryPage section={section} />} /> : null}
          <Route path=":key/*" element={<EntryPage section={section} />} />
        </Route>
      ))}
      <Route index element={<Navigate to="/studio/content/teams" replace />} />
    </RoomRoutes>
  )
}

const SectionPage = observer(function SectionPage({ section }: { section: ContentSection }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(entriesStore)
  const load = useCallback(() => {
    void store.load(section.section)
    for (const field of section.fields)
      if (field.kind === 'reference' && section.detailFields?.includes(field.name))
        void store.load(field.section)
  }, [store, section])
  useEffect(load, [load])
  return (
    <StudioPage
      title={t`Content`}
      lede={<Trans>The teams, places, texts and pictures of the channel.</Trans>}
      actions={
        section.addLabel ? (
          <LinkButton kind="primary" icon="plus" to={`/studio/content/${section.path}/_new`}>
            {t(section.addLabel)}
          </LinkButton>
        ) : null
      }
    >
      <TabNav label={t`Sections`}>
        {CONTENT_SECTIONS.map(({ path, label }) => (
          <Link
            key={path}
            to={`/studio/content/${path}`}
            aria-current={path === section.path ? 'page' : undefined}
          >
            {t(label)}
          </Link>
        ))}
      </TabNav>
      <Loaded
        source={store.section(section.section)}
        errorTitle={t`The entries could not be loaded`}
        onRetry={load}
      >
        {loaded => <EntryList section={section} loaded={loaded} />}
      </Loaded>
    </StudioPage>
  )
})
