import type { useNavigate } from 'react-router'

const GO = 'journal:go'

/** Opens a page of the site by its path, from links and from outside of components. The root does it (`onGo`). */
export const go = (path: string): void => void window.dispatchEvent(new CustomEvent(GO, { detail: path }))

/** Lets the router open what `go` names. A page that is open already does not get a second entry in the history. */
export function onGo(navigate: ReturnType<typeof useNavigate>): () => void {
  const open = ({ detail: path }: CustomEventInit<string>) => {
    const { pathname, search, hash } = window.location
    void navigate(path!, { replace: path === pathname + search + hash })
  }
  window.addEventListener(GO, open)
  return () => window.removeEventListener(GO, open)
}
