import type { Extension, ExtensionSettings } from '../extensions/extension.ts'
import * as listed from '../extensions/extensions.ts'
import type { ExtensionResources, Resources } from './resources.ts'

/** The extensions in the order of their names, all given the same resources. */
export const extensions: readonly Extension<object, Resources>[] = Object.values(listed)

/** The resources that the extensions bring. */
export const openExtensions = (settings: ExtensionSettings): ExtensionResources =>
  Object.assign({}, ...extensions.map(({ open }) => open?.(settings))) as ExtensionResources

/** All resources, with what the extensions find out about themselves from them. */
export function withHealthFacts(opened: Omit<Resources, 'healthFacts'>): Resources {
  const found = extensions.flatMap(({ healthFacts = {} }) =>
    Object.entries(healthFacts).map(([part, find]): [string, () => Promise<unknown>] => [part, () => find(resources)]),
  )
  const resources: Resources = { ...opened, healthFacts: Object.fromEntries(found) }
  return resources
}
