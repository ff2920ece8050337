/** The screens of the profile. Viewers usually open several of them, so they share one chunk. */
export { default as Account } from './Account'
export { default as Devices } from './Devices'
export { default as EditProfile } from './EditProfile'
export { default as LinkDevice } from './LinkDevice'
export { default as Security } from './Security'
