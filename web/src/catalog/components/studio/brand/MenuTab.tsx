import { useLingui } from '@lingui/react/macro'
import { MENU_FIELDS } from '../../../brandFields'
import { EntryOrderList } from './EntryOrderList'

/** The menus of the header and the footer. */
export function MenuTab() {
  const { t } = useLingui()
  return (
    <section className="stack">
      <EntryOrderList
        section="menu"
        label={t`Menu`}
        addLabel={t`Add menu item`}
        newName={t`New menu item`}
        newValue={{ url: '/' }}
        fields={MENU_FIELDS}
        nameField="label"
        describe={({ area }) => (area === 'footer' ? t`Footer` : t`Header`)}
      />
    </section>
  )
}
