import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Loads the page's data once more. A navigation to where one is, not a revalidation: loaders here
 * answer at once with a promise, and an error boundary would not notice that something has been loaded.
 */
export function useRetry(): () => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(() => {
    void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }, [navigate, pathname, search])
}
