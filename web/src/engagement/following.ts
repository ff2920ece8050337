export * from './components/parts'
export { meet } from './meeting'
export { positionsStore } from './stores/PositionsStore'
