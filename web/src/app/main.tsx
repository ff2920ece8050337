import { configure } from 'mobx'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { readPageConfig } from './pageConfig'
import { RootStore } from './RootStore'
import { replaceFirstPaint } from './replaceFirstPaint'
import { preload } from './routes'
import { StartUpStore } from './StartUpStore'
import { scheduleTask } from './scheduleTask'
import { standaloneRouteAt, startStandalone } from './standalone'
import { reportUncaughtErrors } from './uncaughtErrors'

/** Start the app. It runs in a separate task, because the scripts have just run in one. */
function startApp(): void {
  configure({ enforceActions: 'always' })
  history.scrollRestoration = 'manual'

  const config = readPageConfig(document)
  const element = document.getElementById('root')
  const standalone = standaloneRouteAt(location.pathname)
  if (standalone && element) {
    void startStandalone(standalone, config, element)
    return
  }
  const root = new RootStore(config, location.search)
  reportUncaughtErrors(root.telemetry)
  const startUp = new StartUpStore(root)
  const started = startUp.run(preload(location.pathname))

  if (element) {
    // Report errors that a boundary catches too: the viewer sees that something is missing.
    const reportError = (error: unknown) => {
      console.error(error)
      root.telemetry.emit('fault', { kind: 'render', thrown: error })
    }
    const reactRoot = createRoot(element, { onCaughtError: reportError, onUncaughtError: reportError })
    const renderApp = () =>
      reactRoot.render(
        <StrictMode>
          <App root={root} startUp={startUp} config={config} />
        </StrictMode>,
      )
    // Behind the server's first paint, render the app in small steps, and only after the start-up data has loaded.
    const firstPaint = document.getElementById('first')
    if (firstPaint) {
      replaceFirstPaint(firstPaint, element)
      void started.then(() => startTransition(renderApp))
    } else renderApp()
  }
}

scheduleTask(startApp)
