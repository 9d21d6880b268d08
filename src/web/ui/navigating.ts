import { useLocation, useNavigation, useRevalidator, type Location } from 'react-router'

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
