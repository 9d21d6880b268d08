import type { FastifyInstance, FastifyRequest } from 'fastify'
import { follows } from '../../../contract/api/follows.ts'
import type { Followed } from '../../../contract/rules/site/follow-scopes.ts'
import { aboutWord, followedIn, type FollowState } from '../../../contract/rules/site/follow-states.ts'
import { paths, UNFOLLOW_SECRET } from '../../../contract/rules/site/paths.ts'
import { checkedInput } from '../../../platform/call.ts'
import { DomainError, type DomainErrorKind } from '../../../platform/errors.ts'
import { readForm } from '../../../platform/http/multipart.ts'
import { limited, rateFor, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findPersonLink } from '../../peer-review/authorship/links.ts'
import { askToFollow, stopFollowing } from './commands.ts'

const LONGEST_FORM = 4_000

/** What the page says to who could not be asked. */
const REFUSED: Partial<Record<DomainErrorKind, FollowState>> = {
  ...{ invalid: 'address', too_many_requests: 'often', not_found: 'gone', gone: 'gone' },
}

/**
 * The forms of following, for pages without scripts, and the address at which programs for email end it: by a POST alone
 * (RFC 8058), so that a program that follows every link of an email ends nothing.
 */
export function mountFollowing(app: FastifyInstance, { database, log }: Platform, rates: RateLimits): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, body),
    )

    scope.post(paths.follow, { config: rateFor(rates, follows.ask), errorHandler: busy }, async (request, reply) => {
      const form = await formOf(request)
      const answer = await database
        .transaction((tx) => askToFollow(tx, checkedInput(follows.ask, askedIn(form))))
        .then(
          () => 'sent' as const,
          (error: unknown) => {
            const state = error instanceof DomainError ? REFUSED[error.kind] : undefined
            if (state === undefined) log.error({ err: error }, 'nobody could be asked about following')
            return state ?? 'busy'
          },
        )
      // The form of one thing comes back to it.
      const one = followedIn(form)
      const about = new URLSearchParams({ state: answer })
      if (one && answer !== 'gone') about.set(...asParameter(one))
      return reply.header('cache-control', 'no-store').redirect(`${paths.follow}?${about}`, 303)
    })

    scope.post(paths.unfollow, { config: limited(rates, 'writing', 'ending emails') }, async (request, reply) => {
      const form = await formOf(request)
      const link = await findPersonLink(database.db, secretOf(request))
      // Also one that is too old for anything else. Who has ended it already is answered alike.
      if (link?.purpose === 'unfollow') {
        const what = form.has('all') ? 'all' : { these: link.subject_id }
        await database.transaction((tx) => stopFollowing(tx, { email: link.email, what, linkId: link.subject_id }))
      }
      const state = link?.purpose === 'unfollow' ? 'ended' : 'unknown'
      void reply.header('cache-control', 'no-store')
      // People come from the page; programs are not led anywhere.
      if (form.get('from') === 'page') return reply.redirect(`${paths.unfollow}?state=${state}`, 303)
      return reply
        .code(state === 'ended' ? 200 : 404)
        .type('text/plain; charset=utf-8')
        .send(ANSWERS[state])
    })
  })
}

const ANSWERS = { ended: 'You get no more of these emails.\n', unknown: 'This link is not complete.\n' }

/** A form whose sender has sent too many comes back to its page as well. */
function busy(error: Error, _request: FastifyRequest, reply: import('fastify').FastifyReply): unknown {
  if (!(error instanceof DomainError) || error.kind !== 'too_many_requests') throw error
  return reply.header('cache-control', 'no-store').redirect(`${paths.follow}?state=busy`, 303)
}

const secretOf = ({ url }: FastifyRequest): string =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '').get(UNFOLLOW_SECRET) ?? ''

const asParameter = (one: Followed & { id: string }): [string, string] =>
  one.scope === 'article' ? ['article', one.id] : ['about', aboutWord(one)]

/** What a form asks for: the one thing that its page is about, or what was chosen; without a choice every new article. */
function askedIn(form: URLSearchParams): Record<string, unknown> {
  const one = followedIn(form)
  const chosen = [
    ...(one ? [one] : []),
    ...form.getAll('category').map((id) => ({ scope: 'category', id })),
    ...(['articles', 'volumes', 'news'] as const).flatMap((scope) => (form.has(scope) ? [{ scope, id: null }] : [])),
  ]
  const rhythm = form.get('rhythm')
  return {
    email: form.get('email') ?? '',
    ...(chosen.length ? { about: chosen } : {}),
    ...(rhythm === null ? {} : { rhythm }),
  }
}

/** The short texts of a form, however it was sent; a body that is no form has none. */
async function formOf(request: FastifyRequest): Promise<URLSearchParams> {
  if (!request.isMultipart()) return new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const texts = Object.entries(await readForm(request)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return new URLSearchParams(texts)
}
