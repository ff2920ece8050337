/** What sells, in one piece: who sees what is on sale at one place goes on to another. */
export { PurchaseOptions } from '../components/plans/PurchaseOptions'
export { default as Packages } from './Packages'
export { default as SelectPackage } from './SelectPackage'
