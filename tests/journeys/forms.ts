import type { Page } from '@playwright/test'
import { expect } from './support.ts'

/** The form's value under a name, as any script that reads forms sees it. */
export const inForm = (page: Page, name: string) =>
  page.evaluate((field) => {
    const form = document.querySelector<HTMLFormElement>('form.wizard')!
    const control = form.elements.namedItem(field) as HTMLInputElement
    return { data: new FormData(form).get(field), value: control.value }
  }, name)

export const holds = (page: Page, name: string, text: string) =>
  expect.poll(() => inForm(page, name)).toEqual({ data: text, value: text })

/** Pastes at the caret, as from another program's clipboard. */
export async function paste(page: Page, data: Record<string, string>) {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, data)
}
