/** What sells, in one piece: who sees what is on sale at one place goes on to another. */
export { WaysIn } from '../components/plans/WaysIn'
export { default as Packages } from './Packages'
export { default as SelectPackage } from './SelectPackage'
