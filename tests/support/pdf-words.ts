import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Item {
  str: string
  width: number
  transform: number[]
}

async function itemsOfPages(pdf: Uint8Array): Promise<Item[][]> {
  const task = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: Item[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.filter((item): item is typeof item & Item => 'str' in item))
  }
  await task.destroy()
  return pages
}

/** The words of each page, as a reader of the file finds them. */
export const textOfPages = async (pdf: Uint8Array): Promise<string[]> =>
  (await itemsOfPages(pdf)).map((items) =>
    items
      .map(({ str }) => str)
      .join(' ')
      .replace(/\s+/g, ' '),
  )

/** How far to the right the text of each page reaches, in points; what stands at an angle is left out. */
export const furthestRight = async (pdf: Uint8Array): Promise<[page: number, right: number][]> =>
  (await itemsOfPages(pdf)).map((items, index) => [
    index + 1,
    Math.max(
      0,
      ...items.flatMap(({ str, width, transform }) => (str.trim() && !transform[1] ? [transform[4]! + width] : [])),
    ),
  ])
