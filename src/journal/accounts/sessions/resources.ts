import type { EmailResources } from '../../../platform/email/resources.ts'
import type { SecondFactorResources } from '../second-factors/resources.ts'
import type { UserResources } from '../users/resources.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { RefusedSignIns } from './refused-sign-ins.ts'

export interface SessionResources extends EmailResources, SecondFactorResources, Pick<UserResources, 'signInDelays'> {
  readonly accessTokens: AccessTokens
  readonly refusedSignIns: RefusedSignIns
}
