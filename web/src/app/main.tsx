import '@/shared/ui/styles/tokens.css'
import '@/shared/ui/styles/base.css'
import { configure } from 'mobx'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { readPageFacts } from './page'
import { RootStore } from './RootStore'
import { preload } from './routes'
import { StartUpStore } from './StartUpStore'
import { applyShades } from './shades'

configure({ enforceActions: 'always' })
history.scrollRestoration = 'manual'
applyShades(document)

const facts = readPageFacts(document)
const root = new RootStore(facts, location.search)
const startUp = new StartUpStore(root)
void startUp.run(preload(location.pathname))

const element = document.getElementById('root')
if (element) {
  createRoot(element).render(
    <StrictMode>
      <App root={root} startUp={startUp} facts={facts} />
    </StrictMode>,
  )
}
