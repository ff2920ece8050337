/** The authentication screens. They are small and follow each other, so they share one chunk. */
export { default as ConfirmDeletion } from './ConfirmDeletion'
export { default as Login } from './Login'
export { default as PasswordReset } from './PasswordReset'
export { default as PasswordResetRequest } from './PasswordResetRequest'
export { default as Registration } from './Registration'
export { default as SocialCallback } from './SocialCallback'
export { default as VerifyEmail } from './VerifyEmail'
export { default as VerifyNotice } from './VerifyNotice'
