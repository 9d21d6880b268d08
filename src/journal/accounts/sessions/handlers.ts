import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import {
  CONFIRMATION_ASKED,
  CONFIRMATION_KEPT,
  CONFIRMED,
  RESET_ASKED,
  RESET_DONE,
  type session,
} from '../../../contract/api/session.ts'
import { PASSKEY_REFUSED, SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG } from '../../../contract/api/second-factors.ts'
import { orcidIn } from '../../../contract/rules/people/identifiers.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { CallContext, Handlers } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { notFound, DomainError } from '../../../platform/errors.ts'
import { createUser, lockUser } from '../users/commands.ts'
import { tellSignInChanged, type AccountEmail } from '../users/emails.ts'
import { findUser, findUserByEmail, presentUser } from '../users/queries.ts'
import { hashChosen, setPassword } from '../users/choose-password.ts'
import { beginChallenge, finishChallenge, openChallenge, takeToSign } from '../second-factors/challenges.ts'
import { checkPasskey, newToSign, notePasskeyUse, passkeyRequest } from '../second-factors/passkeys.ts'
import { closeSession, openSession, refreshSession, revokeOtherSessions, revokeOwnSession } from './commands.ts'
import { askConfirmation, confirmEmail } from './email-confirmation.ts'
import { refuseTooSoon, requireCurrentPassword } from '../users/password-check.ts'
import { askPasswordReset, refuseSpentReset, resetPassword } from './password-reset.ts'
import { passwordMatches } from '../users/passwords.ts'
import { listLiveSessions, requireLiveSession } from './queries.ts'
import type { SessionResources } from './resources.ts'
import { askSecondFactor, checkSecondFactor, requirePasskeys } from './second-step.ts'

