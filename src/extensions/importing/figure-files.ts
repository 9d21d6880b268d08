import type { Document } from '@xmldom/xmldom'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { extensionOf, FILE_MAX_BYTES } from '../../contract/rules/files/file-rules.ts'
import { FIGURE_TYPES, figureName, FIGURES_MAX } from '../../contract/rules/articles/pictures.ts'
import {
  FIGURE_PROBLEMS,
  type FigureToStore,
  type ReadFigure,
} from '../../journal/publication/files/figure-pictures.ts'
import { attribute, descendants } from '../../journal/documents/jats/model/nodes.ts'

/** The pictures that lie beside an XML file, by the names of its figures, in their order. */
export interface FigureFiles {
  names: string[]
  /** The picture, or why it was left out, as a sentence. */
  read: (name: string) => Promise<FigureToStore | string>
}

const FORMATS = Object.keys(FIGURE_TYPES)

/**
 * Finds the pictures of the figures of an XML file: in its folder, or in a folder of the same name, with the name that
 * the XML gives, with or without extension. Of several formats the one that browsers show as it is.
 */
export async function findFigures(
  document: Document,
  folder: string,
  file: string,
  read: ReadFigure,
): Promise<FigureFiles> {
  const wanted = new Set(
    descendants(document, 'graphic', 'inline-graphic')
      .map((graphic) => figureName(attribute(graphic, 'href')))
      .filter((name) => name !== ''),
  )
  if (!wanted.size) return { names: [], read: (name) => Promise.resolve(FIGURE_PROBLEMS.unreadable(name)) }
  const paths = new Map<string, string>()
  for (const place of [folder, join(folder, parse(file).name)]) {
    for (const [name, path] of await picturesIn(place, wanted)) if (!paths.has(name)) paths.set(name, path)
  }
  return {
    names: [...wanted].filter((name) => paths.has(name)).slice(0, FIGURES_MAX),
    read: async (name) => {
      const path = paths.get(name)!
      const { base } = parse(path)
      if ((await stat(path)).size > FILE_MAX_BYTES) return FIGURE_PROBLEMS.bytes(base)
      return read({ name: base, content: await readFile(path) })
    },
  }
}

async function picturesIn(folder: string, wanted: Set<string>): Promise<[name: string, path: string][]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && FORMATS.includes(extensionOf(entry.name)))
    .map((entry): [string, string] => [figureName(entry.name), join(folder, entry.name)])
    .filter(([name]) => wanted.has(name))
    .sort(([, one], [, other]) => FORMATS.indexOf(extensionOf(one)) - FORMATS.indexOf(extensionOf(other)))
}
