/** One chunk for all screens with offers, because viewers of one often open another. */
export { PurchaseOptions } from '../components/plans/PurchaseOptions'
export { default as Packages } from './Packages'
export { default as SelectPackage } from './SelectPackage'
