export * from './components/slots'
export { initializeViewer } from './initializeViewer'
export { positionsStore } from './stores/PositionsStore'
