import { SESSION_EXPIRED } from '../../contract/domain/messages.ts'
import {
  CONFIRMATION_ASKED,
  CONFIRMATION_KEPT,
  CONFIRMED,
  RESET_ASKED,
  RESET_DONE,
  type session,
} from '../../contract/api/session.ts'
import { orcidIn } from '../../contract/domain/orcid.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Handlers } from '../call.ts'
import { now } from '../ids.ts'
import { enqueueWithin } from '../email/outbox.ts'
import { DomainError } from '../domain-error.ts'
import { createUser } from '../users/commands.ts'
import type { AccountEmail } from '../users/emails.ts'
import { findUser, findUserByEmail, presentUser } from '../users/queries.ts'
import { hashChosen, setPassword } from '../users/choose-password.ts'
import { closeSession, openSession, refreshSession, revokeOtherSessions } from './commands.ts'
import { askConfirmation, confirmEmail } from './email-confirmation.ts'
import { refuseTooSoon, requireCurrentPassword } from '../users/password-check.ts'
import { askPasswordReset, refuseSpentReset, resetPassword } from './password-reset.ts'
import { passwordMatches } from '../users/passwords.ts'
import { listLiveSessions } from './queries.ts'
import type { SessionResources } from './resources.ts'

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
      await writeAuditEntry(tx, {
        actorId: user.id,
        action: 'user.register',
        subject: user.id,
        after: { fullName: input.fullName, username: input.username, email: input.email },
      })
      const data = { userId: user.id, name: input.fullName }
      await enqueueWithin<AccountEmail>(tx, { kind: 'email-confirmation', recipient: input.email, data })
      return openSession(tx, user)
    })
    return { ...(await authAnswer(context, opened)), message: 'Account created successfully!' }
  },

  login: async (context, { email, password }) => {
    const { database, signInDelays, refusedSignIns, address, log } = context
    await refuseTooSoon(signInDelays, address, email)
    const user = await findUserByEmail(database.db, email)
    if (!(await passwordMatches(user?.password_hash ?? null, password)) || !user) {
      await signInDelays.failed(address, email)
      await refusedSignIns
        .add(database, { email, address, userId: user?.id ?? null })
        .catch((error: unknown) => log.error({ err: error }, 'a refused sign-in could not be written down'))
      throw new DomainError('unauthenticated', 'Invalid email or password')
    }
    await signInDelays.succeeded(address, email)
    const opened = await database.transaction(async (tx) => {
      await tx.updateTable('users').set({ last_login_at: now() }).where('id', '=', user.id).execute()
      await writeAuditEntry(tx, { actorId: user.id, action: 'session.open', subject: user.id })
      return openSession(tx, user)
    })
    return { ...(await authAnswer(context, opened)), message: 'Login successful!' }
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
      await setPassword(tx, caller.userId, passwordHash)
      const endedSessions = await revokeOtherSessions(tx, caller)
      await writeAuditEntry(tx, {
        actorId: caller.userId,
        action: 'user.change-password',
        subject: caller.userId,
        after: { endedSessions },
      })
      return endedSessions
    })
    return { message: 'Password changed', endedSessions: ended }
  },

  list: async ({ database, caller }) =>
    (await listLiveSessions(database.db, caller.userId)).map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      current: row.id === caller.sessionId,
    })),

  endOthers: async ({ database, caller }) => {
    const ended = await database.transaction(async (tx) => {
      const endedSessions = await revokeOtherSessions(tx, caller)
      await writeAuditEntry(tx, {
        actorId: caller.userId,
        action: 'session.close-others',
        subject: caller.userId,
        after: { endedSessions },
      })
      return endedSessions
    })
    return { message: 'Your other sessions are signed out', endedSessions: ended }
  },

  logout: async ({ database }, { refreshToken }) => {
    await database.transaction(async (tx) => {
      const closed = await closeSession(tx, refreshToken)
      if (closed) await writeAuditEntry(tx, { actorId: closed.userId, action: 'session.close', subject: closed.userId })
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

  confirmEmail: async ({ database }, { token }) => {
    await database.transaction((tx) => confirmEmail(tx, token))
    return { message: CONFIRMED }
  },
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
