/** The screens of the profile, which come in one piece: who opens one opens the others. */
export { default as Account } from './Account'
export { default as Devices } from './Devices'
export { default as EditProfile } from './EditProfile'
export { default as LinkDevice } from './LinkDevice'
export { default as Security } from './Security'
