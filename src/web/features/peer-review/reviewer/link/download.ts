import { toastFailure } from '../../../../ui/call-failure.ts'

/** Downloads what a call has made an address for. */
export async function download(ask: () => Promise<{ url: string }>, name = ''): Promise<void> {
  try {
    save((await ask()).url, name)
  } catch (error) {
    toastFailure(error)
  }
}

function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
