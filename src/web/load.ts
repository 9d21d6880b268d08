import { data, redirect, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { Api } from '../contract/api/api.ts'
import { SOMETHING_WENT_WRONG } from '../contract/rules/text/messages.ts'
import { HOMES } from '../contract/rules/site/paths.ts'
import { SECOND_FACTOR_REQUIRED } from '../contract/rules/accounts/access.ts'
import { apiContext, markupContext } from './client/api-context.ts'
import { settleSession } from './client/api.ts'
import { currentSession } from './client/session.ts'
import { failureOf, isApiError, type PageFailure } from './client/api-error.ts'
import { accessRedirect } from './site/access-redirect.ts'
import { toast } from './ui/toast.ts'

/** The arguments of a page's load function, on the server and in the browser alike. */
export interface LoadArgs {
  api: Api
  params: Record<string, string | undefined>
  pathname: string
  search: URLSearchParams
  /**
   * Takes long markup out of the loader data where it would travel twice: on the server it goes to the page alone
   * (`PageMarkup`), and '' is answered; in the browser it is answered as it is.
   */
  besideData: (markup: string) => string
}

const argsOf = (
  { context, params, request }: LoaderFunctionArgs | ClientLoaderFunctionArgs,
  besideData: LoadArgs['besideData'],
): LoadArgs => {
  const { pathname, searchParams } = new URL(request.url)
  return { api: context.get(apiContext), params, pathname, search: searchParams, besideData }
}

/** The loader data of a page: its data, or why it could not be loaded, which pages display. */
export type PageData<T> = { data: T; failure?: undefined } | { data?: undefined; failure: PageFailure }

/**
 * Makes a server loader from a load function. A refused or failed call sets the response status, so that an
 * error is never answered with 200. Other errors are left to the error boundary.
 */
export const onServer =
  <T>(load: (args: LoadArgs) => Promise<T>) =>
  async (args: LoaderFunctionArgs) => {
    const besideData = (html: string) => {
      args.context.get(markupContext).html = html
      return ''
    }
    try {
      return data<PageData<T>>({ data: await load(argsOf(args, besideData)) })
    } catch (error) {
      if (!isApiError(error)) throw error
      const { statusCode, message, removed } = error
      return data<PageData<T>>({ failure: { statusCode, message, removed, fromServer: true } }, { status: statusCode })
    }
  }

/** The path of the page on the screen; set by the root. */
let shown: string | undefined
export const nowShown = (address: string): void => void (shown = address)

const RELOAD = 'reload'

/**
 * Makes a browser loader from the same function. If reloading the current page fails, after a change for
 * example, the page stays and a toast reports the failure: nobody loses what they see or have typed.
 */
export const inBrowser = <T>(load: (args: LoadArgs) => Promise<T>) => {
  let last: { address: string; data: T } | undefined
  return async (args: ClientLoaderFunctionArgs): Promise<PageData<T>> => {
    const { signal, url } = args.request
    const { pathname, search } = new URL(url)
    const address = pathname + search
    try {
      const loaded = await load(argsOf(args, (html) => html))
      if (!signal.aborted) {
        last = { address, data: loaded }
        toast.dismiss(RELOAD)
      }
      return { data: loaded }
    } catch (error) {
      // A redirect.
      if (error instanceof Response) throw error
      const { statusCode, message, removed } = failureOf(error)
      // Who has to set up a second factor first is led there.
      if (message === SECOND_FACTOR_REQUIRED.message)
        throw redirect(HOMES[currentSession()?.user.role ?? 'author'].security)
      // The navigation has been aborted.
      if (signal.aborted) return { failure: { statusCode, message, removed } }
      if (last?.address === address && shown === address) {
        // The end of a session is reported elsewhere.
        if (statusCode !== 401) toast.error(message || SOMETHING_WENT_WRONG, { id: RELOAD })
        return { data: last.data }
      }
      last = undefined
      return { failure: { statusCode, message, removed } }
    }
  }
}

/**
 * Makes a browser loader for the signed-in areas: people without access are redirected before anything is
 * requested. If only a refresh can tell who they are, that comes first. `moved` says where an address of another
 * page leads.
 */
export const inArea = <T>(load: (args: LoadArgs) => Promise<T>, moved?: (address: URL) => string | null) => {
  const loader = inBrowser(load)
  return async (args: ClientLoaderFunctionArgs): Promise<PageData<T>> => {
    // If the server cannot be reached, the page cannot be loaded either, and reports it itself.
    const session = await settleSession().catch(() => undefined)
    const address = new URL(args.request.url)
    const destination = accessRedirect(address.pathname, session) ?? moved?.(address) ?? null
    if (destination !== null) throw redirect(destination)
    return loader(args)
  }
}
