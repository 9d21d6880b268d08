/** Builders of those who follow by email, by the calls that they make. */
import { makePersonLink } from '../../src/journal/peer-review/authorship/links.ts'
import type { Followed, Rhythm } from '../../src/contract/rules/site/follow-scopes.ts'
import { confirmFollow } from '../../src/journal/publication/following/commands.ts'
import { rowFor } from '../../src/journal/publication/following/rows.ts'
import type { Database } from '../../src/platform/database/connect.ts'

/** Someone who has said yes; the id of what they follow: an article, every article without one, or what is named. */
export const aFollower = (
  database: Database,
  email: string,
  followed: string | Followed | null = null,
  rhythm: Rhythm = 'daily',
): Promise<string> =>
  database.transaction(async (tx) => {
    const about: Followed =
      followed === null
        ? { scope: 'articles', id: null }
        : typeof followed === 'string' ? { scope: 'article', id: followed } : followed // prettier-ignore
    const { id } = await rowFor(tx, email.toLowerCase(), about, { rhythm, askedAs: null })
    await confirmFollow(tx, { followId: id, email: email.toLowerCase() })
    return id
  })

const linkFor = async (
  database: Database,
  purpose: 'follow' | 'unfollow',
  followId: string,
  to?: string,
): Promise<string> => {
  const { email } = await database.db
    .selectFrom('follows')
    .select('email')
    .where('id', '=', followId)
    .executeTakeFirstOrThrow()
  const link = { purpose, subjectId: followId, email: to ?? email }
  return (await database.transaction((tx) => makePersonLink(tx, '', link))).split(/[#=]/)[1]!
}

/** The secret of the link that its owner is sent; `to`: sent to another address. */
export const followLink = (database: Database, followId: string, to?: string): Promise<string> =>
  linkFor(database, 'follow', followId, to)

/** The secret of the link that ends it. */
export const unfollowLink = (database: Database, followId: string): Promise<string> =>
  linkFor(database, 'unfollow', followId)
