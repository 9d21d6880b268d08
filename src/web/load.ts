import { data, redirect, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { Api } from '../contract/api/api.ts'
import { SOMETHING_WENT_WRONG } from '../contract/domain/messages.ts'
import { apiContext } from './client/api-context.ts'
import { settleSession } from './client/api.ts'
import { failureOf, isApiError, type PageFailure } from './client/api-error.ts'
import { accessRedirect } from './site/access-redirect.ts'
import { toast } from './ui/toast.ts'

/** What a page's load function gets, on the server and in the browser alike. */
export interface LoadArgs {
  api: Api
  params: Record<string, string | undefined>
  pathname: string
  search: URLSearchParams
}

const argsOf = ({ context, params, request }: LoaderFunctionArgs | ClientLoaderFunctionArgs): LoadArgs => {
  const { pathname, searchParams } = new URL(request.url)
  return { api: context.get(apiContext), params, pathname, search: searchParams }
}

/** What a page is made from: its data, or why it could not be had. Pages have words for both. */
export type PageData<T> = { data: T; failure?: undefined } | { data?: undefined; failure: PageFailure }

/**
 * A server loader from a load function. A refused or failed call becomes the page's status, so that what
 * cannot be shown is never answered with 200. Other errors are not the page's to explain.
 */
export const onServer =
  <T>(load: (args: LoadArgs) => Promise<T>) =>
  async (args: LoaderFunctionArgs) => {
    try {
      return data<PageData<T>>({ data: await load(argsOf(args)) })
    } catch (error) {
      if (!isApiError(error)) throw error
      const { statusCode, message, removed } = error
      return data<PageData<T>>({ failure: { statusCode, message, removed, fromServer: true } }, { status: statusCode })
    }
  }

/** The address of the page that is on the screen; the root says it. */
let shown: string | undefined
export const nowShown = (address: string): void => void (shown = address)

const RELOAD = 'reload'

/**
 * A browser loader from the same function. When what is on the screen is loaded once more, after a change for
 * example, and that fails, it stays there and the failure is said: nobody loses what they see or have typed.
 */
export const inBrowser = <T>(load: (args: LoadArgs) => Promise<T>) => {
  let last: { address: string; data: T } | undefined
  return async (args: ClientLoaderFunctionArgs): Promise<PageData<T>> => {
    const { signal, url } = args.request
    const { pathname, search } = new URL(url)
    const address = pathname + search
    try {
      const loaded = await load(argsOf(args))
      if (!signal.aborted) {
        last = { address, data: loaded }
        toast.dismiss(RELOAD)
      }
      return { data: loaded }
    } catch (error) {
      const { statusCode, message, removed } = failureOf(error)
      // Nobody waits for it any more.
      if (signal.aborted) return { failure: { statusCode, message, removed } }
      if (last?.address === address && shown === address) {
        // That a session has ended is said where it is noticed.
        if (statusCode !== 401) toast.error(message || SOMETHING_WENT_WRONG, { id: RELOAD })
        return { data: last.data }
      }
      last = undefined
      return { failure: { statusCode, message, removed } }
    }
  }
}

/**
 * A browser loader for the signed-in areas: who may not see the page is sent on before anything is asked.
 * Where only a refresh can tell who it is, that comes first.
 */
export const inArea = <T>(load: (args: LoadArgs) => Promise<T>) => {
  const loader = inBrowser(load)
  return async (args: ClientLoaderFunctionArgs): Promise<PageData<T>> => {
    // When the server cannot be asked, neither can the page: it says so in its own words.
    const session = await settleSession().catch(() => undefined)
    const destination = accessRedirect(new URL(args.request.url).pathname, session)
    if (destination !== null) throw redirect(destination)
    return loader(args)
  }
}
