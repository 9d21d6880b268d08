import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN } from '../../contract/api/passwords.ts'

/** The passwords that turn up most in what was stolen elsewhere, in lower case; shorter ones are refused anyway. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN))

/** True for a password that many people use, in any letter case: it is among the first that are tried. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
