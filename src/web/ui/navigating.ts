import { useLocation, useNavigation, useRevalidator, type Location } from 'react-router'

/** Where a navigation leads, or else where one is. The browser's own address follows when the page has been loaded. */
export function useDestination(): Location {
  const location = useLocation()
  return useNavigation().location ?? location
}

/** The query of the page that is shown, ahead of its list: what its filters say while the list follows. */
export function useNewestSearch(): string {
  const { pathname, search } = useLocation()
  const destination = useDestination()
  return destination.pathname === pathname ? destination.search : search
}

/** True while what is on the screen is being loaded once more, or gives way to something else. */
export const useIsLoading = (): boolean => {
  const { state } = useRevalidator()
  return [state, useNavigation().state].includes('loading')
}