export const sessionHandlers: Handlers<{ session: typeof session }, SessionResources>['session'] = {
  register: async (context, input) => {
    const { database } = context
    const passwordHash = await hashChosen('password', input.password)
    const opened = await database.transaction(async (tx) => {
      const user = await createUser(tx, {
        fullName: input.fullName,
        username: input.username,
        email: input.email,
        phoneNumber: input.phoneNumber,
        location: input.location,
        orcid: orcidIn(input.orc_id ?? '') ?? null,
        role: 'author',
        passwordHash,
        lastLoginAt: now(),
      })
      await writeAuditEntry(tx, user.id, 'user.register', user.id, {
        after: { fullName: input.fullName, username: input.username, email: input.email },
      })
      const data = { userId: user.id, name: input.fullName }
      await enqueueWithin<AccountEmail>(tx, { kind: 'email-confirmation', recipient: input.email, data })
      return openSession(tx, user, context.userAgent)
    })
    return { ...(await authAnswer(context, opened)), message: 'Account created successfully!' }
  },

  login: async (context, { email, password }) => {
    const { database, signInDelays, address } = context
    await refuseTooSoon(signInDelays, address, email)
    const user = await findUserByEmail(database.db, email)
    if (!(await passwordMatches(user?.password_hash ?? null, password)) || !user) {
      await noteRefusal(context, { email, userId: user?.id ?? null })
      throw new DomainError('unauthenticated', 'Invalid email or password')
    }
    // Earlier failures are forgotten only when nothing more is asked: a password alone opens nothing then.
    const secondFactor = await askSecondFactor(context, user)
    if (secondFactor) return { secondFactor, message: SECOND_FACTOR_NEEDED }
    await signInDelays.succeeded(address, email)
    return signedIn(context, await database.transaction((tx) => beginSession(tx, context, user)))
  },

  secondFactor: async (context, { challenge, ...answer }) => {
    const { database, signInDelays, address } = context
    const begun = await openChallenge(database.db, { token: challenge, purpose: 'sign-in', who: address })
    const user = await findUser(database.db, begun.user_id!)
    if (!user) throw new DomainError('unauthenticated', SESSION_EXPIRED)
    const email = user.email.toLowerCase()
    await refuseTooSoon(signInDelays, address, email)
    const use = await checkSecondFactor(context, begun, user, answer)
    const opened =
      use &&
      (await database.transaction(async (tx) => {
        if (!(await use(tx))) return null
        await finishChallenge(tx, begun)
        return beginSession(tx, context, user)
      }))
    if (!opened) {
      await noteRefusal(context, { email, userId: user.id })
      const field = Object.keys(answer).find((name) => answer[name as keyof typeof answer] !== undefined)!
      throw new DomainError('unauthenticated', SECOND_FACTOR_WRONG, { errors: { [field]: SECOND_FACTOR_WRONG } })
    }
    await signInDelays.succeeded(address, email)
    return signedIn(context, opened)
  },

  beginPasskey: async ({ database, address, secondFactors }) => {
    const relyingParty = requirePasskeys(secondFactors)
    const toSign = newToSign()
    const challenge = await beginChallenge(database.db, { purpose: 'passkey-sign-in', who: address, toSign })
    return { challenge, options: passkeyRequest(relyingParty, toSign) }
  },

  passkey: async (context, { challenge, passkey: answer }) => {
    const { database, address, secondFactors, signInDelays } = context
    const relyingParty = requirePasskeys(secondFactors)
    const begun = await openChallenge(database.db, { token: challenge, purpose: 'passkey-sign-in', who: address })
    const toSign = await takeToSign(database.db, begun)
    const checked =
      toSign === null ? null : await checkPasskey(database.db, relyingParty, { toSign, userId: null, answer })
    const user = checked && (await findUser(database.db, checked.passkey.user_id))
    const opened =
      user &&
      (await database.transaction(async (tx) => {
        if (!(await notePasskeyUse(tx, checked.passkey, checked.counter))) return null
        await finishChallenge(tx, begun)
        return beginSession(tx, context, user)
      }))
    if (!opened) throw new DomainError('unauthenticated', PASSKEY_REFUSED)
    await signInDelays.succeeded(address, user.email.toLowerCase())
    return signedIn(context, opened)
  },

  refresh: async ({ database, accessTokens }, { refreshToken, rotate }) => {
    const session = await database.transaction((tx) => refreshSession(tx, refreshToken, rotate))
    if (!session) throw new DomainError('unauthenticated', SESSION_EXPIRED)
    return {
      accessToken: await accessTokens.make(session),
      ...(session.refreshToken ? { refreshToken: session.refreshToken } : {}),
    }
  },

  password: async (context, { currentPassword, newPassword }) => {
    const { database, caller } = context
    await requireCurrentPassword(context, currentPassword)
    const passwordHash = await hashChosen('newPassword', newPassword)
    const ended = await database.transaction(async (tx) => {
      await lockUser(tx, caller.userId)
      await requireLiveSession(tx, caller)
      await setPassword(tx, caller.userId, passwordHash)
      const user = await findUser(tx, caller.userId)
      if (user) await tellSignInChanged(tx, user, 'Your password was changed.')
      const endedSessions = await revokeOtherSessions(tx, caller)
      await writeAuditEntry(tx, caller.userId, 'user.change-password', caller.userId, { after: { endedSessions } })
      return endedSessions
    })
    return { message: 'Password changed', endedSessions: ended }
  },

  list: async ({ database, caller }) =>
    (await listLiveSessions(database.db, caller.userId)).map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      device: row.device,
      current: row.id === caller.sessionId,
    })),

  end: async ({ database, caller }, { id }) => {
    await database.transaction(async (tx) => {
      if (!(await revokeOwnSession(tx, caller.userId, id))) throw notFound('Session')
      await writeAuditEntry(tx, caller.userId, 'session.close-others', caller.userId, { after: { endedSessions: 1 } })
    })
    return { message: 'The session is signed out' }
  },

  endOthers: async ({ database, caller }) => {
    const ended = await database.transaction(async (tx) => {
      const endedSessions = await revokeOtherSessions(tx, caller)
      await writeAuditEntry(tx, caller.userId, 'session.close-others', caller.userId, { after: { endedSessions } })
      return endedSessions
    })
    return { message: 'Your other sessions are signed out', endedSessions: ended }
  },

  logout: async ({ database }, { refreshToken }) => {
    await database.transaction(async (tx) => {
      const closed = await closeSession(tx, refreshToken)
      if (closed) await writeAuditEntry(tx, closed.userId, 'session.close', closed.userId)
    })
    return { message: 'You are signed out' }
  },

  forgotPassword: async ({ database, signInDelays }, { email }) => {
    await signInDelays.evenly(() => database.transaction((tx) => askPasswordReset(tx, email)))
    return { message: RESET_ASKED }
  },

  resetPassword: async ({ database, signInDelays, address }, { token, newPassword }) => {
    // Checked before the costly hash, and again inside the transaction.
    await refuseSpentReset(database.db, token)
    const passwordHash = await hashChosen('newPassword', newPassword)
    const email = await database.transaction((tx) => resetPassword(tx, token, passwordHash))
    await signInDelays.succeeded(address, email)
    return { message: RESET_DONE }
  },

  sendConfirmation: async ({ database, caller, mailer }) => {
    const confirmed = await database.transaction((tx) => askConfirmation(tx, caller.userId))
    if (confirmed) return { message: CONFIRMED }
    return { message: mailer ? CONFIRMATION_ASKED : CONFIRMATION_KEPT }
  },

  confirmEmail: async ({ database, caller }, { token }) => {
    await database.transaction((tx) => confirmEmail(tx, caller, token))
    return { message: CONFIRMED }
  },
}

/** Opens the session of someone who has proved who they are, unless the password has been changed meanwhile. */
async function beginSession(tx: Tx, { userAgent }: CallContext, user: UserRow) {
  await lockUser(tx, user.id)
  const current = await findUser(tx, user.id)
  if (current?.password_hash !== user.password_hash) throw new DomainError('unauthenticated', SESSION_EXPIRED)
  await tx.updateTable('users').set({ last_login_at: now() }).where('id', '=', user.id).execute()
  await writeAuditEntry(tx, user.id, 'session.open', user.id)
  return openSession(tx, user, userAgent)
}

const signedIn = async (context: SessionResources, opened: Awaited<ReturnType<typeof openSession>>) => ({
  ...(await authAnswer(context, opened)),
  message: 'Login successful!',
})

/** Delays the next attempt from this network, and writes the refusal down. */
async function noteRefusal(
  { database, signInDelays, refusedSignIns, address, log }: CallContext & SessionResources,
  { email, userId }: { email: string; userId: string | null },
): Promise<void> {
  await signInDelays.failed(address, email)
  await refusedSignIns
    .add(database, { email, address, userId })
    .catch((error: unknown) => log.error({ err: error }, 'a refused sign-in could not be written down'))
}

async function authAnswer(
  { accessTokens, database }: SessionResources,
  opened: Awaited<ReturnType<typeof openSession>>,
) {
  const user = await findUser(database.db, opened.userId)
  if (!user) throw new DomainError('unauthenticated', SESSION_EXPIRED)
  return {
    accessToken: await accessTokens.make(opened),
    refreshToken: opened.refreshToken,
    user: presentUser(user),
  }
}
