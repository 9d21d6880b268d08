import type { useNavigate } from 'react-router'

const GO = 'journal:go'
const GO_IN_PLACE = 'journal:go-in-place'

/** Opens a page of the site by its path, from links and from outside of components. The root does it (`onGo`). */
export const go = (path: string): void => void window.dispatchEvent(new CustomEvent(GO, { detail: path }))

/** The same in place of the current entry of the history, for results that follow what somebody types. */
export const goInPlace = (path: string): void =>
  void window.dispatchEvent(new CustomEvent(GO_IN_PLACE, { detail: path }))

/** Lets the router open what `go` names. A page that is open already does not get a second entry in the history. */
export function onGo(navigate: ReturnType<typeof useNavigate>): () => void {
  const open = ({ detail: path }: CustomEventInit<string>) => {
    const { pathname, search, hash } = window.location
    void navigate(path!, { replace: path === pathname + search + hash })
  }
  const openInPlace = ({ detail: path }: CustomEventInit<string>) =>
    void navigate(path!, { replace: true, preventScrollReset: true })
  window.addEventListener(GO, open)
  window.addEventListener(GO_IN_PLACE, openInPlace)
  return () => {
    window.removeEventListener(GO, open)
    window.removeEventListener(GO_IN_PLACE, openInPlace)
  }
}
