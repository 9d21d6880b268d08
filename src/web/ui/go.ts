import { type Location, useLocation, type useNavigate, useNavigation, useRevalidator } from 'react-router'

const GO = 'journal:go'
const GO_IN_PLACE = 'journal:go-in-place'

/** Opens a page of the site by its path, from links and from outside of components. The root does it (`onGo`). */
export const go = (path: string): void => void window.dispatchEvent(new CustomEvent(GO, { detail: path }))

interface InPlace {
  path: string
  /** True if it takes the place of the current entry of the history. */
  replace: boolean
}

/** The same for a page that changes under the hands of someone: the focus and the scroll position stay. */
export const goInPlace = (detail: InPlace): void => void window.dispatchEvent(new CustomEvent(GO_IN_PLACE, { detail }))

/** Lets the router open what `go` names. A page that is open already does not get a second entry in the history. */
export function onGo(navigate: ReturnType<typeof useNavigate>): () => void {
  const open = ({ detail: path }: CustomEventInit<string>) => {
    const { pathname, search, hash } = window.location
    void navigate(path!, { replace: path === pathname + search + hash })
  }
  const openInPlace = ({ detail }: CustomEventInit<InPlace>) =>
    void navigate(detail!.path, { replace: detail!.replace, preventScrollReset: true, state: KEEPS_FOCUS })
  window.addEventListener(GO, open)
  window.addEventListener(GO_IN_PLACE, openInPlace)
  return () => {
    window.removeEventListener(GO, open)
    window.removeEventListener(GO_IN_PLACE, openInPlace)
  }
}

/** State of a navigation that updates a list in place: the focus stays where it is. */
export const KEEPS_FOCUS = { keepsFocus: true }

/**
 * The target of a navigation, otherwise the current location. The browser's own URL changes only when the
 * page has been loaded.
 */
export function useDestination(): Location {
  const location = useLocation()
  return useNavigation().location ?? location
}

/**
 * The query of the page including a pending navigation, so that filters show their new values while the list
 * is loading.
 */
export function useNewestSearch(): string {
  const { pathname, search } = useLocation()
  const destination = useDestination()
  return destination.pathname === pathname ? destination.search : search
}

/** True while the content on the screen is being reloaded or replaced. */
export const useIsLoading = (): boolean => {
  const { state } = useRevalidator()
  return [state, useNavigation().state].includes('loading')
}
