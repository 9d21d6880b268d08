import { redirect } from 'react-router'
import { SECOND_FACTOR_REQUIRED } from '../contract/rules/accounts/access.ts'
import { refreshNow } from './client/api.ts'
import { failureOf } from './client/api-error.ts'
import { currentSession } from './client/session.ts'
import { inArea, type LoadArgs } from './load.ts'
import { accessRedirect } from './site/access-redirect.ts'

/**
 * Makes a browser loader for a page that people open by a duty. If the duty has ended since their token was made, a new token no
 * longer names it: they are led away, or the page is loaded with what they may still see.
 */
export const inDesk = <T>(load: (args: LoadArgs) => Promise<T>) =>
  inArea(async (args: LoadArgs): Promise<T> => {
    try {
      return await load(args)
    } catch (error) {
      const { statusCode, message } = failureOf(error)
      if (statusCode !== 403 || message === SECOND_FACTOR_REQUIRED.message) throw error
      await refreshNow()
      const destination = accessRedirect(args.pathname, currentSession())
      if (destination !== null) throw redirect(destination)
      return load(args)
    }
  })
