/** Saves a text as a file on the device. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // The browser has taken what it needs by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
