import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN } from '../../../contract/api/passwords.ts'

/** The most common passwords in leaked databases, in lower case; shorter ones are refused anyway. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN))

/** True for a common password, in any letter case: attackers try these first. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
