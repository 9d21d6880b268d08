import { toast as hot, type ToastOptions } from 'react-hot-toast/headless'

// The headless half of the library: its styled half writes style elements, which the page's policy
// forbids. Its limits and durations are those of the product: 20 at once, 4000 ms for blank, error and
// custom, 2000 ms for success, no limit for loading, removed after 1000 ms.

/** Errors that go when something succeeds or another page is opened: they would outlive what they are about. */
const errors = new Set<string>()

function dismissErrors(): void {
  for (const id of errors) hot.dismiss(id)
  errors.clear()
}

export const toast = {
  success(message: string): void {
    dismissErrors()
    hot.success(message)
  },
  /** `acrossPages`: it says why somebody is sent to another page, and has to be read there. */
  error(message: string, { acrossPages = false, ...options }: { id?: string; acrossPages?: boolean } = {}): void {
    const shown = hot.error(message, options satisfies ToastOptions)
    if (!acrossPages) errors.add(shown)
  },
  /** Neither a success nor an error: something to know. */
  notice(message: string): void {
    hot(message)
  },
  dismiss: (id: string): void => hot.dismiss(id),
  dismissErrors,
}
