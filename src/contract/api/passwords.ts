import { z } from 'zod'

export const PASSWORD_MIN = 8
/** Longer passwords are refused, never truncated. */
export const PASSWORD_MAX = 128

const PASSWORD_STRENGTH = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'

/** The hint shown in forms. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters, with an uppercase letter, a lowercase letter and a number.`

/** Checked on the server only: the list is too long for a page. */
export const PASSWORD_COMMON = 'This password is too common. Please choose another one.'

export const Password = z
  .string('Password is required')
  .min(1, 'Password is required')
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password cannot exceed ${PASSWORD_MAX} characters`)

export const NewPassword = Password.refine(
  (password) => /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password),
  PASSWORD_STRENGTH,
)

/** The current password of a signed-in person; the rules for new passwords do not apply to it. */
export const CurrentPassword = z
  .string('Current password is required')
  .min(1, 'Current password is required')
  .max(PASSWORD_MAX)
export const CURRENT_PASSWORD_WRONG = 'Current password is not correct'
